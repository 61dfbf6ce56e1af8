import DomoLanguage

enum StatusVerb: VerbCommand {
    static let discussion = """
        For scripts: domo status --check --quiet prints nothing, and exits with 0 if domod runs and reaches all \
        its servers and buses, with 69 otherwise. A server that does not report its state counts as it was at the \
        last order.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard let line = invocation.line else { return .done }
        let answer = try invocation.conversation.answer(to: line)
        if !invocation.has("--quiet") { try invocation.conversation.print(answer, text: text) }
        guard invocation.has("--check") else { return .done }
        return try answer.decode(StatusView.self).unreachable.isEmpty ? .done : .unreachable
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
