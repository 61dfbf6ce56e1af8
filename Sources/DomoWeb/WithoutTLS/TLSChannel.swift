import HummingbirdCore
import Logging
import NIOCore

/// Fails: without TLS there are no certificates.
struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let certificates: Certificates

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeFailedFuture(Certificates.Fault())
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
