/// Finds tags with very many attributes before libxml2 reads them: it compares each attribute with all others of its tag, so
/// that 900 KB of one tag take a minute.
public struct XMLTagBound: Sendable {
    /// The maximum number of equals signs outside of the quotes of a tag.
    public static let maxAttributes = 256

    private enum State {
        /// Text, or a comment, section, instruction or document type.
        case outside
        /// After `<`.
        case opened
        case tag
        case quotes(UInt8)
    }

    private var state = State.outside
    private var count = 0
    /// Whether the file is in UTF-16 or UTF-32: then a byte of another character may look like a quote, and all equals signs up to
    /// the next tag count.
    private var isWide = false

    public init() {}

    /// Reads the next bytes of a file, in UTF-8 or any encoding that has the bytes of ASCII.
    ///
    /// - Returns: whether a tag has too many attributes.
    public mutating func isExceeded(in bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes {
            // Also in quotes, where it is not allowed: then the file is not XML, and the parser stops there.
            if byte == UInt8(ascii: "<") {
                (state, count) = (.opened, 0)
                continue
            }
            if byte == 0 {
                isWide = true
                continue
            }
            if isWide, count > 0 || byte == UInt8(ascii: "=") {
                if case .outside = state { continue }
                count += byte == UInt8(ascii: "=") ? 1 : 0
                if count > Self.maxAttributes { return true }
                continue
            }
            switch state {
            case .outside: continue
            case .opened where !isWide && (byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")): state = .outside
            case .opened, .tag:
                state = .tag
                switch byte {
                case UInt8(ascii: ">") where !isWide: state = .outside
                case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quotes(byte)
                case UInt8(ascii: "="):
                    count += 1
                    if count > Self.maxAttributes { return true }
                default: break
                }
            case .quotes(let quote): if byte == quote { state = .tag }
            }
        }
        return false
    }
}
