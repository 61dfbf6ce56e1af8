import DomoHTTP
import Logging
import NIOCore
import NIOPosix

/// What the links of a daemon share. It outlives them all.
struct LinkResources: Sendable {
    var http: CurlLoop
    /// The one of the runtime.
    var eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
    /// Nil where they are not kept.
    var interfaces: KnownInterfaces?
    var log = Logger(label: "domod")
    /// Where links may keep files; nil for nowhere.
    var stateFolder: String?
}
