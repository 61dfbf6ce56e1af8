/// A short hash that distinguishes versions of a content. It is not cryptographic.
public enum ContentTag {
    /// FNV-1a, 64 bits, in hexadecimal.
    public static func of(_ bytes: some Sequence<UInt8>) -> String {
        let hash = bytes.withContiguousStorageIfAvailable(hash) ?? Array(bytes).withUnsafeBufferPointer(hash)
        return String(hash, radix: 16)
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
