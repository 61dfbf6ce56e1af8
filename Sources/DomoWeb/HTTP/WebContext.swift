import Hummingbird
import NIOCore

/// What is known of a request beside itself.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Of the other end of the connection; nil for a Unix socket.
    let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}
