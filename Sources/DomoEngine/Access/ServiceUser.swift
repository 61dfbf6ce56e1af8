import DomoLanguage

/// The users of the machine that domo's own programs run as. Each faces others: a network, a broker, the Internet. None
/// gives orders with rights of its own.
public enum ServiceUser: String, CaseIterable, Sendable {
    case web = "domo-web"
    case mqtt = "domo-mqtt"
    case fleet = "domo-fleet"
    /// It sees everything and may raise notices.
    case notifier = "domo-notify"
    // These have nothing to do with the control socket.
    case fleetStore = "domo-fleet-store"
    case fleetWeb = "domo-fleet-web"
    case fleetOperator = "domo-fleet-operator"

    /// Whether it acts for others, with the tokens that these present.
    public var presentsTokens: Bool {
        switch self {
        case .web, .mqtt, .fleet: true
        case .notifier, .fleetStore, .fleetWeb, .fleetOperator: false
        }
    }

    /// Its rights without a token.
    var role: Role { self == .notifier ? .read : .none }
}
