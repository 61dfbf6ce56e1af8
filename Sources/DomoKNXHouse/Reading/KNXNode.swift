import DomoModel

/// A node with a known tag, and the values of its known attributes.
struct KNXNode {
    let tag: KNXTag
    let language: KNXLanguage
    let node: ExtensionNode
    private(set) var values: [KNXAttribute: String] = [:]

    /// - Parameter report: Called with the message and the hint for each unknown attribute.
    init(_ tag: KNXTag, in language: KNXLanguage, _ node: ExtensionNode, report: (String, String) -> Void) {
        self.tag = tag
        self.language = language
        self.node = node
        let known = Dictionary(uniqueKeysWithValues: tag.attributes.map { ($0.spelling(in: language), $0) })
        for attribute in node.attributes {
            if let word = known[attribute.name] {
                values[word] = attribute.value
            } else {
                let (message, hint) = fault(of: attribute.name)
                report(message, hint)
            }
        }
    }

    private func fault(of name: String) -> (message: String, hint: String) {
        let names = tag.attributes.map { $0.spelling(in: language) }
        if let word = tag.attributes.first(where: { $0.spelling(in: language.other) == name }) {
            return (
                "the attribute \(name) of \(shown) is \(language.other.name), but the element is \(language.name)",
                "write \(word.spelling(in: language))"
            )
        }
        let message = "unknown attribute \(KNXText.shown(name)) of \(shown)"
        guard let closest = closestWord(to: name, among: names) else {
            return (message, "expected \(KNXText.list(names, "or"))")
        }
        return (message, "did you mean \(closest)?")
    }

    /// As a message writes it: `<Binario>`.
    var shown: String { "<\(tag.spelling(in: language))>" }

    /// `house.xml:12:7`
    var position: String { "\(node.file):\(node.line):\(node.column)" }

    func has(_ attribute: KNXAttribute) -> Bool { values[attribute] != nil }

    /// The name of the attribute in the language of the node.
    func word(_ attribute: KNXAttribute) -> String { attribute.spelling(in: language) }
}
