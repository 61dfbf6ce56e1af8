import CLibXML2

/// The words that a house file is written in, as the strings of one parser: libxml2 keeps every name once, so that two
/// are equal when their addresses are.
struct Vocabulary {
    static let houseNamespace = "urn:domo:house:1"

    let houseNamespace: UnsafePointer<UInt8>?
    let xmlNamespace: UnsafePointer<UInt8>?
    /// Those that somebody else reads: what stands in them is kept.
    private let keptNamespaces: [UnsafePointer<UInt8>?]
    private let words: [UnsafePointer<UInt8>?]
    private let englishWords: [(name: UnsafePointer<UInt8>?, word: Word)]

    /// - Parameters:
    ///   - dictionary: the parser's; it must outlive the vocabulary.
    ///   - keptNamespaces: namespaces that somebody else reads.
    init(_ dictionary: xmlDictPtr?, keeping keptNamespaces: [String]) {
        self.keptNamespaces = keptNamespaces.map { xmlDictLookup(dictionary, $0, -1) }
        houseNamespace = xmlDictLookup(dictionary, Self.houseNamespace, -1)
        xmlNamespace = xmlDictLookup(dictionary, "http://www.w3.org/XML/1998/namespace", -1)
        words = Word.allCases.map { xmlDictLookup(dictionary, $0.spelling, -1) }
        englishWords = Word.allCases.compactMap { word in
            word.englishSpelling.map { (xmlDictLookup(dictionary, $0, -1), word) }
        }
    }

    /// Whether what stands in the namespace is kept for somebody else.
    func keeps(_ namespace: UnsafePointer<UInt8>?) -> Bool { namespace != nil && keptNamespaces.contains(namespace) }

    /// The word with that name, whatever its namespace.
    func word(_ name: UnsafePointer<UInt8>) -> Word? {
        words.withUnsafeBufferPointer { words in
            for number in words.indices where words[number] == name { return Word(rawValue: UInt8(number)) }
            return englishWords.first { $0.name == name }?.word
        }
    }
}
