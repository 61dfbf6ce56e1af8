import CLibXML2
import DomoModel

// Elements and attributes that a house file can't contain.
extension HouseBuilder {
    mutating func refuse(
        _ name: UnsafePointer<UInt8>,
        namespace: UnsafePointer<UInt8>?,
        in context: HouseContext
    ) {
        let position = locator.startTag
        var shown = "<\(shortened(String(cString: name)))>"
        if let namespace { shown += " (\(shortened(String(cString: namespace))))" }
        if case .document = context {
            fail(at: position, "the root is \(shown)", "expected <Viviendas> or <Houses>, in no namespace")
            return stop()
        }
        guard let word = vocabulary.word(name, in: language) else {
            let other = language.pick(HouseLanguage.english, .spanish)
            if let word = vocabulary.word(name, in: other) {
                noteRefused(word)
                return fail(
                    at: position,
                    "\(shown) is \(other.name), and the file begins in \(language.name)",
                    "expected \(tag(word)): a file uses the words of one language"
                )
            }
            let meant = closestWord(to: name, isExtension: namespace != nil, in: context)
            if let meant {
                noteRefused(meant)
                misspelled.append((String(cString: name), meant))
            }
            return fail(
                at: position,
                "unknown element \(shown) in \(context.tag(in: language))",
                meant.map { "did you mean \(tag($0))?" } ?? context.expected(in: language)
            )
        }
        if word.isExtension, namespace == nil {
            fail(
                at: position,
                "\(shown) has no namespace",
                "expected <d:\(word.spelling(in: language))>, with xmlns:d=\"\(Vocabulary.houseNamespace)\" in the first tag"
            )
        } else if !word.isExtension, namespace != nil {
            fail(at: position, "\(shown) has a namespace", "expected none")
        } else {
            fail(
                at: position,
                "misplaced element \(shown) in \(context.tag(in: language))",
                context.expected(in: language)
            )
        }
    }

    private func closestWord(to name: UnsafePointer<UInt8>, isExtension: Bool, in context: HouseContext) -> Word? {
        let words = Word.allCases.filter { $0.isExtension == isExtension && context.accepts($0) }
        let closest = DomoModel.closestWord(to: String(cString: name), among: words.map { $0.spelling(in: language) })
        return words.first { $0.spelling(in: language) == closest }
    }

    /// Whether an end tag only fails to match because its start tag was misspelled, which has been reported.
    func isMisspelled(startTag: String, endTag: String) -> Bool {
        misspelled.contains { $0.spelled == startTag && $0.meant.spelling(in: language) == endTag }
    }

    /// A word of the other language, or a misspelled one, counts as present, so that it is not also reported as missing.
    private mutating func noteRefused(_ word: Word) {
        if word == .type { element.hasWrongType = true }
        guard word == .name else { return }
        if element.isOpen {
            element.name.line = locator.startTag.line
        } else if !places.isEmpty {
            places[places.count - 1].name.line = locator.startTag.line
        }
    }

    /// Elements of other programs' namespaces are ignored, but a misspelled namespace of domo would lose what they say.
    ///
    /// - Returns: whether it is one.
    mutating func refuseMisspelled(namespace: UnsafePointer<UInt8>) -> Bool {
        let name = String(cString: namespace)
        guard name.lowercased().hasPrefix("urn:domo"), !Vocabulary.ownNamespaces.contains(name) else { return false }
        if misspelledNamespaces.insert(name).inserted {
            fail(
                at: locator.startTag,
                "unknown namespace \(shortened(name))",
                "expected \(Vocabulary.ownNamespaces.joined(separator: " or "))"
            )
        }
        return true
    }

    mutating func refuseAttributes(_ attributes: XMLAttributes, of word: Word) {
        guard attributes.count > 0 else { return }
        for attribute in attributes {
            refuseUnlessForeign(attribute, of: word, expected: "expected no attributes")
        }
    }

    /// Refuses an attribute, unless it is in a namespace of other programs.
    mutating func refuseUnlessForeign(_ attribute: XMLAttributes.Attribute, of word: Word, expected: String) {
        let isOwn =
            attribute.namespace == nil
            ? attribute.prefix == nil
            : attribute.namespace == vocabulary.houseNamespace || vocabulary.keeps(attribute.namespace)
        guard isOwn else { return }
        let name = shortened(String(cString: attribute.name))
        fail(at: locator.startTag, "unknown attribute \(name) of \(tag(word))", expected)
    }
}
