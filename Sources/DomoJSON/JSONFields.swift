/// The plain values of a JSON object.
public enum JSONFields {
    /// Reads the values that are texts, numbers or booleans; others are left out.
    ///
    /// - Returns: in the order of their names; nil if the bytes are not a JSON object.
    public static func read(_ bytes: [UInt8]) -> [(name: String, text: String)]? {
        guard let document = JSONDocument(bytes), document.root.isObject else { return nil }
        return document.root.keys.sorted().compactMap { key in document.root[key]?.text.map { (key, $0) } }
    }
}
