import DomoLanguage
import NIOCore

/// A reply serialized as a line of JSON, which is sent in pieces.
///
/// All pieces share its memory. Memory that was allocated off the event loop is also freed there: otherwise the event
/// loop could wait for threads that are allocating.
struct WrittenReply: Sendable, Equatable {
    static let pieceSize = 64 * 1024

    private let line: ByteBuffer

    /// In bytes.
    var size: Int { line.readableBytes }
    /// Whether it is sent in several pieces.
    var isLong: Bool { size > Self.pieceSize }

    init(line: ByteBuffer) { self.line = line }

    init(line: [UInt8]) { self.init(line: ByteBuffer(bytes: line)) }

    init(_ reply: Reply) {
        var json = JSONWriter(capacity: 4096)
        reply.write(to: &json)
        json.newline()
        self.init(line: json.bytes)
    }

    /// The piece at an offset; nil at the end.
    func piece(from start: Int) -> ByteBuffer? {
        start < size ? line.getSlice(at: line.readerIndex + start, length: min(Self.pieceSize, size - start)) : nil
    }
}
