package import Hummingbird
package import NIOCore

/// The context of a request.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the client; nil for a Unix socket.
    package let peer: SocketAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}
