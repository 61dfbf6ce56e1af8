import CLibXML2

/// The vocabulary of house files, as strings of a parser's dictionary: libxml2 interns every name, so that names can be
/// compared by address.
struct Vocabulary {
    static let houseNamespace = "urn:domo:house:1"
    /// The namespaces of domo, of which a version without KNX keeps only the first.
    static let ownNamespaces = [houseNamespace, "urn:domo:knx:1"]

    let houseNamespace: UnsafePointer<UInt8>?
    let xmlNamespace: UnsafePointer<UInt8>?
    /// The namespaces whose elements are kept.
    private let keptNamespaces: [UnsafePointer<UInt8>?]
    private let spanishWords: [UnsafePointer<UInt8>?]
    private let englishWords: [UnsafePointer<UInt8>?]

    /// - Parameters:
    ///   - dictionary: the parser's dictionary, which must outlive the vocabulary.
    ///   - keptNamespaces: the namespaces whose elements are kept.
    init(_ dictionary: xmlDictPtr?, keeping keptNamespaces: [String]) {
        self.keptNamespaces = keptNamespaces.map { xmlDictLookup(dictionary, $0, -1) }
        houseNamespace = xmlDictLookup(dictionary, Self.houseNamespace, -1)
        xmlNamespace = xmlDictLookup(dictionary, "http://www.w3.org/XML/1998/namespace", -1)
        spanishWords = Word.allCases.map { xmlDictLookup(dictionary, $0.spelling(in: .spanish), -1) }
        englishWords = Word.allCases.map { xmlDictLookup(dictionary, $0.spelling(in: .english), -1) }
    }

    /// Whether elements in the namespace are kept.
    func keeps(_ namespace: UnsafePointer<UInt8>?) -> Bool { namespace != nil && keptNamespaces.contains(namespace) }

    /// The word with this name, in any namespace.
    func word(_ name: UnsafePointer<UInt8>, in language: HouseLanguage) -> Word? {
        language.pick(spanishWords, englishWords).withUnsafeBufferPointer { words in
            for number in words.indices where words[number] == name { return Word(rawValue: UInt8(number)) }
            // ReadOnly was accepted before there were English files.
            return name == englishWords[Int(Word.readOnly.rawValue)] ? .readOnly : nil
        }
    }

    /// The language of a file with this root; nil if it is not the root of a house file.
    func language(ofRoot name: UnsafePointer<UInt8>) -> HouseLanguage? {
        HouseLanguage.allCases.first { word(name, in: $0) == .houses }
    }
}
