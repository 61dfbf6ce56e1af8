/// Whose key it is. The raw value is the prefix octet of a public key; the first letter of its text follows from it
/// (github.com/nats-io/nkeys).
public enum NKeyKind: UInt8, CaseIterable, Sendable {
    case account = 0x00
    case cluster = 0x10
    case server = 0x68
    case `operator` = 0x70
    case user = 0xA0

    /// The first letter of a public key.
    public var letter: String {
        switch self {
        case .account: "A"
        case .cluster: "C"
        case .server: "N"
        case .operator: "O"
        case .user: "U"
        }
    }

    /// For messages.
    var words: String {
        switch self {
        case .account: "an account"
        case .cluster: "a cluster"
        case .server: "a server"
        case .operator: "an operator"
        case .user: "a user"
        }
    }
}
