/// Splits the bytes of a TCP connection into KNXnet/IP frames. It keeps at most one incomplete frame, so never more
/// than `limit` octets between two calls. Bytes that can't begin a frame are dropped.
///
/// Source: KNX 03/08/02 Core v2, frames over TCP.
public struct FrameSplitter: Sendable {
    public enum Piece: Hashable, Sendable {
        /// A whole frame, for `IPFrame.init(decoding:)`.
        case frame([UInt8])
        /// The number of octets that were dropped. The connection should be reopened, since lost frames are unknown.
        case garbage(count: Int)
    }

    /// The maximum length of a frame.
    public let limit: Int
    private var rest: [UInt8] = []

    /// - Parameter limit: At least 6. The frames of a tunnel have at most 290 octets, descriptions with every tunnel of
    ///   a large interface some hundreds.
    public init(limit: Int = 2048) {
        self.limit = max(IPFrame.headerLength, limit)
    }

    /// The number of octets of an incomplete frame.
    public var pending: Int { rest.count }

    /// The frames completed by these bytes, in order.
    public mutating func split(_ bytes: some Sequence<UInt8>) -> [Piece] {
        rest.append(contentsOf: bytes)
        var pieces: [Piece] = []
        var start = 0
        var garbage = 0
        func end() {
            if garbage > 0 { pieces.append(.garbage(count: garbage)) }
            garbage = 0
        }
        while start < rest.count {
            switch frameStart(at: start) {
            case .nothing:
                garbage += 1
                start += 1
            case .unfinished:
                end()
                rest.removeFirst(start)
                return pieces
            case .whole(let length):
                end()
                pieces.append(.frame(Array(rest[start..<start + length])))
                start += length
            }
        }
        end()
        rest.removeAll()
        return pieces
    }

    private enum FrameStart {
        case nothing
        case unfinished
        case whole(length: Int)
    }

    /// Whether a frame begins here, as far as its header has arrived.
    private func frameStart(at start: Int) -> FrameStart {
        let header = rest[start...].prefix(IPFrame.headerLength)
        for (octet, expected) in zip(header, [UInt8(IPFrame.headerLength), 0x10]) where octet != expected {
            return .nothing
        }
        guard header.count == IPFrame.headerLength else { return .unfinished }
        let length = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
        guard (IPFrame.headerLength...limit).contains(length) else { return .nothing }
        return rest.count - start < length ? .unfinished : .whole(length: length)
    }
}
