import DomoEngine
import DomoLanguage
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Listens on the control socket.
struct ControlServer: Service {
    /// How long a new client waits for its user's name.
    private static let namePatience: TimeAmount = .milliseconds(100)

    let path: String
    let channel: any Channel
    let log: Logger
    /// Whether the service manager owns the socket: then it stays when the daemon ends, and new clients wait for the
    /// next run.
    let isKept: Bool

    /// Binds the socket, and replaces one that a dead daemon left behind. The lock on it must be held.
    ///
    /// - Parameters:
    ///   - given: the socket created by the service manager, if any.
    ///   - user: the user at the other end of a connection.
    static func bind(
        _ path: String,
        given: ActivationSocket? = nil,
        runtime: HouseRuntime,
        group: any EventLoopGroup,
        names: UserNames = .ofMachine,
        user: @escaping @Sendable (any Channel) -> Principal.User = Peer.user(of:),
        log: Logger
    ) async throws(StartFault) -> ControlServer {
        let socket: CInt
        if let given {
            guard given.path == path else { throw other(path, given.path) }
            socket = given.descriptor
        } else {
            try clear(path)
            socket = try boundSocket(path)
        }
        do {
            try await runtime.startReadingFirst()
            let channel = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 1024)
                // A client is not accepted much later for the thousand that connected before it.
                .serverChannelOption(.maxMessagesPerRead, value: 128)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelOption(.writeBufferWaterMark, value: ControlConnection.waterMark)
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelOption(.recvAllocator, value: ControlConnection.reads)
                .childChannelInitializer { channel in
                    let user = user(channel)
                    return names.prepare(user.id, on: channel.eventLoop, within: Self.namePatience).flatMapThrowing {
                        let connection = ControlConnection(runtime: runtime, principal: .user(user), names: names)
                        try channel.pipeline.syncOperations.addHandler(connection)
                    }
                }
                .withBoundSocket(socket).get()
            return ControlServer(path: path, channel: channel, log: log, isKept: given != nil)
        } catch {
            throw fault(path, "\(error)")
        }
    }

    /// Sets the mode before the socket listens, when nobody can connect yet: owner and group may use it, whatever the
    /// umask.
    private static func boundSocket(_ path: String) throws(StartFault) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw fault(path, "the path is too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw fault(path, String(cString: strerror(errno))) }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, chmod(path, 0o660) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw fault(path, reason)
        }
        return descriptor
    }

    private static func fault(_ path: String, _ reason: String) -> StartFault {
        StartFault(
            .badConfiguration,
            "can't listen on \(path): \(reason)",
            hint: "choose a folder that this user may write to, and a path of at most 107 bytes, with --socket"
        )
    }

    private static func other(_ path: String, _ given: String) -> StartFault {
        StartFault(
            .badConfiguration,
            "the service manager listens on \(given), but the configured socket is \(path)",
            hint: "use the same path in ListenStream= of domod.socket and in the configuration"
        )
    }

    private static func clear(_ path: String) throws(StartFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartFault(
                .badConfiguration,
                "\(path) exists and is not a socket",
                hint: "choose another path with --socket"
            )
        }
        unlink(path)
    }

    func run() async throws {
        // However the daemon ends, it leaves no dead socket behind.
        defer { if !isKept { unlink(path) } }
        log.info("listening on \(path)")
        try await gracefulShutdown()
        if !isKept { unlink(path) }
        try await channel.close()
    }
}
