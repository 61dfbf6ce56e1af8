/// A step of a restore. The database is sent over the socket; `end` replaces the daemon's own with it.
public enum RestoreStep: Equatable, Sendable {
    case begin
    /// Sends a part, in base64.
    case write(token: String, offset: Int, data: String)
    case end(token: String)
}

extension RestoreStep {
    init(_ arguments: Arguments) throws(UsageError) {
        let operands = arguments.operands
        switch (operands[0], operands.count) {
        case ("begin", 1): self = .begin
        case ("write", 4): self = .write(token: operands[1], offset: try arguments.offset(2), data: operands[3])
        case ("end", 2): self = .end(token: operands[1])
        default: throw arguments.wrongArguments("restore", commands: ["begin", "write", "end"])
        }
    }

    var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .write(let token, let offset, let data):
            ["write", Words.quoted(token), String(offset), Words.quoted(data)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}
