import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Wraps another kind of connection in TLS, with the current certificate.
struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let certificates: Certificates

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificates.context))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
