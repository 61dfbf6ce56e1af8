import DomoHTTP
import Logging
import NIOCore
import NIOPosix

/// What the links of a daemon share. It outlives all links.
struct LinkResources: Sendable {
    var http: CurlLoop
    /// The event loop of the runtime.
    var eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
    /// Nil if they are not saved.
    var interfaces: KnownInterfaces?
    var log = Logger(label: "domod")
    /// The folder where links may store files; nil if they may not.
    var stateFolder: String?
}
