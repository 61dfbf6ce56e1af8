import ArgumentParser
import DomoLanguage

struct StatusVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .status,
        usage: "domo status [--check] [--quiet]",
        discussion: """
            For scripts: domo status --check --quiet prints nothing, and exits with 0 if domod runs and reaches all \
            its servers and buses, with 69 otherwise. A server that does not report its state counts as it was at the \
            last order.
            """
    )

    @OptionGroup var client: ClientOptions

    @Flag(help: "Exit with 69 if a server or a bus is unreachable.")
    var check = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    var head: [Words.Word] { [.verb(.status)] }
    var operands: [String] { [] }

    func run(literals: Int) throws {
        let conversation = Conversation(socket: client.socket, json: client.json)
        let answer = try conversation.answer(to: .status)
        if !quiet { try conversation.print(answer, text: Self.text) }
        if check, try !answer.decode(StatusView.self).unreachable.isEmpty { throw Ending(status: .unreachable) }
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.status(try answer.decode())
    }
}

extension StatusView {
    /// The unreachable servers, and the unreachable endpoints of other links.
    var unreachable: [String] {
        let endpoints = (links ?? []).flatMap(\.endpoints).filter { $0.reachable == false }.map(\.endpoint)
        let servers = servers.filter { $0.reachable == false }.map(\.server)
        return servers + endpoints.filter { !servers.contains($0) }
    }
}

extension VerbCommands {
    static var status: any VerbCommand.Type { StatusVerb.self }
}
