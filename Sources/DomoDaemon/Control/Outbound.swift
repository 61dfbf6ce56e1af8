import NIOCore

/// What a connection has for its client and did not hand to its channel yet, in order.
struct Outbound {
    /// What is to be written next.
    enum Piece: Equatable {
        case short(ByteBuffer)
        /// Of a long reply, which comes with its last piece.
        case long(ByteBuffer, last: WrittenReply?)
    }

    private enum Part {
        case short(ByteBuffer)
        case long(WrittenReply, written: Int)
    }

    /// Long replies, and what comes before them.
    private var parts = CircularBuffer<Part>()
    /// What comes after all of them.
    private var rest = ByteBuffer()
    /// True from a long reply on until the client has read nearly all of it.
    private(set) var isLong = false

    /// In bytes.
    private(set) var size = 0
    /// Of them, those after the long replies.
    var waiting: Int { rest.readableBytes }

    mutating func append(_ bytes: [UInt8]) {
        rest.writeBytes(bytes)
        size += bytes.count
    }

    mutating func append(_ reply: WrittenReply) {
        size += reply.size
        guard reply.isLong else {
            if var piece = reply.piece(from: 0) { rest.writeBuffer(&piece) }
            return
        }
        isLong = true
        if rest.readableBytes > 0 { parts.append(.short(rest)) }
        rest = ByteBuffer()
        parts.append(.long(reply, written: 0))
    }

    /// Takes out what is to be written next; nil where there is nothing, or has to wait: long replies, and what comes
    /// after them, for the channel to have room.
    mutating func next(isWritable: Bool) -> Piece? {
        if isLong, !isWritable { return nil }
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
            isLong = false
            guard rest.readableBytes > 0 else { return nil }
            defer { rest = ByteBuffer() }
            size -= rest.readableBytes
            return .short(rest)
        }
    }
}
