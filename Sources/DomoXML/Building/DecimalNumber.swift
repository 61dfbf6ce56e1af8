import DomoModel

/// The numbers of house files: `21`, `-3.5`. An optional minus, one to twelve digits, and optionally a point with one
/// to nine digits. No exponent and no plus, so that a schema can describe the same format.
enum DecimalNumber {
    static let form = "a number like 21 or -0.5"

    /// - Returns: nil for any other text.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Decimal? {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }),
            (1...12).contains(parts[0].count), parts.count == 1 || (1...9).contains(parts[1].count)
        else { return nil }
        return Decimal(anySpelling: String(decoding: bytes, as: UTF8.self))
    }
}
