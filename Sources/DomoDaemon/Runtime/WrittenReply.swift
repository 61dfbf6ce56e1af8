import DomoLanguage
import NIOCore

/// A reply as its line of JSON, which is written out piece by piece.
///
/// All pieces share its memory. Where that was made beside the event loop it is also freed there: the event loop would
/// wait for those who are making the next one.
struct WrittenReply: Sendable, Equatable {
    static let pieceSize = 64 * 1024

    private let line: ByteBuffer

    /// In bytes.
    var size: Int { line.readableBytes }
    /// Whether it goes out in several pieces.
    var isLong: Bool { size > Self.pieceSize }

    init(line: [UInt8]) { self.line = ByteBuffer(bytes: line) }

    init(_ reply: Reply) {
        var json = JSONWriter(capacity: 4096)
        reply.write(to: &json)
        json.newline()
        self.init(line: json.bytes)
    }

    /// The piece that begins there; nil at the end.
    func piece(from start: Int) -> ByteBuffer? {
        start < size ? line.getSlice(at: line.readerIndex + start, length: min(Self.pieceSize, size - start)) : nil
    }
}
