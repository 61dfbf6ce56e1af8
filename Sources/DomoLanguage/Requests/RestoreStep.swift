/// A step of a restore. The database is sent over the socket; `end` replaces the daemon's own with it.
public enum RestoreStep: Equatable, Sendable {
    case begin
    /// Sends a part, in base64.
    case write(token: String, offset: Int, data: String)
    case end(token: String)
}

extension RestoreStep {
    var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .write(let token, let offset, let data):
            ["write", Words.quoted(token), String(offset), Words.quoted(data)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}
