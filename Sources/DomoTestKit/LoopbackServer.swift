import DomoSystem
import Glibc

/// Serves each connection to a loopback port or a path on a thread of its own, until it is released.
public final class LoopbackServer: Sendable {
    /// 0 at a path.
    public let port: Int
    private let listener: Int32

    /// - Parameter serve: handles a connection, which is closed afterwards.
    public convenience init(port: Int = 0, serve: @escaping @Sendable (Int32) -> Void) throws {
        let (listener, port) = try Loopback.bound(port: port, backlog: 64)
        try self.init(listener: listener, port: port, serve)
    }

    public convenience init(path: String, serve: @escaping @Sendable (Int32) -> Void) throws {
        try self.init(listener: UnixSocket.bound(path, backlog: 64), port: 0, serve)
    }

    private init(listener: Int32, port: Int, _ serve: @escaping @Sendable (Int32) -> Void) throws {
        (self.listener, self.port) = (listener, port)
        try WorkerThread.start(name: "domo-accept") {
            while case let client = accept(listener, nil, nil), client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                if WorkerThread(name: "domo-serve", { Self.handle(client, serve) })?.detach() == nil {
                    close(client)
                }
            }
            // Only here: otherwise another socket could get the descriptor while this thread waits on it.
            close(listener)
        }
    }

    private static func handle(_ client: Int32, _ serve: (Int32) -> Void) {
        serve(client)
        close(client)
    }

    /// Refuses connections from now on.
    public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit { stop() }
}
