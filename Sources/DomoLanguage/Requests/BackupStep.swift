/// The copy of the database comes over the socket, so that whoever asks for it need not be let into the daemon's folder.
public enum BackupStep: Equatable, Sendable {
    /// Makes a copy. Another one begun before is dropped.
    case begin
    /// A part of it, from the byte at `offset`.
    case read(token: String, offset: Int)
    case end(token: String)
}

extension BackupStep {
    init(_ arguments: Arguments) throws(Misread) {
        let operands = arguments.operands
        switch (operands[0], operands.count) {
        case ("begin", 1): self = .begin
        case ("read", 3): self = .read(token: operands[1], offset: try arguments.offset(2))
        case ("end", 2): self = .end(token: operands[1])
        default: throw arguments.misread("this is no step of a backup")
        }
    }

    var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .read(let token, let offset): ["read", Words.quoted(token), String(offset)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}
