import NIOCore

/// What a connection has for its client and did not hand to its channel yet, in order.
struct Outbound {
    /// Those of long answers, and what came before them.
    private var pieces = CircularBuffer<ByteBuffer>()
    /// What comes after all pieces.
    private var rest = ByteBuffer()
    /// True from a long answer on until the client has read nearly all of it.
    private(set) var isLong = false

    /// In bytes.
    private(set) var size = 0
    /// Of them, those after the pieces.
    var waiting: Int { rest.readableBytes }

    mutating func append(_ bytes: [UInt8]) {
        rest.writeBytes(bytes)
        size += bytes.count
    }

    mutating func append(_ reply: WrittenReply) {
        size += reply.size
        guard reply.pieces.count > 1 else {
            for var piece in reply.pieces { rest.writeBuffer(&piece) }
            return
        }
        isLong = true
        if rest.readableBytes > 0 { pieces.append(rest) }
        rest = ByteBuffer()
        pieces.append(contentsOf: reply.pieces)
    }

    /// Takes out what is to be written next; nil where there is nothing, or has to wait: pieces, and what comes after them,
    /// for the channel to have room.
    mutating func next(isWritable: Bool) -> ByteBuffer? {
        if isLong, !isWritable { return nil }
        if let piece = pieces.popFirst() {
            size -= piece.readableBytes
            return piece
        }
        isLong = false
        guard rest.readableBytes > 0 else { return nil }
        defer { rest = ByteBuffer() }
        size -= rest.readableBytes
        return rest
    }
}
