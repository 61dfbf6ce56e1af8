import DomoEngine
import DomoLanguage
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Listens on the control socket.
struct ControlServer: Service {
    let path: String
    let runtime: HouseRuntime
    let channel: any Channel
    let log: Logger

    /// How long the daemon waits at its end for orders that were sent.
    static let patience: TimeAmount = .seconds(5)

    /// Takes the place of a socket that a dead daemon left behind. The lock on it must be held.
    static func bind(
        _ path: String,
        runtime: HouseRuntime,
        group: any EventLoopGroup,
        log: Logger
    ) async throws(StartFault) -> ControlServer {
        try clear(path)
        // A socket is made with the umask's mode: owner and group may use it.
        let mask = umask(0o117)
        defer { umask(mask) }
        do {
            let channel = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 1024)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelOption(.writeBufferWaterMark, value: ControlConnection.waterMark)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let principal = Principal.user(Peer.user(of: channel))
                        let connection = ControlConnection(runtime: runtime, principal: principal)
                        try channel.pipeline.syncOperations.addHandler(connection)
                    }
                }
                .bind(unixDomainSocketPath: path).get()
            return ControlServer(path: path, runtime: runtime, channel: channel, log: log)
        } catch {
            throw StartFault(
                .badConfiguration,
                "can't listen on \(path): \(error)",
                hint: "choose a folder that this user may write to, and a path of at most 107 bytes, with --socket"
            )
        }
    }

    private static func clear(_ path: String) throws(StartFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartFault(
                .badConfiguration,
                "\(path) is there and is no socket",
                hint: "choose another path with --socket"
            )
        }
        unlink(path)
    }

    func run() async throws {
        // However the daemon ends, it leaves no socket behind.
        defer { unlink(path) }
        log.info("listening on \(path)")
        ServiceNotifier.ready()
        try await gracefulShutdown()
        log.info("stopping")
        ServiceNotifier.stopping()
        unlink(path)
        try await channel.close()
        await runtime.stop(patience: Self.patience)
    }
}
