/// The attributes of a start tag, as libxml2's SAX2 interface passes them: five pointers for each. They are only valid
/// during the call.
public struct XMLAttributes: Sequence, IteratorProtocol {
    /// An attribute.
    public struct Attribute {
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

        /// The trimmed value as a text.
        var text: String { String(decoding: trimmed, as: UTF8.self) }

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

    public mutating func next() -> Attribute? {
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

    /// The value of the attribute with this name without its prefix; nil if there is none.
    public subscript(_ name: StaticString) -> String? {
        first { $0.isNamed(name) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
