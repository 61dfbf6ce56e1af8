/// The attributes of one start tag, as libxml2's SAX2 interface hands them over: five pointers for each. They live as
/// long as the call.
struct Attributes {
    struct Attribute {
        /// Without the prefix.
        var name: UnsafePointer<UInt8>
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        /// With the white space around it.
        var value: UnsafeBufferPointer<UInt8>

        /// The value without the white space around it.
        var trimmed: UnsafeBufferPointer<UInt8> {
            var slice = value[...]
            while let first = slice.first, isXMLSpace(first) { slice.removeFirst() }
            while let last = slice.last, isXMLSpace(last) { slice.removeLast() }
            return UnsafeBufferPointer(rebasing: slice)
        }

        func isNamed(_ other: StaticString) -> Bool {
            other.withUTF8Buffer { other in
                for (index, byte) in other.enumerated() where name[index] != byte { return false }
                return name[other.count] == 0
            }
        }
    }

    var count: Int
    var fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// - Parameter body: gets one after the other in the order of the file.
    func forEach(_ body: (Attribute) -> Void) {
        guard let fields else { return }
        for number in 0..<count {
            let attribute = fields + 5 * number
            guard let name = attribute[0], let start = attribute[3], let end = attribute[4] else { continue }
            body(
                Attribute(
                    name: name, prefix: attribute[1], namespace: attribute[2],
                    value: UnsafeBufferPointer(start: start, count: end - start)
                )
            )
        }
    }
}
