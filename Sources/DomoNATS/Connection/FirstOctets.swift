import NIOCore

/// Looks at the first octets of a server that should start with TLS. A server that speaks plain text says why: it wants
/// TLS only after INFO, or has no room (-ERR, which comes before TLS). Without this, TLS would only report a wrong version.
final class FirstOctets: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let maxLine = 512
    private var line = ByteBuffer()
    private let report: (SessionEnd) -> Void

    init(report: @escaping (SessionEnd) -> Void) { self.report = report }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let octets = unwrapInboundIn(data)
        if line.readableBytes == 0 {
            guard let first = octets.readableBytesView.first else { return }
            // A handshake or an alert (RFC 8446, section 5.1).
            guard first != 0x15, first != 0x16 else {
                context.fireChannelRead(wrapInboundOut(octets))
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
                return
            }
        }
        line.writeImmutableBuffer(octets)
        let view = line.readableBytesView
        guard let end = view.firstIndex(of: UInt8(ascii: "\n")) ?? (view.count > Self.maxLine ? view.endIndex : nil)
        else { return }
        report(Self.end(view[..<end].prefix(Self.maxLine)))
        context.close(promise: nil)
    }

    private static func end(_ line: ByteBufferView) -> SessionEnd {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if line.starts(with: "INFO".utf8) {
            return SessionEnd(
                .refused,
                "the server does not start with TLS; set handshake_first in the tls part of its configuration"
            )
        }
        guard line.starts(with: "-ERR".utf8) else {
            return SessionEnd(.failed, "the server speaks neither TLS nor NATS")
        }
        let text = line.dropFirst(4).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        return SessionEnd(ServerError(String(decoding: text, as: UTF8.self)))
    }
}
