/// Why bytes can't be decoded as a frame, or a frame can't be encoded.
public struct FrameFault: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// The bytes end before the frame does.
        case tooShort
        /// A length in the frame contradicts another, or the number of bytes.
        case wrongLength
        /// The bytes don't begin like a KNXnet/IP frame of version 1.0.
        case wrongHeader
        /// A field contains something that the specification reserves or forbids.
        case invalid
        /// The data is longer than a frame can carry.
        case tooLong
    }

    public var code: Code
    /// What is wrong, with the value: `the frame has 18 octets, but its header says 20`.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
