import DomoModel

/// Builds houses from the parser's reports, and finds every fault that well-formed XML can have as a house file.
///
/// One house, its open sectors and at most one device or service are under construction at a time. After a fault it
/// goes on: it leaves the wrong part out, and checks the rest as if nothing were wrong.
struct HouseBuilder: ~Copyable {
    /// The maximum nesting depth of sectors, far more than needed.
    static let maxSectorDepth = 256
    /// With the root and the house above the innermost sector, and an element, a part and its name below it.
    static let maxTagDepth = maxSectorDepth + 5

    let file: String
    let locator: Locator
    let vocabulary: Vocabulary

    var diagnostics = DiagnosticList()
    private(set) var houses: [House] = []
    private(set) var origins: [HouseReading.Origin] = []
    private(set) var hasRoot = false
    /// The number of open tags.
    private(set) var depth = 0
    /// Whether the rest of the file is ignored.
    private(set) var isStopped = false

    /// Open houses and sectors, the house first.
    var places: [OpenPlace] = []
    var element = OpenElement()
    /// The device or service of the open part.
    private(set) var owner = OpenElement()
    /// The parts of the open device or service.
    private var parts: [Element] = []
    /// The open legal value.
    var option: OpenOption?
    private var partRoles: [(role: FacetRole, position: SourcePosition)] = []
    /// The number that the names of its parts are unique for.
    private(set) var partScope: Int32 = 0
    /// The open element that contains only text or attributes, and its position.
    private var field: Word?
    var fieldPosition = SourcePosition(line: 1, column: 1)
    var text = TextCollector()
    /// The language of the words of the file.
    private(set) var language = HouseLanguage.spanish
    /// The language of the open label.
    var labelLanguage = ""
    /// The nodes in the kept namespaces, and those of them that are open.
    var nodes: [ExtensionNode] = []
    var openNodes: [ExtensionNode] = []
    /// The number of open tags inside an ignored element; 0 outside.
    private var skipped = 0
    /// Stray text is reported only once between two tags.
    private var isStrayTextReported = false

    /// Namespaces that seem to be misspelled; each is reported once.
    var misspelledNamespaces: Set<String> = []
    /// The start tags that were refused and seem to be misspelled.
    var misspelled: [(spelled: String, meant: Word)] = []

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
        attributes: XMLAttributes
    ) {
        guard !isStopped else { return }
        depth += 1
        isStrayTextReported = false
        guard depth <= Self.maxTagDepth else { return refuseDepth() }
        guard skipped == 0 else {
            skipped += 1
            return
        }
        let isExtension = namespace != nil && namespace == vocabulary.houseNamespace
        if depth == 1, let root = vocabulary.language(ofRoot: name) { language = root }
        let word = vocabulary.word(name, in: language).flatMap { $0.isExtension == isExtension ? $0 : nil }
        let isForeign = (namespace != nil && !isExtension) || (namespace == nil && prefix != nil)
        if !openNodes.isEmpty {
            // An element that is missing its prefix is kept too, so that the reader of the node can refuse it.
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
            if let namespace, isForeign, refuseMisspelled(namespace: namespace) { return }
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
        } else if option != nil {
            closeOption()
        } else if element.isOpen {
            closeElement()
        } else if !places.isEmpty {
            closePlace()
        } else if houses.isEmpty, !diagnostics.hasErrors {
            report(.warning, at: locator.current, "\(tag(.houses)) is empty", "expected a \(tag(.house))")
        }
    }

    /// - Parameter isSection: whether they are a CDATA section, or a part of one.
    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool) {
        guard skipped == 0, !isStopped else { return }
        if let field, field.holdsText {
            text.append(bytes)
        } else if let node = openNodes.last {
            // The reader of the node refuses elements of other namespaces as a whole.
            guard node.namespace == openNodes[0].namespace else { return }
            guard !isStrayTextReported, bytes.contains(where: { !isXMLSpace($0) }) else { return }
            isStrayTextReported = true
            fail(
                at: isSection ? locator.section(bytes) : locator.text(bytes),
                "text in <\(shortened(node.name))>",
                "expected only attributes and elements"
            )
        } else if !isStrayTextReported, bytes.contains(where: { !isXMLSpace($0) }) {
            isStrayTextReported = true
            fail(
                at: isSection ? locator.section(bytes) : locator.text(bytes),
                "text in \(context.tag(in: language))",
                "\(context.expected(in: language)), no text"
            )
        }
    }

    // MARK: Context

    /// The innermost open tag that is not ignored.
    var context: HouseContext {
        if let field { return .field(field) }
        if option != nil { return .option }
        if element.isOpen { return element.isPart ? .part : .element(element.kind) }
        switch places.count {
        case 0: return hasRoot ? .houses : .document
        case 1: return .house
        default: return .sector
        }
    }

    /// The end tag that is missing if the file ends here.
    var missingEnd: String {
        switch context {
        case .document: context.expected(in: language)
        case _ where !openNodes.isEmpty: missingEndOfNode
        case .field(let word): "expected \(endTag(word)) for line \(fieldPosition.line)"
        case .element(let kind):
            "expected \(endTag(kind == .device ? .device : .service)) for line \(element.position.line)"
        case .part: "expected \(endTag(.part)) for line \(element.position.line)"
        case .option: "expected \(endTag(.option)) for line \(option?.position.line ?? 0)"
        case .house, .sector:
            "expected \(endTag(places.count == 1 ? .house : .sector)) for line \(places[places.count - 1].position.line)"
        case .houses: "expected \(endTag(.houses))"
        }
    }

    /// The tag of a word, for messages.
    func tag(_ word: Word) -> String { word.tag(in: language) }

    private func endTag(_ word: Word) -> String { "</\(word.spelling(in: language))>" }

    private mutating func refuseDepth() {
        fail(
            at: locator.startTag,
            "the file is nested too deep",
            "the limit is \(Self.maxSectorDepth) sectors"
        )
        stop()
    }

    // MARK: Opening

    private mutating func open(_ word: Word, attributes: XMLAttributes) {
        let position = locator.startTag
        if word != .name { noteContent(word) }
        switch word {
        case .houses:
            hasRoot = true
        case .house, .sector:
            guard places.count <= Self.maxSectorDepth else { return refuseDepth() }
            placeCount += 1
            places.append(OpenPlace(number: placeCount, position: position, errorCount: diagnostics.errorCount))
        case .device, .service:
            element.open(word == .device ? .device : .service, at: position, firstNode: nodes.count)
        case .option: return openOption(attributes, at: position)
        case .part:
            owner = element
            if parts.isEmpty {
                placeCount += 1
                partScope = placeCount
            }
            element.open(owner.kind, isPart: true, at: position, firstNode: nodes.count)
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .plan, .position, .location, .readOnly,
            .travel, .virtual, .role, .elementClass, .light, .button, .inGroups, .notInGroups:
            field = word
            fieldPosition = position
            text.reset()
            openField(word, attributes: attributes)
            return
        }
        refuseAttributes(attributes, of: word)
    }

    /// Records content before the name.
    private mutating func noteContent(_ word: Word) {
        if element.isOpen {
            element.name.hasContentBefore = element.name.hasContentBefore || element.name.line == 0
        } else if let last = places.indices.last {
            places[last].name.hasContentBefore = places[last].name.hasContentBefore || places[last].name.line == 0
        }
    }

    // MARK: Closing

    private var elementTag: String {
        tag(element.isPart ? .part : element.kind == .device ? .device : .service)
    }

    private mutating func closeElement() {
        if element.name.line == 0 {
            fail(at: element.position, "\(elementTag) has no \(tag(.name))", "expected a \(tag(.name)) first")
        }
        if element.types.isEmpty, !element.hasWrongType {
            fail(
                at: element.position,
                "\(elementTag) has no \(tag(.type))",
                "expected at least one, \(Self.typeNumbers)"
            )
        }
        let draft = element.draft
        if let draft {
            checkRange(draft)
            checkVirtual(draft)
            resolveReadOnly(draft)
            checkTravel(draft)
            checkLight(draft)
            checkButton(draft)
            checkRole(draft)
            checkOptions(draft)
        }
        if element.firstNode < nodes.count { setOwnerOfElementNodes() }
        let closed = Element(
            name: element.name.text,
            kind: element.kind,
            isPart: element.isPart,
            types: element.types,
            details: draft?.details
        )
        if element.isPart {
            parts.append(closed)
            if let draft, let role = draft.role { partRoles.append((role, draft.rolePosition)) }
            element = owner
            return
        }
        element.isOpen = false
        if draft?.elementClass != nil || !partRoles.isEmpty {
            checkClass(draft, partRoles)
            partRoles.removeAll(keepingCapacity: true)
        }
        let last = places.count - 1
        if let draft, !draft.labels.isEmpty { noteLabels(draft) }
        places[last].elements.append(closed)
        guard !parts.isEmpty else { return }
        places[last].owners.append((closed.name, element.position))
        places[last].elements += parts
        parts.removeAll(keepingCapacity: true)
    }

    private mutating func checkTravel(_ draft: DetailsDraft) {
        guard draft.travel != nil, !element.types.contains(.bidirectional), !element.hasWrongType else { return }
        fail(
            at: draft.travelPosition,
            "\(tag(.travel)) of an element that does not move",
            "expected \(tag(.type)) \(FacetType.bidirectional.rawValue) in the element"
        )
    }

    private mutating func resolveReadOnly(_ draft: DetailsDraft) {
        guard let types = draft.readOnly else { return }
        if types.isEmpty { draft.readOnly = element.types }
        for type in types where !element.types.contains(type) && !element.hasWrongType {
            let own = element.types.map { String($0.rawValue) }.joined(separator: ", ")
            fail(
                at: draft.readOnlyPosition,
                "\(tag(.readOnly)) names type \(type.rawValue), which the element does not have",
                own.isEmpty ? "expected types of the element" : "its types are \(own)"
            )
        }
    }

    private mutating func closePlace() {
        if let last = places.last, !last.nodes.isEmpty { setOwner(ofNodesIn: last) }
        let place = places.removeLast()
        if !place.labels.isEmpty { compareLabels(of: place) }
        if !place.owners.isEmpty { compareOwners(with: place.sectors, place.owners) }
        let isHouse = places.isEmpty
        let placeTag = tag(isHouse ? .house : .sector)
        if place.name.line == 0 {
            fail(at: place.position, "\(placeTag) has no \(tag(.name))", "expected a \(tag(.name)) first")
        }
        if place.elements.isEmpty, place.sectors.isEmpty, place.errorCount == diagnostics.errorCount {
            report(
                .warning,
                at: place.position,
                "\(isHouse ? "house" : "sector") \"\(shortened(place.name.text))\" is empty",
                "expected a device, a service or a sector"
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

/// A text of the file, shortened for messages.
func shortened(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(shown) + (text.unicodeScalars.count > 60 ? "…" : "")
}
