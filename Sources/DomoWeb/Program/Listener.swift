import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// An address to listen on, with its limits.
struct Listener {
    var address: BindAddress
    var limits = ConnectionLimits.standard
    let counts: ConnectionCounts
    var addresses = ClientAddresses(proxy: nil)
    let group: any EventLoopGroup
    let log: Logger
    /// Nil for plain HTTP.
    var certificates: Certificates?

    /// - Parameter listening: called with the URL once connections are accepted.
    func application<Responder: HTTPResponder>(
        _ responder: Responder,
        services: [any Service] = [],
        listening: @escaping @Sendable (String) -> Void
    ) -> Application<Responder> where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (address, isSecure) = (address, certificates != nil)
        return Application(
            responder: responder,
            server: server,
            configuration: ApplicationConfiguration(address: address, serverName: "domo-web"),
            services: services,
            onServerRunning: { channel in
                listening(channel.localAddress.map { Self.text($0, isSecure: isSecure) } ?? "\(address)")
            },
            eventLoopGroupProvider: .shared(group),
            logger: log
        )
    }

    private var server: HTTPServerBuilder {
        let (limits, counts, addresses, certificates) = (limits, counts, addresses, certificates)
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits, counts, addresses)],
            idleTimeout: limits.idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.maxHeaders,
                maxHeaderListSize: limits.maxHeaders,
                maxHeaderFieldCount: limits.maxHeaderFields
            )
        )
        return HTTPServerBuilder { responder in
            let plain = HTTP1Channel(responder: responder, configuration: configuration)
            guard let certificates else { return plain }
            return TLSChannel(base: plain, certificates: certificates)
        }
    }

    private static func text(_ address: SocketAddress, isSecure: Bool) -> String {
        guard let host = address.ipAddress, let port = address.port else { return address.pathname ?? "\(address)" }
        return "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
