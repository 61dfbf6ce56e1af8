/// The attributes of a start tag, as libxml2's SAX2 interface passes them: five pointers for each. They are only valid
/// during the call.
struct Attributes: Sequence, IteratorProtocol {
    struct Attribute {
        /// Without the prefix.
        var name: UnsafePointer<UInt8>
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        /// With leading and trailing white space.
        var value: UnsafeBufferPointer<UInt8>

        /// The value without leading and trailing white space.
        var trimmed: UnsafeBufferPointer<UInt8> {
            var slice = value[...]
            while let first = slice.first, isXMLSpace(first) { slice.removeFirst() }
            while let last = slice.last, isXMLSpace(last) { slice.removeLast() }
            return UnsafeBufferPointer(rebasing: slice)
        }

        private static let ampersand = Array("&#38;".utf8)

        /// The value as a text. The parser resolves all references but `&#38;`, an ampersand.
        var text: String {
            var bytes: [UInt8] = []
            var rest = trimmed[...]
            while let first = rest.first {
                bytes.append(first)
                let isReference = first == UInt8(ascii: "&") && rest.starts(with: Self.ampersand)
                rest = rest.dropFirst(isReference ? Self.ampersand.count : 1)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        func isNamed(_ other: StaticString) -> Bool {
            other.withUTF8Buffer { other in
                for (index, byte) in other.enumerated() where name[index] != byte { return false }
                return name[other.count] == 0
            }
        }
    }

    let count: Int
    let fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private var number = 0

    init(count: Int, fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
        self.count = count
        self.fields = fields
    }

    mutating func next() -> Attribute? {
        guard number < count, let fields else { return nil }
        let attribute = fields + 5 * number
        number += 1
        // Of the five, only prefix and namespace may be nil.
        return Attribute(
            name: attribute[0]!,
            prefix: attribute[1],
            namespace: attribute[2],
            value: UnsafeBufferPointer(start: attribute[3], count: attribute[4]! - attribute[3]!)
        )
    }
}
