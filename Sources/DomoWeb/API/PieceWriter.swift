import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body in pieces, each copied: a connection keeps at most one or two that its client has not read, and a long
/// reply is given back as soon as its last piece is under way.
struct PieceWriter: ResponseBodyWriter {
    /// As much as a connection keeps before its writer waits.
    static let length = 64 * 1024

    private var base: any ResponseBodyWriter

    init(_ base: any ResponseBodyWriter) { self.base = base }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        guard buffer.readableBytes > Self.length else { return try await base.write(buffer) }
        var rest = buffer
        while let piece = rest.readBytes(length: min(rest.readableBytes, Self.length)), !piece.isEmpty {
            try await base.write(ByteBuffer(bytes: piece))
        }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
    }
}
