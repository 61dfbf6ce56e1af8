/// Collects the text of an XML element, which arrives in pieces, without leading and trailing white space. Text beyond
/// the maximum length is dropped.
struct TextCollector: ~Copyable {
    /// The longest valid text has 1,024 characters of at most four bytes. A text that doesn't fit is certainly too
    /// long.
    private static let capacity = 4 * 1024 + 1

    private let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    private var count = 0
    private var isCut = false

    deinit { storage.deallocate() }

    mutating func reset() {
        count = 0
        isCut = false
    }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        var start = 0
        if count == 0 {
            while start < piece.count, isXMLSpace(piece[start]) { start += 1 }
        }
        let room = storage.count - count
        let length = piece.count - start
        guard length > 0 else { return }
        let taken = min(room, length)
        (storage.baseAddress! + count).update(from: piece.baseAddress! + start, count: taken)
        count += taken
        // White space that doesn't fit may be trailing white space.
        if length > taken, !isCut {
            isCut = piece[(start + taken)...].contains { !isXMLSpace($0) }
        }
    }

    /// The trimmed text, and whether it was cut off.
    mutating func trimmed() -> (bytes: UnsafeBufferPointer<UInt8>, isCut: Bool) {
        while count > 0, isXMLSpace(storage[count - 1]) { count -= 1 }
        return (UnsafeBufferPointer(rebasing: storage[..<count]), isCut)
    }
}

/// Whether a byte is white space in XML: space, tab, line feed or carriage return.
@inline(__always)
func isXMLSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
