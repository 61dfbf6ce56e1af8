import DomoLanguage
import NIOCore

/// A reply as its line of JSON, in pieces: a long one is written out, and its memory is freed, piece by piece.
struct WrittenReply: Sendable, Equatable {
    private static let pieceSize = 64 * 1024

    let pieces: [ByteBuffer]

    /// In bytes.
    var size: Int { pieces.reduce(0) { $0 + $1.readableBytes } }

    init(line: [UInt8]) {
        pieces = stride(from: 0, to: line.count, by: Self.pieceSize).map { start in
            ByteBuffer(bytes: line[start..<min(line.count, start + Self.pieceSize)])
        }
    }

    init(_ reply: Reply) {
        var json = JSONWriter(capacity: 4096)
        reply.write(to: &json)
        json.newline()
        self.init(line: json.bytes)
    }
}
