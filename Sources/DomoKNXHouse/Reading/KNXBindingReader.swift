public import DomoModel

/// Reads the elements of `urn:domo:knx:1` in house files: the bindings to the bus.
public struct KNXBindingReader {
    public static let namespace = "urn:domo:knx:1"

    let index: HouseIndex
    private var elements: HouseIndex.PathFinder
    var bindings = KNXBindings()
    private var faults = KNXFaultList()
    /// The language of each file: that of most of its nodes, or else of the first.
    private let languages: [String: KNXLanguage]
    /// Where each facet is bound.
    var facetPositions: [FacetName: String] = [:]
    var scenePositions: [SceneNumber: String] = [:]
    var exposurePositions: [Exposed: String] = [:]

    /// Reads the bindings; invalid ones are left out.
    ///
    /// - `nodes`: Nodes of other namespaces are ignored.
    /// - Returns: The bindings and the first 50 errors. `KNXBindingCheck` finds suspicious combinations of valid
    ///   bindings.
    public static func read(
        _ nodes: [ExtensionNode],
        of index: HouseIndex
    ) -> (bindings: KNXBindings, faults: [KNXBindingFault]) {
        var reader = KNXBindingReader(index, languages: languages(of: nodes))
        for node in nodes where node.namespace == namespace {
            reader.read(node)
            guard !reader.faults.isFull else { break }
        }
        reader.refuseEchoes()
        return (reader.bindings, reader.faults.kept)
    }

    private init(_ index: HouseIndex, languages: [String: KNXLanguage]) {
        self.index = index
        self.languages = languages
        elements = HouseIndex.PathFinder(index)
    }

    private static func languages(of nodes: [ExtensionNode]) -> [String: KNXLanguage] {
        /// Positive if more nodes are English.
        var balance: [String: Int] = [:]
        var first: [String: KNXLanguage] = [:]
        func count(_ node: ExtensionNode) {
            if let language = KNXLanguage.allCases.first(where: { KNXTag(node.name, in: $0) != nil }) {
                balance[node.file, default: 0] += language == .english ? 1 : -1
                first[node.file] = first[node.file] ?? language
            }
            for child in node.children where child.namespace == namespace { count(child) }
        }
        for node in nodes where node.namespace == namespace { count(node) }
        return first.reduce(into: [:]) { languages, entry in
            let balance = balance[entry.key] ?? 0
            languages[entry.key] = balance == 0 ? entry.value : balance > 0 ? .english : .spanish
        }
    }

    // MARK: Faults

    mutating func report(_ fault: KNXBindingFault) { faults.append(fault) }

    mutating func fail(_ node: ExtensionNode, _ message: String, _ hint: String) {
        report(KNXBindingFault(.error, file: node.file, line: node.line, column: node.column, message, hint: hint))
    }

    mutating func fail(_ node: KNXNode, _ message: String, _ hint: String) { fail(node.node, message, hint) }

    // MARK: Nodes

    private mutating func read(_ node: ExtensionNode) {
        switch node.owner {
        case .element(let path):
            guard let element = elements.element(at: path) else {
                return fail(node, "there is no element \(path)", "move it into an element of the file")
            }
            guard let node = known(node, among: KNXTag.ofElement, in: index[element].name) else { return }
            switch node.tag {
            case .scene: readScene(node)
            case .expose: readExposure(node, of: element, at: path)
            case .binary, .level, .motion, .value, .colour, .saturation, .brightness, .white, .listen, .word:
                if index[element].isVirtual {
                    readVirtual(node, of: element, at: path)
                } else {
                    readFacet(node, of: element, at: path)
                }
            }
        case .place(let path):
            guard let node = known(node, among: KNXTag.ofPlace, in: path) else { return }
            switch node.tag {
            case .scene: readScene(node)
            case .expose, .binary, .level, .motion, .value, .colour, .saturation, .brightness, .white, .listen, .word:
                readExposure(node, at: path)
            }
        }
    }

    /// The valid children; errors in the others are reported.
    mutating func children(of node: KNXNode) -> [KNXNode] {
        var children: [KNXNode] = []
        for child in node.node.children {
            switch child.namespace {
            case Self.namespace:
                if let known = known(child, among: node.tag.children, in: node.shown) { children.append(known) }
            case "", "urn:domo:house:1":
                fail(
                    child,
                    "<\(KNXText.shown(child.name))> in \(node.shown) is not in the namespace \(Self.namespace)",
                    "use the same prefix as for \(node.shown)"
                )
            default: break
            }
        }
        return children
    }

    /// - Parameter holder: The name of what contains the node.
    private mutating func known(_ node: ExtensionNode, among tags: [KNXTag], in holder: String) -> KNXNode? {
        guard let (tag, language) = word(of: node, in: holder, tags) else { return nil }
        guard languages[node.file, default: language] == language else {
            fail(
                node,
                "<\(node.name)> is \(language.name), but the file is \(language.other.name)",
                "write <\(tag.spelling(in: language.other))>; a file uses only one of the two languages"
            )
            return nil
        }
        guard tags.contains(tag) else {
            let homes = KNXTag.allCases.filter { $0.children.contains(tag) }.map { "<\($0.spelling(in: language))>" }
            let isOfElement = KNXTag.ofElement.contains(tag)
            fail(
                node,
                "misplaced element <\(node.name)> in \(KNXText.shown(holder))",
                "it belongs in " + (isOfElement ? "a device or a service" : KNXText.list(homes, "or"))
            )
            return nil
        }
        var wrong: [(String, String)] = []
        let known = KNXNode(tag, in: language, node) { wrong.append(($0, $1)) }
        for (message, hint) in wrong { fail(node, message, hint) }
        if tag.children.isEmpty { _ = children(of: known) }
        return known
    }

    private mutating func word(
        of node: ExtensionNode,
        in holder: String,
        _ tags: [KNXTag]
    ) -> (tag: KNXTag, language: KNXLanguage)? {
        for language in KNXLanguage.allCases {
            if let tag = KNXTag(node.name, in: language) { return (tag, language) }
        }
        let message = "unknown element <\(KNXText.shown(node.name))> in \(KNXText.shown(holder))"
        let ofFile = languages[node.file].map { [$0] } ?? KNXLanguage.allCases
        let names = ofFile.flatMap { language in tags.map { $0.spelling(in: language) } }
        if let closest = closestWord(to: node.name, among: names) {
            fail(node, message, "did you mean <\(closest)>?")
        } else if names.isEmpty {
            fail(node, message, "no elements are allowed here")
        } else {
            fail(node, message, "expected \(KNXText.list(names.map { "<\($0)>" }, "or"))")
        }
        return nil
    }
}
