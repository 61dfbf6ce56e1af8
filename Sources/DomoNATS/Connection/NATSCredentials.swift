/// How a client logs in.
public enum NATSCredentials: Sendable {
    /// The server lets everybody in.
    case none
    /// The seed signs the nonce of each connection.
    case key(NKeySeed)
}
