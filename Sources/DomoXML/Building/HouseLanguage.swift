/// The language of the words of a house file: that of its root. A file uses it throughout.
enum HouseLanguage: CaseIterable {
    case spanish, english

    func pick<Value>(_ spanish: Value, _ english: Value) -> Value { self == .spanish ? spanish : english }

    /// For messages: `English`
    var name: String { pick("Spanish", "English") }
}
