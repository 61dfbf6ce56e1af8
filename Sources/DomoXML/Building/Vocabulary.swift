import CLibXML2

/// The vocabulary of house files, as strings of a parser's dictionary: libxml2 interns every name, so that names can be
/// compared by address.
struct Vocabulary {
    static let houseNamespace = "urn:domo:house:1"

    let houseNamespace: UnsafePointer<UInt8>?
    let xmlNamespace: UnsafePointer<UInt8>?
    /// The namespaces whose elements are kept.
    private let keptNamespaces: [UnsafePointer<UInt8>?]
    private let words: [UnsafePointer<UInt8>?]
    private let englishWords: [(name: UnsafePointer<UInt8>?, word: Word)]

    /// - Parameters:
    ///   - dictionary: the parser's dictionary, which must outlive the vocabulary.
    ///   - keptNamespaces: the namespaces whose elements are kept.
    init(_ dictionary: xmlDictPtr?, keeping keptNamespaces: [String]) {
        self.keptNamespaces = keptNamespaces.map { xmlDictLookup(dictionary, $0, -1) }
        houseNamespace = xmlDictLookup(dictionary, Self.houseNamespace, -1)
        xmlNamespace = xmlDictLookup(dictionary, "http://www.w3.org/XML/1998/namespace", -1)
        words = Word.allCases.map { xmlDictLookup(dictionary, $0.spelling, -1) }
        englishWords = Word.allCases.compactMap { word in
            word.englishSpelling.map { (xmlDictLookup(dictionary, $0, -1), word) }
        }
    }

    /// Whether elements in the namespace are kept.
    func keeps(_ namespace: UnsafePointer<UInt8>?) -> Bool { namespace != nil && keptNamespaces.contains(namespace) }

    /// The word with this name, in any namespace.
    func word(_ name: UnsafePointer<UInt8>) -> Word? {
        words.withUnsafeBufferPointer { words in
            for number in words.indices where words[number] == name { return Word(rawValue: UInt8(number)) }
            return englishWords.first { $0.name == name }?.word
        }
    }
}
