package import DomoEngine
import DomoLanguage
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// An in-process daemon, from its control connections down to the links of a catalog, without a socket file,
/// configuration or database. Clients use the other ends of the sockets passed to `serve`.
package final class SocketPairs: Sendable {
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let runtime: HouseRuntime
    private let names = UserNames(pool: .singleton) { _ in nil }

    /// Blocks until the catalog is loaded. A `reload` loads the same catalog again.
    package init(catalog: Catalog) throws {
        let holder = Holder()
        let loop = group.next()
        let runtime = HouseRuntime(
            eventLoop: loop,
            seed: 1,
            log: Logger(label: "socket pairs") { _ in SwiftLogNoOpLogHandler() },
            requestLoad: { id in
                guard let runtime = holder.runtime else { return }
                loop.execute {
                    runtime.assumeIsolated {
                        $0.loaded(.success(catalog), memories: Memory(), for: id.map { [$0] } ?? [])
                    }
                }
            }
        )
        holder.runtime = runtime
        self.runtime = runtime
        try loop.submit { runtime.assumeIsolated { $0.loaded(.success(catalog), memories: Memory(), for: []) } }.wait()
    }

    /// Serves a connected socket, and takes ownership of it. Blocks until the socket is registered.
    package func serve(_ descriptor: CInt) throws {
        let (runtime, names) = (self.runtime, self.names)
        _ = try ClientBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.writeBufferWaterMark, value: ControlConnection.waterMark)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = ControlConnection(
                        runtime: runtime,
                        principal: .user(0, name: "fuzz"),
                        names: names
                    )
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withConnectedSocket(descriptor).wait()
    }
}

/// A reference to the runtime for a closure that is passed to its initializer.
private final class Holder: Sendable {
    private let held = Mutex<HouseRuntime?>(nil)

    var runtime: HouseRuntime? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
