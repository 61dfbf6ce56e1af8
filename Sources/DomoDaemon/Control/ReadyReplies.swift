import DomoEngine
import NIOCore

/// Replies that can be sent again: clients that poll repeat the same few lines, and mostly nothing has changed.
///
/// They are for those who see everything. They hold until the next input of the engine, until something gets another ID,
/// or until a reading in them becomes stale with age.
struct ReadyReplies {
    private struct Ready {
        let line: [UInt8]
        let reply: ByteBuffer
        let revision: UInt64
        let identities: UInt64
        /// When a reading in it becomes stale with age.
        let end: Instant?
    }

    // At most half a megabyte, whatever the clients ask for.
    private static let places = 64
    static let maxLineLength = 256
    static let maxReplyLength = 4096

    /// By the hash of the line: a line takes the place of another.
    private var all: [Ready?] = []
    /// Changes when all replies are outdated.
    private(set) var revision: UInt64 = 0

    /// The engine had an input.
    mutating func noteChange() { revision += 1 }

    /// - Parameters:
    ///   - reply: the line of JSON.
    ///   - identities: the revision of the identities, from before the reply was computed.
    ///   - end: when it is no longer valid; nil for never.
    mutating func keep(_ reply: ByteBuffer, for line: [UInt8], _ identities: UInt64, until end: Instant?) {
        guard line.count <= Self.maxLineLength, reply.readableBytes <= Self.maxReplyLength else { return }
        if all.isEmpty { all = Array(repeating: nil, count: Self.places) }
        let place = line.withUnsafeBytes(Self.place(of:))
        all[place] = Ready(line: line, reply: reply, revision: revision, identities: identities, end: end)
    }

    /// - Parameters:
    ///   - identities: the present revision of the identities.
    ///   - now: evaluated only if time matters.
    func reply(
        to line: UnsafeRawBufferPointer,
        _ identities: UInt64,
        at now: @autoclosure () -> Instant
    ) -> ByteBuffer? {
        guard !all.isEmpty, line.count <= Self.maxLineLength, let ready = all[Self.place(of: line)],
            ready.revision == revision, ready.identities == identities,
            ready.line.withUnsafeBytes({ $0.elementsEqual(line) })
        else { return nil }
        if let end = ready.end, end <= now() { return nil }
        return ready.reply
    }

    /// FNV-1a.
    private static func place(of line: UnsafeRawBufferPointer) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for byte in line { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) % UInt32(places))
    }
}
