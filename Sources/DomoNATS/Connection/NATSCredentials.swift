/// How a client logs in.
public enum NATSCredentials: Sendable {
    /// The server lets everybody in.
    case none
    /// The seed signs the nonce of each connection.
    case key(NKeySeed)
    /// The same, for a server that knows only the operator: the JWT shows who the key is.
    case token(NATSJWT, NKeySeed)

    var seed: NKeySeed? {
        switch self {
        case .none: nil
        case .key(let seed), .token(_, let seed): seed
        }
    }
}
