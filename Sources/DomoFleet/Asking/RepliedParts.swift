import NIOCore

/// The parts of a long reply that have arrived.
struct RepliedParts {
    let count: Int
    private(set) var bytes: ByteBuffer
    private var arrived = 1

    /// - Returns: nil if it is no first part of several.
    init?(_ first: ByteBuffer, _ part: ReplyPart) {
        guard part.number == 1, part.count > 1, part.count * LongReplies.partBytes <= LongReplies.maxReply else {
            return nil
        }
        (count, bytes) = (part.count, first)
    }

    /// The number of the next part; nil if all have arrived.
    var next: Int? { arrived < count ? arrived + 1 : nil }

    /// - Returns: false if it is not the next part, or is too long.
    mutating func add(_ more: ByteBuffer, _ part: ReplyPart?) -> Bool {
        guard let part, part.number == next, part.count == count, more.readableBytes <= LongReplies.partBytes else {
            return false
        }
        bytes.writeImmutableBuffer(more)
        arrived += 1
        return true
    }
}
