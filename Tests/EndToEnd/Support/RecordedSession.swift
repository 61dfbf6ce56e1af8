import Foundation

/// A recorded session with an old daemon.
struct RecordedSession {
    enum Entry: Equatable {
        /// A request, and its reply.
        case requested(String, reply: String)
        /// A request on its own connection, whose reply comes later.
        case begun(String)
        case ended(reply: String)
    }

    private(set) var entries: [Entry] = []
    private(set) var events: [String] = []

    init(file name: String) throws {
        let text = try String(contentsOfFile: Household.source("Tests/EndToEnd/Recorded/\(name)"), encoding: .utf8)
        var request = ""
        for line in text.split(separator: "\n") {
            guard let space = line.firstIndex(of: " ") else { continue }
            let rest = String(line[line.index(after: space)...])
            switch line[..<space] {
            case ">": request = rest
            case "<": entries.append(.requested(request, reply: rest))
            case "&": entries.append(.begun(rest))
            case "&<": entries.append(.ended(reply: rest))
            case "!": events.append(rest)
            default: break
            }
        }
    }

    /// All valid requests with their replies.
    var replies: [(request: String, reply: String)] {
        var replies: [(request: String, reply: String)] = []
        var begun = ""
        for entry in entries {
            switch entry {
            case .requested(let request, let reply): replies.append((request, reply))
            case .begun(let request): begun = request
            case .ended(let reply): replies.append((begun, reply))
            }
        }
        return replies
    }
}
