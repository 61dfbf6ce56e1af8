import Glibc
package import NIOCore

/// Cuts what comes in from a client into lines. Holds no more than one line and what was read with it.
package struct LineBuffer {
    /// Without the line's end, in bytes.
    package static let longestLine = 64 * 1024

    package enum Line: Equatable {
        case text(String)
        /// Longer than 64 KiB: all of it was thrown away.
        case tooLong
        case notUTF8
    }

    private var bytes = ByteBuffer()
    /// How many of the readable bytes are known to hold no line end.
    private var scanned = 0
    /// True in the middle of a line that is too long.
    private var isDiscarding = false

    /// How much memory it holds, in bytes.
    package var capacity: Int { bytes.capacity }

    /// True where a line was begun and not ended.
    package var hasPart: Bool { bytes.readableBytes > 0 || isDiscarding }

    package init() {}

    package mutating func append(_ more: ByteBuffer) {
        if bytes.readableBytes == 0 {
            bytes = more
        } else {
            // Otherwise a client whose lines never end with a read would make it grow for ever.
            bytes.discardReadBytes()
            bytes.writeImmutableBuffer(more)
        }
    }

    /// The next whole line, nil until there is one.
    package mutating func next() -> Line? {
        guard let end = lineEnd() else {
            scanned = bytes.readableBytes
            if isDiscarding || scanned > Self.longestLine {
                isDiscarding = true
                bytes.clear()
                scanned = 0
            } else if scanned == 0 {
                bytes = ByteBuffer()
            }
            return nil
        }
        scanned = 0
        defer { bytes.moveReaderIndex(forwardBy: end + 1) }
        if isDiscarding || end > Self.longestLine {
            isDiscarding = false
            return .tooLong
        }
        let text = bytes.withUnsafeReadableBytes { readable in
            let hasReturn = end > 0 && readable[end - 1] == UInt8(ascii: "\r")
            let line = UnsafeRawBufferPointer(rebasing: readable[..<(hasReturn ? end - 1 : end)])
            return String(validating: line, as: UTF8.self)
        }
        return text.map(Line.text) ?? .notUTF8
    }

    private func lineEnd() -> Int? {
        bytes.withUnsafeReadableBytes { readable in
            guard let start = readable.baseAddress, readable.count > scanned,
                let found = memchr(start + scanned, Int32(UInt8(ascii: "\n")), readable.count - scanned)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }
}
