/// The language of the names in `urn:domo:knx:1`. A file uses only one language.
enum KNXLanguage: Hashable, CaseIterable {
    case spanish, english

    var name: String {
        switch self {
        case .spanish: "Spanish"
        case .english: "English"
        }
    }

    var other: KNXLanguage { self == .spanish ? .english : .spanish }

    func pick(_ spanish: String, _ english: String) -> String { self == .spanish ? spanish : english }
}
