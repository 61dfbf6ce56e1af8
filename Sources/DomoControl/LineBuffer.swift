/// Splits bytes into lines, in linear time.
public struct LineBuffer: Sendable {
    public enum Line: Equatable, Sendable {
        /// Without its newline.
        case line([UInt8])
        /// A line longer than the limit, whose bytes are dropped.
        case tooLong
    }

    /// In bytes, without the newline.
    public let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    /// There is no newline before this index.
    private var searched = 0
    private var isDiscarding = false
    private static let keptCapacity = 64 * 1024

    public init(limit: Int = .max) {
        self.limit = limit
    }

    public mutating func append(_ new: UnsafeRawBufferPointer) {
        if start > 1 << 20 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    public mutating func nextLine() -> Line? {
        guard let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            if start == bytes.count { empty() }
            searched = bytes.count
            if searched - start > limit {
                isDiscarding = true
                bytes.removeAll(keepingCapacity: true)
                (start, searched) = (0, 0)
            }
            return nil
        }
        return finish(end: newline, next: newline + 1)
    }

    /// A long line must not hold its memory for years.
    private mutating func empty() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        (start, searched) = (0, 0)
    }

    /// The bytes after the last newline, at the end of the input.
    public mutating func lastLine() -> Line? {
        guard start < bytes.count || isDiscarding else { return nil }
        return finish(end: bytes.count, next: bytes.count)
    }

    private mutating func finish(end: Int, next: Int) -> Line {
        defer {
            (start, searched) = (next, next)
            isDiscarding = false
        }
        return isDiscarding || end - start > limit ? .tooLong : .line(Array(bytes[start..<end]))
    }
}
