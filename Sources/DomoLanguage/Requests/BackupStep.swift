/// A step of a backup. The copy of the database is sent over the socket, so that the user needs no access to the
/// daemon's folder.
public enum BackupStep: Equatable, Sendable {
    /// Makes a copy, and drops one begun earlier.
    case begin
    /// Reads a part of the copy from the byte at `offset`.
    case read(token: String, offset: Int)
    case end(token: String)
}

extension BackupStep {
    var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .read(let token, let offset): ["read", Words.quoted(token), String(offset)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}
