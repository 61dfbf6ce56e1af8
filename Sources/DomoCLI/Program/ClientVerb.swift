import ArgumentParser
import DomoLanguage

/// A verb that talks to the daemon.
protocol ClientVerb: ParsableCommand {
    var client: ClientOptions { get }

    /// - Parameter literals: the number of operands after `--`.
    func run(literals: Int) throws
}

extension ClientVerb {
    func run() throws { try run(literals: 0) }
}

/// A verb that is one request of the language.
protocol RequestVerb: ClientVerb {
    /// The verb and the options that ArgumentParser has parsed.
    var head: [Words.Word] { get }
    var operands: [String] { get }

    /// The request as words of the language.
    func words(literals: Int) throws(Fault) -> [Words.Word]
}

extension RequestVerb {
    func words(literals: Int) throws(Fault) -> [Words.Word] {
        head + Words.Word.operands(operands, literals: literals)
    }

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        let status = try Conversation(socket: client.socket, json: client.json).run(request)
        if status != .done { throw Ending(status: status) }
    }
}
