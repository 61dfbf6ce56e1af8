import CLibXML2

/// The attributes of the tag that is being reported. They are only valid during the call.
struct XMLAttributes {
    private let count: Int
    /// Five pointers for each: local name, prefix, namespace, start and end of the value.
    private let fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(count: Int, fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        self.count = count
        self.fields = fields
    }

    /// The value of the attribute with this local name; nil if there is none.
    subscript(_ name: StaticString) -> String? {
        guard let fields else { return nil }
        for index in 0..<count {
            guard let local = fields[index * 5], name.isSpelled(local), let begin = fields[index * 5 + 3],
                let end = fields[index * 5 + 4]
            else { continue }
            return String(decoding: UnsafeBufferPointer(start: begin, count: end - begin), as: UTF8.self)
        }
        return nil
    }

    /// The value; nil if it is missing or empty.
    func filled(_ name: StaticString) -> String? {
        let value = self[name]
        return value?.isEmpty == true ? nil : value
    }
}

extension StaticString {
    fileprivate func isSpelled(_ text: UnsafePointer<xmlChar>) -> Bool {
        for index in 0..<utf8CodeUnitCount where text[index] != utf8Start[index] { return false }
        return text[utf8CodeUnitCount] == 0
    }
}
