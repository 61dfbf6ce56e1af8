import DomoModel

/// Makes houses of what the parser reports, and finds every fault that well-formed XML can have as a house file.
///
/// One house, its open sectors and at most one device or service are under construction at a time. A fault never stops
/// it: what is wrong is left out, and what follows is looked at as if it were right.
struct HouseBuilder: ~Copyable {
    /// How deep sectors nest: far deeper than a person means.
    static let deepestSector = 256
    /// Above the deepest sector its house and the root, below it an element and its name.
    static let deepestTag = deepestSector + 4

    let file: String
    let locator: Locator
    let vocabulary: Vocabulary

    var diagnostics = DiagnosticList()
    private(set) var houses: [House] = []
    private(set) var origins: [HouseReading.Origin] = []
    private(set) var hasRoot = false
    /// The start tags that wait for their end tags.
    private(set) var depth = 0
    /// Nothing that follows is worth reading.
    private(set) var isStopped = false

    /// Open houses and sectors, the house first.
    var places: [OpenPlace] = []
    var element = OpenElement()
    /// The element of text or attributes alone that is open, and where it began.
    private var field: Word?
    var fieldPosition = SourcePosition(line: 1, column: 1)
    var text = TextCollector()
    /// The language of the open label.
    var language = ""
    /// The nodes that are kept for whoever reads their namespaces, and those of them whose end tags have not come.
    var nodes: [ExtensionNode] = []
    var openNodes: [ExtensionNode] = []
    /// Above 0 inside of what is not looked at: that many tags are open.
    private var skipped = 0
    /// Stray text is reported once between two tags.
    private var isStrayTextReported = false

    var names = HouseNames()
    private var placeCount: Int32 = 0

    init(file: String, locator: Locator, vocabulary: Vocabulary) {
        self.file = file
        self.locator = locator
        self.vocabulary = vocabulary
    }

    mutating func stop() { isStopped = true }

    // MARK: Faults

    mutating func report(
        _ severity: Diagnostic.Severity,
        at position: SourcePosition,
        _ found: String,
        _ expected: String
    ) {
        diagnostics.append(
            Diagnostic(
                file: file,
                line: Int(position.line),
                column: Int(position.column),
                severity: severity,
                message: "\(found); \(expected)"
            )
        )
        if diagnostics.isFull { stop() }
    }

    mutating func fail(at position: SourcePosition, _ found: String, _ expected: String) {
        report(.error, at: position, found, expected)
    }

    // MARK: What the parser reports

    mutating func start(
        _ name: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?,
        namespace: UnsafePointer<UInt8>?,
        attributes: Attributes
    ) {
        guard !isStopped else { return }
        depth += 1
        isStrayTextReported = false
        guard depth <= Self.deepestTag else { return refuseDepth() }
        guard skipped == 0 else {
            skipped += 1
            return
        }
        let isExtension = namespace != nil && namespace == vocabulary.houseNamespace
        let word = vocabulary.word(name).flatMap { $0.isExtension == isExtension ? $0 : nil }
        let isForeign = (namespace != nil && !isExtension) || (namespace == nil && prefix != nil)
        if !openNodes.isEmpty {
            // What lost its prefix must not be lost with it: it is kept too, for whoever reads the node to refuse.
            guard isForeign, !vocabulary.keeps(namespace) else {
                return openNode(name, namespace: namespace, attributes: attributes)
            }
            skipped = 1
            return
        }
        let context = context
        if let word, !isForeign, context.accepts(word) {
            open(word, attributes: attributes)
        } else if context.ownsForeignTags, vocabulary.keeps(namespace) {
            openNode(name, namespace: namespace, attributes: attributes)
        } else {
            skipped = 1
            if vocabulary.keeps(namespace), context.ignoresForeignTags { return refuseNode(name, in: context) }
            if !isForeign || !context.ignoresForeignTags { refuse(name, namespace: namespace, in: context) }
        }
    }

    mutating func end() {
        guard !isStopped else { return }
        depth -= 1
        isStrayTextReported = false
        if skipped > 0 {
            skipped -= 1
        } else if !openNodes.isEmpty {
            closeNode()
        } else if let field {
            self.field = nil
            closeField(field)
        } else if element.isOpen {
            closeElement()
        } else if !places.isEmpty {
            closePlace()
        } else if houses.isEmpty, !diagnostics.hasErrors {
            report(.warning, at: locator.current, "<Viviendas> holds no house", "it should hold a <Vivienda>")
        }
    }

    /// - Parameter isSection: they stand in a CDATA section, or are the part of one that was read so far.
    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool = false) {
        guard skipped == 0, !isStopped else { return }
        if let field, field.holdsText {
            text.append(bytes)
        } else if let node = openNodes.last {
            // What is not of its namespace is refused as a whole by whoever reads the node.
            guard node.namespace == openNodes[0].namespace else { return }
            guard !isStrayTextReported, bytes.contains(where: { !isXMLSpace($0) }) else { return }
            isStrayTextReported = true
            fail(
                at: isSection ? locator.section(bytes) : locator.text(bytes),
                "text in <\(shortened(node.name))>",
                "it holds nothing but attributes and elements"
            )
        } else if !isStrayTextReported, bytes.contains(where: { !isXMLSpace($0) }) {
            isStrayTextReported = true
            fail(
                at: isSection ? locator.section(bytes) : locator.text(bytes),
                "text in \(context.tag)",
                "\(context.expected), no text of its own"
            )
        }
    }

    // MARK: Where it is

    /// The innermost open tag that is looked at.
    private var context: HouseContext {
        if let field { return .field(field) }
        if element.isOpen { return .element(element.kind) }
        switch places.count {
        case 0: return hasRoot ? .houses : .document
        case 1: return .house
        default: return .sector
        }
    }

    private mutating func refuse(
        _ name: UnsafePointer<UInt8>,
        namespace: UnsafePointer<UInt8>?,
        in context: HouseContext
    ) {
        let position = locator.startTag
        var shown = "<\(shortened(String(cString: name)))>"
        if let namespace { shown += " (\(shortened(String(cString: namespace))))" }
        if case .document = context {
            fail(at: position, "the root is \(shown)", "expected <Viviendas>, in no namespace")
            return stop()
        }
        guard let word = vocabulary.word(name) else {
            return fail(at: position, "unknown element \(shown) in \(context.tag)", context.expected)
        }
        if word.isExtension, namespace == nil {
            fail(at: position, "\(shown) has no namespace", "it belongs to \(Vocabulary.houseNamespace)")
        } else if !word.isExtension, namespace != nil {
            fail(at: position, "\(shown) has a namespace", "it belongs to none")
        } else {
            fail(at: position, "misplaced element \(shown) in \(context.tag)", context.expected)
        }
    }

    /// What a file that ends now lacks.
    var missingEnd: String {
        switch context {
        case .document: context.expected
        case _ where !openNodes.isEmpty: missingEndOfNode
        case .field(let word): "expected </\(word.spelling)> for the one of line \(fieldPosition.line)"
        case .element(let kind):
            "expected </\(kind == .device ? "Dispositivo" : "Servicio")> for the one of line \(element.position.line)"
        case .house, .sector:
            "expected </\(places.count == 1 ? "Vivienda" : "Sector")> for the one of line \(places[places.count - 1].position.line)"
        case .houses: "expected </Viviendas>"
        }
    }

    private mutating func refuseDepth() {
        fail(
            at: locator.startTag,
            "the file is nested too deep",
            "sectors may nest \(Self.deepestSector) deep"
        )
        stop()
    }

    // MARK: Opening

    private mutating func open(_ word: Word, attributes: Attributes) {
        let position = locator.startTag
        if word != .name { noteContent(word) }
        switch word {
        case .houses:
            hasRoot = true
        case .house, .sector:
            guard places.count <= Self.deepestSector else { return refuseDepth() }
            placeCount += 1
            places.append(OpenPlace(number: placeCount, position: position, errorCount: diagnostics.errorCount))
        case .device, .service:
            element.open(word == .device ? .device : .service, at: position, firstNode: nodes.count)
        default:
            field = word
            fieldPosition = position
            text.reset()
            openField(word, attributes: attributes)
            return
        }
        refuseAttributes(attributes, of: word)
    }

    /// Remembers that something stood before the name, if there was no name yet.
    private mutating func noteContent(_ word: Word) {
        if element.isOpen {
            element.name.hasContentBefore = element.name.hasContentBefore || element.name.line == 0
        } else if let last = places.indices.last {
            places[last].name.hasContentBefore = places[last].name.hasContentBefore || places[last].name.line == 0
        }
    }

    mutating func refuseAttributes(_ attributes: Attributes, of word: Word) {
        guard attributes.count > 0 else { return }
        for attribute in attributes {
            refuseUnlessForeign(attribute, of: word, expected: "\(word.tag) has no attributes")
        }
    }

    /// Attributes of other namespaces are other programs' business.
    mutating func refuseUnlessForeign(_ attribute: Attributes.Attribute, of word: Word, expected: String) {
        let isOwn =
            attribute.namespace == nil
            ? attribute.prefix == nil
            : attribute.namespace == vocabulary.houseNamespace || vocabulary.keeps(attribute.namespace)
        guard isOwn else { return }
        let name = shortened(String(cString: attribute.name))
        fail(at: locator.startTag, "unknown attribute \(name) of \(word.tag)", expected)
    }

    // MARK: Closing

    private mutating func closeElement() {
        element.isOpen = false
        if element.name.line == 0 {
            fail(at: element.position, "\(element.tag) has no <Nombre>", "a <Nombre> must come first in it")
        }
        if element.types.isEmpty, !element.hasWrongType {
            fail(at: element.position, "\(element.tag) has no <Tipo>", "expected at least one, \(Self.typeNumbers)")
        }
        let draft = element.draft
        if let draft {
            checkRange(draft)
            settleReadOnly(draft)
        }
        if element.firstNode < nodes.count { settleNodesOfElement() }
        let last = places.count - 1
        places[last].elements.append(
            Element(name: element.name.text, kind: element.kind, types: element.types, details: draft?.details)
        )
    }

    private mutating func checkRange(_ draft: DetailsDraft) {
        guard let minimum = draft.minimum, let maximum = draft.maximum, minimum > maximum else { return }
        fail(
            at: element.position,
            "<Minimo> \(minimum) is above <Maximo> \(maximum)",
            "the minimum is at most the maximum"
        )
    }

    private mutating func settleReadOnly(_ draft: DetailsDraft) {
        guard let types = draft.readOnly else { return }
        if types.isEmpty { draft.readOnly = element.types }
        for type in types where !element.types.contains(type) && !element.hasWrongType {
            let own = element.types.map { String($0.rawValue) }.joined(separator: ", ")
            fail(
                at: draft.readOnlyPosition,
                "<SoloLectura> names type \(type.rawValue), which the element does not have",
                own.isEmpty ? "it names types of the element" : "its types are \(own)"
            )
        }
    }

    private mutating func closePlace() {
        if let last = places.last, !last.nodes.isEmpty { settleNodes(of: last) }
        let place = places.removeLast()
        let isHouse = places.isEmpty
        let tag = isHouse ? Word.house.tag : Word.sector.tag
        if place.name.line == 0 {
            fail(at: place.position, "\(tag) has no <Nombre>", "a <Nombre> must come first in it")
        }
        if place.elements.isEmpty, place.sectors.isEmpty, place.errorCount == diagnostics.errorCount {
            report(
                .warning,
                at: place.position,
                "\(isHouse ? "house" : "sector") \"\(shortened(place.name.text))\" is empty",
                "it should hold a device, a service or a sector"
            )
        }
        if isHouse {
            houses.append(
                House(
                    name: place.name.text,
                    location: place.draft?.location,
                    details: place.draft?.details,
                    elements: place.elements,
                    sectors: place.sectors
                )
            )
            origins.append(HouseReading.Origin(file: file, position: place.position))
        } else {
            places[places.count - 1].sectors.append(
                Sector(
                    name: place.name.text,
                    details: place.draft?.details,
                    elements: place.elements,
                    sectors: place.sectors
                )
            )
        }
    }
}

/// A text of the file as a message shows it.
func shortened(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(shown) + (text.unicodeScalars.count > 60 ? "…" : "")
}
