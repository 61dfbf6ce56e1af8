/// Decodes a chunked HTTP body (RFC 9112, section 7.1).
struct ChunkedBody {
    private enum Place {
        /// In the line with the size of the next chunk.
        case size(Int)
        /// In a chunk, with the number of remaining bytes.
        case data(Int)
        /// In the line end after a chunk.
        case end
    }

    struct Malformed: Error {}

    private var place = Place.size(0)

    /// - Parameter append: called with the data.
    /// - Throws: for an invalid chunk, and for the last one.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ append: (UnsafeRawBufferPointer) -> Void
    ) throws(Malformed) {
        var position = 0
        while position < bytes.count {
            switch place {
            case .size(let size):
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): place = .size(size << 4 | Int(byte - UInt8(ascii: "0")))
                case UInt8(ascii: "a")...UInt8(ascii: "f"):
                    place = .size(size << 4 | Int(byte - UInt8(ascii: "a") + 10))
                case UInt8(ascii: "A")...UInt8(ascii: "F"):
                    place = .size(size << 4 | Int(byte - UInt8(ascii: "A") + 10))
                case UInt8(ascii: "\r"): break
                case UInt8(ascii: "\n") where size > 0: place = .data(size)
                default: throw Malformed()
                }
                if case .size(let size) = place, size > 1 << 30 { throw Malformed() }
            case .data(let left):
                let count = min(left, bytes.count - position)
                append(UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
                position += count
                place = count < left ? .data(left - count) : .end
            case .end:
                let byte = bytes[position]
                position += 1
                guard byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") else { throw Malformed() }
                if byte == UInt8(ascii: "\n") { place = .size(0) }
            }
        }
    }
}
