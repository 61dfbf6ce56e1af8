import DomoLanguage
import DomoModel

/// Looks up in the running daemon what its log names in full.
struct LoggedNames {
    private let ask: (Request) throws(Fault) -> ReplyLine?

    /// Without a daemon names are taken as they are.
    init(socket: String?) {
        ask = { (request) throws(Fault) in
            let client: ControlClient
            do throws(Fault) {
                client = try ControlClient(socket: SocketPath.candidates(option: socket))
            } catch {
                guard error.code == .unreachable else { throw error }
                return nil
            }
            return try client.ask(request)
        }
    }

    init(ask: @escaping (Request) throws(Fault) -> ReplyLine?) { self.ask = ask }

    func element(_ name: String) throws(Fault) -> [String] {
        guard let reply = try ask(.show(element: name)) else { return ["DOMO_ELEMENT=\(name)"] }
        return ["DOMO_ELEMENT=\(try ReplyLine.decode(ElementView.self, from: reply.content()).path)"]
    }

    /// By its key in the configuration or by one of its endpoints.
    func link(_ name: String) throws(Fault) -> [String] {
        guard let reply = try ask(.status) else { return ["DOMO_LINK=\(name)"] }
        let links = try ReplyLine.decode(StatusView.self, from: reply.content()).links ?? []
        let endpoints = links.flatMap { $0.endpoints.map(\.endpoint) }
        let found = links.first { $0.key == name }?.endpoints.map(\.endpoint) ?? endpoints.filter { $0 == name }
        guard found.isEmpty else { return found.map { "DOMO_LINK=\($0)" } }
        let known = (links.map(\.key) + endpoints.filter { name in !links.contains { $0.key == name } }).map(
            Words.quoted
        )
        throw Fault(
            .unknownElement,
            "there is no link \"\(name)\"",
            hint: known.isEmpty ? "the daemon has no links" : "use one of: \(known.joined(separator: ", "))"
        )
    }

    func scene(_ name: String) throws(Fault) -> [String] {
        guard let reply = try ask(.scenes) else { return ["DOMO_SCENE=\(name)"] }
        let names = try ReplyLine.decode(SceneList.self, from: reply.content()).scenes.map(\.name)
        if let known = names.first(where: { FoldedName.fold($0) == FoldedName.fold(name) }) {
            return ["DOMO_SCENE=\(known)"]
        }
        let closest = closestWord(to: name, among: names)
        throw Fault(
            .unknownScene,
            "there is no scene \"\(name)\"",
            hint: closest.map { "did you mean \(Words.quoted($0))?" } ?? "\"domo scenes\" lists the scenes"
        )
    }
}
