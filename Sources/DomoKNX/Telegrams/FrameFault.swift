/// Why bytes are not a frame, or a frame has no bytes.
public struct FrameFault: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// The bytes end before the frame does.
        case tooShort
        /// A length in the frame contradicts another, or the number of bytes.
        case wrongLength
        /// The bytes don't begin as a KNXnet/IP frame of version 1.0 does.
        case wrongHeader
        /// A field holds what the specification reserves or forbids.
        case invalid
        /// The data is longer than a frame can carry.
        case tooLong
    }

    public var code: Code
    /// What is wrong, with the value: `the frame says 20 octets and has 18`.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
