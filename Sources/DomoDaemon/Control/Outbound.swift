import NIOCore

/// The output of a connection that its channel has not accepted yet, in order.
struct Outbound {
    /// The next piece to write.
    enum Piece: Equatable {
        case short(ByteBuffer)
        /// A piece of a long reply; the last piece carries the reply itself.
        case long(ByteBuffer, last: WrittenReply?)
    }

    private enum Part {
        case short(ByteBuffer)
        case long(WrittenReply, written: Int)
    }

    /// Long replies and the output before them.
    private var parts = CircularBuffer<Part>()
    /// The output after the last long reply.
    private var rest = ByteBuffer()

    /// In bytes.
    private(set) var size = 0
    /// The bytes after the long replies.
    var waiting: Int { rest.readableBytes }

    mutating func append(_ bytes: [UInt8]) {
        rest.writeBytes(bytes)
        size += bytes.count
    }

    /// - Parameter line: a short line. It is not copied if nothing waits before it.
    mutating func append(_ line: ByteBuffer) {
        size += line.readableBytes
        if rest.readableBytes == 0 { rest = line } else { rest.writeImmutableBuffer(line) }
    }

    mutating func append(_ reply: WrittenReply) {
        size += reply.size
        guard reply.isLong else {
            if var piece = reply.piece(from: 0) { rest.writeBuffer(&piece) }
            return
        }
        if rest.readableBytes > 0 { parts.append(.short(rest)) }
        rest = ByteBuffer()
        parts.append(.long(reply, written: 0))
    }

    /// Removes and returns the next piece to write. Nil if there is none, or if it has to wait until the channel has
    /// room: what waits here is counted.
    mutating func next(isWritable: Bool) -> Piece? {
        guard isWritable else { return nil }
        switch parts.first {
        case .short(let bytes):
            parts.removeFirst()
            size -= bytes.readableBytes
            return .short(bytes)
        case .long(let reply, let written):
            guard let piece = reply.piece(from: written) else { return nil }
            let end = written + piece.readableBytes
            size -= piece.readableBytes
            if end < reply.size {
                parts[parts.startIndex] = .long(reply, written: end)
                return .long(piece, last: nil)
            }
            parts.removeFirst()
            return .long(piece, last: reply)
        case nil:
            guard rest.readableBytes > 0 else { return nil }
            defer { rest = ByteBuffer() }
            size -= rest.readableBytes
            return .short(rest)
        }
    }
}
