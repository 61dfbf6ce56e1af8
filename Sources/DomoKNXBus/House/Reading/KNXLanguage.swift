/// The language of the words of `urn:domo:knx:1`. A file uses one throughout.
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
