import Glibc
package import NIOCore

/// Splits the input of a client into lines. Holds no more than one line and what was read with it.
package struct LineBuffer {
    /// The maximum length of a line without its end, in bytes.
    package static let maxLineLength = 64 * 1024
    /// What every client may have sent without being counted, in bytes.
    package static let small = 8 * 1024

    package enum Line: Equatable {
        case text(String)
        /// Longer than 64 KiB; it was discarded.
        case tooLong
        case notUTF8
    }

    private var bytes = ByteBuffer()
    /// The number of readable bytes known to contain no line end.
    private var scanned = 0
    /// True in the middle of a line that is too long.
    private var isDiscarding = false

    /// The allocated memory, in bytes.
    package var capacity: Int { bytes.capacity }

    /// How much was read and not returned yet, in bytes.
    package var count: Int { bytes.readableBytes }

    /// True if the last line is incomplete.
    package var hasPart: Bool { bytes.readableBytes > 0 || isDiscarding }

    package init() {}

    package mutating func append(_ more: ByteBuffer) {
        if bytes.readableBytes == 0 {
            bytes = more
        } else {
            // Otherwise the buffer would grow forever if no read ends at the end of a line.
            bytes.discardReadBytes()
            bytes.writeImmutableBuffer(more)
        }
    }

    /// The next whole line; nil until there is one.
    package mutating func next() -> Line? {
        guard let end = lineEnd() else {
            scanned = bytes.readableBytes
            if isDiscarding || scanned > Self.maxLineLength {
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
        if isDiscarding || end > Self.maxLineLength {
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

    /// Removes the next whole line if the body knows its meaning.
    ///
    /// - Parameter body: takes the line without its line feed; nil leaves it for `next`.
    package mutating func next<Meaning>(knownTo body: (UnsafeRawBufferPointer) -> Meaning?) -> Meaning? {
        guard !isDiscarding, let end = lineEnd() else { return nil }
        let meaning = bytes.withUnsafeReadableBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        guard let meaning else { return nil }
        bytes.moveReaderIndex(forwardBy: end + 1)
        scanned = 0
        return meaning
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
