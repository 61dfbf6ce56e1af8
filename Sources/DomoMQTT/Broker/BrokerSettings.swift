import DomoBridge

/// The broker, and how the bridge shows who it is.
struct BrokerSettings: Equatable, Sendable {
    struct TLS: Equatable, Sendable {
        /// The certificates of the authorities that are trusted; nil for those of the system.
        var authorities: String?
        /// The bridge's own certificate with its key, in PEM.
        var certificate: String?
        var key: String?
    }

    var host: String
    var port: Int
    /// Nil for a connection without TLS.
    var tls: TLS?
    var user: String?
    var password: Secret?
    var clientID: String

    /// For people.
    var text: String { "\(tls == nil ? "mqtt" : "mqtts")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// The versions of the protocol, the preferred one first.
enum MQTTVersion: Sendable {
    case five
    /// 3.1.1
    case three
}
