public import DomoKNXHouse
public import DomoModel
public import NIOCore
import NIOHTTP1
import NIOPosix

/// A home-automation server with a simulated house: takes PervML signals over HTTP and shows their effects.
///
/// `POST /web/services/unsecureWebUI?operation=…&PERVMLSERVICENAME=…[&value=…]`, `GET /state` (all elements) and
/// `GET /state?path=…` or `?name=…` (one), `POST /wall?name=…&value=…` (a wall switch), `POST /faults?fault=…` and
/// `DELETE /faults`, `GET /signals` (the last hundred), `GET /requests` (signals and state queries, the last thousand),
/// `GET /house.xml`. All paths are also served below that of the signals, so that one URL is enough.
///
/// With `SimulatorSettings.knx` it also speaks KNXnet/IP, for the elements that house files bind to group addresses:
/// `POST /bus/press?group=…&value=…` (a wall switch), `POST /bus/faults?fault=…` and `DELETE /bus/faults`,
/// `GET /bus/telegrams` (the last 500), `GET /bus/state` (clients and actuators).
public final class SimulatedServer: Sendable {
    private let listener: any Channel
    private let core: SimulatorCore

    /// The URL for signals.
    public let url: String
    public let port: Int
    /// The URL for KNX clients: `knx://127.0.0.1:3671`.
    public var knxURL: String? { core.knx?.url }

    /// Why its KNX interface can't be found by a search; nil if it can.
    public var searchProblem: String? { core.knx?.searchProblem }

    private init(listener: any Channel, core: SimulatorCore, host: String) {
        self.listener = listener
        self.core = core
        port = listener.localAddress?.port ?? 0
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(SimulatedHouse.signalPath)"
    }

    /// Starts to listen.
    ///
    /// - `xml`: The house file, served as `/house.xml`.
    /// - `bindings`: The bindings to the bus, if the settings have KNX.
    /// - `onSignal`: Called with a line for every signal, on the event loops: it must not block.
    /// - Throws: The system's error if the port can't be opened.
    public static func start(
        houses: [House],
        xml: [UInt8]?,
        bindings: KNXBindings = KNXBindings(),
        settings: SimulatorSettings,
        group: any EventLoopGroup,
        onSignal: @escaping @Sendable (String) -> Void
    ) async throws -> SimulatedServer {
        let house = SimulatedHouse(houses: houses, xml: xml, settings: settings)
        var knx: KNXServer?
        if let knxSettings = settings.knx {
            knx = try await KNXServer.start(
                bindings,
                host: settings.host,
                settings: knxSettings,
                group: group,
                onTelegram: onSignal
            )
        }
        let core = SimulatorCore(house: house, latency: settings.latency, knx: knx, onSignal: onSignal)
        do {
            let listener = try await listen(core, settings, group)
            return SimulatedServer(listener: listener, core: core, host: settings.host)
        } catch {
            try await knx?.close()
            throw error
        }
    }

    private static func listen(
        _ core: SimulatorCore,
        _ settings: SimulatorSettings,
        _ group: any EventLoopGroup
    ) async throws -> any Channel {
        try await ServerBootstrap(group: group)
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
    }

    /// Replaces the houses; unchanged elements keep their state.
    public func replace(with houses: [House], xml: [UInt8]?, bindings: KNXBindings = KNXBindings()) {
        core.replace(with: houses, xml: xml)
        core.knx?.replace(with: bindings)
    }

    /// Stops listening and closes all connections.
    public func close() async throws {
        try await listener.close()
        try await core.closeAll()
        try await core.knx?.close()
    }
}
