import DomoKNX
public import DomoKNXHouse
import DomoKNXSim
import Glibc
public import NIOCore
import NIOPosix

/// The sockets of the simulated KNX interface: UDP, TCP and multicast on one event loop.
public final class KNXServer: Sendable {
    /// A socket can't be opened.
    struct Failure: Error {
        var message: String
    }

    private let core: KNXCore

    /// `knx://127.0.0.1:3671`
    public let url: String
    public let port: Int
    /// Why searches by multicast are not answered; nil if they are.
    public let searchProblem: String?

    private init(core: KNXCore, endpoint: DomoKNX.SocketAddress, searchProblem: String?) {
        self.core = core
        self.searchProblem = searchProblem
        url = "knx://\(endpoint)"
        port = Int(endpoint.port)
    }

    /// - `onTelegram`: Called with a line for each telegram on the bus, on the event loop: it must not block.
    /// - Throws: `Failure` if a socket can't be opened.
    public static func start(
        _ bindings: KNXBindings,
        host: String = "127.0.0.1",
        settings: KNXSettings,
        group: any EventLoopGroup,
        onTelegram: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> KNXServer {
        do {
            // The port that the system chooses for UDP may be taken for TCP.
            return try await retryWhilePortIsTaken(attempts: settings.port == 0 ? 16 : 1) {
                try await open(bindings, host: host, settings: settings, on: group.next(), onTelegram: onTelegram)
            }
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            throw Failure(
                message: "can't open KNX on \(host), port \(settings.port): \(reason); choose another with --knx-port"
            )
        }
    }

    /// Tries again while a port that the system chose is in use for another protocol.
    static func retryWhilePortIsTaken<Value>(
        attempts: Int,
        _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 1..<attempts {
            do {
                return try await body()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                continue
            }
        }
        return try await body()
    }

    private static func open(
        _ bindings: KNXBindings,
        host: String,
        settings: KNXSettings,
        on loop: any EventLoop,
        onTelegram: @escaping @Sendable (String) -> Void
    ) async throws -> KNXServer {
        let core = KNXCore(loop: loop, onTelegram: onTelegram)
        do {
            let datagrams = try await open(core, .datagram, host: host, port: settings.port, on: loop)
            guard let endpoint = datagrams.localAddress.flatMap({ DomoKNX.SocketAddress($0) }) else {
                throw Failure(message: "KNXnet/IP needs an IPv4 address, but the host is \(host)")
            }
            if settings.hasTCP { try await listen(core, host: host, port: Int(endpoint.port), on: loop) }
            if let group = settings.routing { try await route(group, endpoint, core, on: loop) }
            let problem =
                settings.routing == .multicast ? nil : await listenForSearches(endpoint, core, on: loop)
            try await core.begin(SimulatedKNX(bindings, settings, endpoint: endpoint))
            return KNXServer(core: core, endpoint: endpoint, searchProblem: problem)
        } catch {
            try await core.close()
            throw error
        }
    }

    private static func open(
        _ core: KNXCore,
        _ use: DatagramHandler.Use,
        host: String,
        port: Int,
        on loop: any EventLoop
    ) async throws -> any Channel {
        // Source: KNX 03/08/05 Routing, 2.3.3: a TTL of 16 by default.
        let channel = try await DatagramBootstrap(group: loop)
            .channelOption(.socketOption(.so_reuseaddr), value: use == .datagram ? 0 : 1)
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_ttl), value: 16)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(DatagramHandler(core: core, use: use))
                }
            }
            .bind(host: host, port: port).get()
        try await core.opened(channel, for: use)
        return channel
    }

    private static func listen(_ core: KNXCore, host: String, port: Int, on loop: any EventLoop) async throws {
        let channel = try await ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(StreamHandler(core: core))
                }
            }
            .bind(host: host, port: port).get()
        try await core.opened(channel, for: .listening)
    }

    /// Receives on a socket bound to the group and sends on another with its own port, by which echoes are recognised.
    private static func route(
        _ group: DomoKNX.SocketAddress,
        _ own: DomoKNX.SocketAddress,
        _ core: KNXCore,
        on loop: any EventLoop
    ) async throws {
        // On loopback the system chooses the network.
        let host = isLoopback(own) ? 0 : own.host
        try await join(group, on: host, core, loop)
        _ = try await open(
            core,
            .routing(to: try group.nio),
            host: DomoKNX.SocketAddress.text(ofHost: host),
            port: 0,
            on: loop
        )
    }

    /// Listens for searches, which an interface answers even without routing. It can be used without multicast too.
    ///
    /// - Returns: Why searches can't be received; nil if they can.
    private static func listenForSearches(
        _ own: DomoKNX.SocketAddress,
        _ core: KNXCore,
        on loop: any EventLoop
    ) async -> String? {
        do {
            try await join(.multicast, on: own.host, core, loop)
            return nil
        } catch let error as IOError {
            return String(cString: strerror(error.errnoCode))
        } catch {
            return "\(error)"
        }
    }

    private static func isLoopback(_ address: DomoKNX.SocketAddress) -> Bool { address.host >> 24 == 127 }

    /// - Parameter host: The address of the network interface; 0 lets the system choose.
    private static func join(
        _ group: DomoKNX.SocketAddress,
        on host: UInt32,
        _ core: KNXCore,
        _ loop: any EventLoop
    ) async throws {
        let text = DomoKNX.SocketAddress.text(ofHost: group.host)
        let listener = try await open(core, .group, host: text, port: Int(group.port), on: loop)
        guard let options = listener as? any SocketOptionProvider else {
            throw Failure(message: "this system does not support multicast")
        }
        // NIO refuses multicast on loopback, although it works.
        // struct ip_mreq: the group, and the address of the network interface.
        let membership = (group.host.bigEndian, host.bigEndian)
        try await options.unsafeSetSocketOption(level: .ip, name: .ip_add_membership, value: membership).get()
    }

    /// A request below `/bus/`.
    func respond(method: String, target: String) -> Answer { core.respond(method: method, target: target) }

    /// Replaces the bindings; unchanged devices keep their state.
    public func replace(with bindings: KNXBindings) { core.replace(with: bindings) }

    /// Disconnects the clients and closes the sockets.
    public func close() async throws { try await core.close() }
}

extension DomoKNX.SocketAddress {
    /// Nil if the address is not IPv4.
    init?(_ address: NIOCore.SocketAddress) {
        guard case .v4 = address, let text = address.ipAddress, let port = address.port else { return nil }
        let octets = text.split(separator: ".").compactMap { UInt8($0) }
        guard octets.count == 4, let port = UInt16(exactly: port) else { return nil }
        self.init(host: octets.reduce(0) { $0 << 8 | UInt32($1) }, port: port)
    }

    var nio: NIOCore.SocketAddress {
        get throws {
            try NIOCore.SocketAddress(ipAddress: DomoKNX.SocketAddress.text(ofHost: host), port: Int(port))
        }
    }
}
