import CLibXML2

/// The attributes of the tag that is being reported. They live for the call alone.
struct XMLAttributes {
    private let count: Int
    /// Five for each: local name, prefix, namespace, begin and end of the value.
    private let fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(count: Int, fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        self.count = count
        self.fields = fields
    }

    /// The value of the attribute with that local name, nil where there is none.
    subscript(_ name: StaticString) -> String? {
        guard let fields else { return nil }
        for place in 0..<count {
            guard let local = fields[place * 5], name.isSpelled(local), let begin = fields[place * 5 + 3],
                let end = fields[place * 5 + 4]
            else { continue }
            return String(decoding: UnsafeBufferPointer(start: begin, count: end - begin), as: UTF8.self)
        }
        return nil
    }

    /// The same, and nil where it is empty.
    func filled(_ name: StaticString) -> String? {
        let value = self[name]
        return value?.isEmpty == true ? nil : value
    }
}

extension StaticString {
    fileprivate func isSpelled(_ text: UnsafePointer<xmlChar>) -> Bool {
        for place in 0..<utf8CodeUnitCount where text[place] != utf8Start[place] { return false }
        return text[utf8CodeUnitCount] == 0
    }
}
