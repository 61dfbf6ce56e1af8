public import DomoModel
public import NIOCore
import NIOHTTP1
import NIOPosix

/// A domotic server as a simulated house has it: takes PervML signals over HTTP, and shows what they did.
///
/// `POST /web/services/unsecureWebUI?operation=…&PERVMLSERVICENAME=…[&value=…]`, `GET /state` (all elements) and
/// `GET /state?path=…` or `?name=…` (one), `POST /wall?name=…&value=…` (somebody at the wall), `POST /faults?fault=…` and
/// `DELETE /faults`, `GET /signals` (the last hundred), `GET /requests` (signals and questions, the last thousand),
/// `GET /house.xml`. All is served below the path of the signals too, so that one URL is enough.
public final class SimulatedServer: Sendable {
    private let listener: any Channel
    private let core: SimulatorCore

    /// Where signals go.
    public let url: String
    public let port: Int

    private init(listener: any Channel, core: SimulatorCore, host: String) {
        self.listener = listener
        self.core = core
        port = listener.localAddress?.port ?? 0
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(SimulatedHouse.signalPath)"
    }

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - xml: the file that the houses were read from, served as `/house.xml`.
    ///   - onSignal: told of every signal in one line, from the event loops: it must not block.
    /// - Throws: what the system says when the port can't be had.
    public static func start(
        houses: [House],
        xml: [UInt8]?,
        settings: SimulatorSettings,
        group: any EventLoopGroup,
        onSignal: @escaping @Sendable (String) -> Void
    ) async throws -> SimulatedServer {
        let house = SimulatedHouse(houses: houses, xml: xml, settings: settings)
        let core = SimulatorCore(house: house, latency: settings.latency, onSignal: onSignal)
        let listener = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    core.opened(channel)
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: true,
                        withErrorHandling: true
                    )
                    try channel.pipeline.syncOperations.addHandler(SimulatorHandler(core: core))
                }
            }
            .bind(host: settings.host, port: settings.port)
            .get()
        return SimulatedServer(listener: listener, core: core, host: settings.host)
    }

    /// Takes in houses that were built on: what stays is left as it stands.
    public func replace(with houses: [House], xml: [UInt8]?) {
        core.replace(with: houses, xml: xml)
    }

    /// Stops listening and closes all connections.
    public func close() async throws {
        try await listener.close()
        try await core.closeAll()
    }
}
