import Hummingbird
import NIOCore

/// The context of a request.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the client; nil for a Unix socket.
    let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}
