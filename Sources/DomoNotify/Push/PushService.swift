/// A push service that subscriptions may lead to.
struct PushService: Equatable, Sendable {
    /// A name; with a leading `*.` all names below it.
    var host: String
    var port: UInt16 = 443
    /// Whether it may have an address in this network or on this machine.
    var isPrivate = false
    var caFile: String?

    /// The services of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows.
    static let known = [
        PushService(host: "fcm.googleapis.com"),
        PushService(host: "updates.push.services.mozilla.com"),
        PushService(host: "*.push.apple.com"),
        PushService(host: "*.notify.windows.com"),
    ]

    func matches(_ address: WebAddress) -> Bool {
        guard address.scheme == .https, address.port == port else { return false }
        if host.hasPrefix("*.") {
            let suffix = host.dropFirst()
            return address.host.hasSuffix(suffix) && address.host.utf8.count > suffix.utf8.count
        }
        return address.host == host
    }

    /// The service of an endpoint (RFC 8030, section 5).
    ///
    /// - Throws: why it is not sent to.
    static func find(
        _ endpoint: String,
        among others: [PushService]
    ) throws(WebAddress.Fault) -> (
        PushService, WebAddress
    ) {
        let address = try WebAddress(endpoint, schemes: [.https])
        guard let service = (others + known).first(where: { $0.matches(address) }) else {
            throw WebAddress.Fault(
                message: "\(address.origin) is not a known push service",
                hint: "if you trust it, add it to push-services in the configuration of domo-notify"
            )
        }
        return (service, address)
    }
}
