import DomoLanguage
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

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
                        let user = PeerUser.name(of: channel)
                        try channel.pipeline.syncOperations.addHandler(ControlConnection(runtime: runtime, user: user))
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

/// Who is at the other end of a socket.
enum PeerUser {
    /// The three fields of the kernel's `struct ucred`, which glibc hides from Swift.
    private struct Credentials {
        var pid: pid_t = 0
        var uid: uid_t = .max
        var gid: gid_t = .max
    }

    static func name(of channel: any Channel) -> String {
        guard let provider = channel as? any SocketOptionProvider else { return "nobody" }
        let option = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let credentials: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(level: .socket, name: option)
        // On the channel's own loop, as here, the answer is there at once.
        var uid = uid_t.max
        credentials.assumeIsolated().whenSuccess { uid = $0.uid }
        return name(of: uid)
    }

    /// Names that were looked up: the look-up may ask a directory server, so once must do.
    private static let names = Mutex<[uid_t: String]>([:])

    private static func name(of uid: uid_t) -> String {
        if let name = names.withLock({ $0[uid] }) { return name }
        let name = lookUp(uid)
        names.withLock { $0[uid] = name }
        return name
    }

    private static func lookUp(_ uid: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer in
            guard getpwuid_r(uid, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return "user \(uid)" }
            return String(cString: name)
        }
    }
}
