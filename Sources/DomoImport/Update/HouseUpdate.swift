import CLibXML2
import DomoKNX
import DomoLanguage
import DomoModel

/// Updates a house file from its project. Everything in the file is kept: names, places, labels, addresses, order,
/// comments. New addresses are added to their elements, or as new elements; addresses that the user removed after an
/// earlier import stay removed; addresses that vanished from the project are reported.
struct HouseUpdate {
    struct Result {
        var text: String
        /// The differences, for the user.
        var differences: [String]
        var isChanged: Bool
        /// The paths that changed, so that the history can follow.
        var renames: [(old: String, new: String)] = []
    }

    /// What happens to existing elements that belong to one device.
    enum Grouping {
        case offered, done, never
    }

    let tree: XMLTree
    let existing: ExistingHouse
    let draft: HouseDraft
    let words: KNXWords
    let house: HouseWords
    let grouping: Grouping
    var renames: [(old: String, new: String)] = []
    /// The devices of the draft that the file has in one way or another.
    var devices: [ElementDraft] = []
    var differences: [String] = []
    var isChanged = false
    /// The nodes in the file, by the path of their place in the draft.
    private var places: [[String]: xmlNodePtr] = [:]

    static func update(
        _ bytes: [UInt8],
        file: String,
        with draft: HouseDraft,
        isEnglish: Bool,
        source: String,
        grouping: Grouping = .offered
    ) throws(Fault) -> Result {
        if let mistake = HouseCheck.faults(in: bytes, file: file).first {
            throw Fault(
                .badModel,
                "\(file) already exists and is not a valid house: \(mistake)",
                hint: "fix it, or use another name"
            )
        }
        var update = try HouseUpdate(
            XMLTree(bytes, file: file),
            draft: draft,
            isEnglish: isEnglish,
            grouping: grouping
        )
        guard let house = update.existing.house, update.existing.known != nil || !update.existing.addresses.isEmpty
        else {
            throw Fault(
                .badRequest,
                "\(file) already exists without KNX bindings, and is not overwritten",
                hint: "use another name, and copy what you need"
            )
        }
        try update.run(house: house)
        try update.groupDevices()
        update.reportVanished()
        if update.isChanged { try update.renewNotes(source: source) }
        return try Result(
            text: update.tree.text(),
            differences: update.differences,
            isChanged: update.isChanged,
            renames: update.renames
        )
    }

    private init(_ tree: XMLTree, draft: HouseDraft, isEnglish: Bool, grouping: Grouping) {
        self.tree = tree
        self.grouping = grouping
        existing = ExistingHouse(tree)
        self.draft = draft
        words = KNXWords(isEnglish: existing.isEnglish ?? isEnglish)
        house = HouseWords(isEnglish: existing.isEnglishHouse)
    }

    private mutating func run(house: xmlNodePtr) throws(Fault) {
        places[[]] = house
        locate(draft.content, path: [])
        try visit(draft.content, path: [])
    }

    // MARK: Places

    /// Finds where most of a place's elements are now: the user may have moved or renamed it.
    private mutating func locate(_ place: PlaceDraft, path: [String]) {
        var counts: [xmlNodePtr: Int] = [:]
        for element in place.elements { if let found = match(element).first { counts[found.place, default: 0] += 1 } }
        let best = counts.max { ($0.value, UInt(bitPattern: $1.key)) < ($1.value, UInt(bitPattern: $0.key)) }?.key
        if let best, !path.isEmpty {
            places[path] = best
        } else if !path.isEmpty, let parent = places[Array(path.dropLast())] {
            let wanted = FoldedName.fold(place.name)
            places[path] = parent.elements.first {
                $0.name == "Sector" && FoldedName.fold(ExistingHouse.name(of: $0)) == wanted
            }
        }
        for inner in place.places { locate(inner, path: path + [inner.name]) }
    }

    private mutating func node(of path: [String]) throws(Fault) -> xmlNodePtr {
        if let node = places[path] { return node }
        let parent = try node(of: Array(path.dropLast()))
        let indent = indent(in: parent)
        let name = freeName(path.last ?? "", in: parent, tags: ["Sector"])
        try tree.append(
            "\n\(indent)<Sector>\n\(indent)  <\(house.name)>\(XMLText.escape(name))</\(house.name)>\n\(indent)</Sector>",
            to: parent
        )
        let node = parent.elements.last ?? parent
        places[path] = node
        return node
    }

    func indent(in parent: xmlNodePtr) -> String {
        var depth = 0
        var next: xmlNodePtr? = parent
        while let node = next, node.pointee.type == XML_ELEMENT_NODE {
            depth += 1
            next = node.pointee.parent
        }
        return String(repeating: "  ", count: depth)
    }

    func freeName(_ name: String, in parent: xmlNodePtr, tags: Set<String>) -> String {
        var names = UniqueNames()
        for node in parent.elements where tags.contains(node.name) { _ = names.reserve(ExistingHouse.name(of: node)) }
        return names.reserve(name)
    }

    // MARK: Elements

    private mutating func visit(_ place: PlaceDraft, path: [String]) throws(Fault) {
        for element in place.elements {
            if element.virtual != nil {
                noteVirtual(element)
            } else if element.parts.isEmpty {
                try visit(element, path: path)
            } else {
                try visit(device: element, path: path)
            }
        }
        for inner in place.places { try visit(inner, path: path + [inner.name]) }
    }

    mutating func visit(_ element: ElementDraft, path: [String]) throws(Fault) {
        let found = match(element)
        guard !found.isEmpty else { return try add(element, path: path) }
        for facet in element.facets { try merge(facet, of: element, into: found) }
    }

    /// A virtual element has no address that shows whether the user removed it, so it is only reported.
    private mutating func noteVirtual(_ element: ElementDraft) {
        let name = FoldedName.fold(element.name)
        guard !existing.elements.contains(where: { FoldedName.fold($0.name) == name }) else { return }
        differences.append("= \(element.name): the house has no virtual element of this name; not added")
    }

    /// The existing elements with one of its commands, else those with one of its states.
    func match(_ element: ElementDraft) -> [ExistingHouse.Element] {
        let byCommand = existing.elements.filter { $0.shares(commandOf: element) }
        return byCommand.isEmpty ? existing.elements.filter { $0.shares(stateOf: element) } : byCommand
    }

    /// Whether an earlier import added the address, and the user removed it.
    func wasRemoved(_ address: GroupAddress) -> Bool {
        existing.addresses[address] == nil && existing.known?.contains(address) == true
    }

    func isNew(_ address: GroupAddress) -> Bool { existing.addresses[address] == nil && !wasRemoved(address) }

    mutating func add(_ element: ElementDraft, path: [String]) throws(Fault) {
        let own = element.ownAddresses
        guard let main = own.first ?? element.addresses.first else { return }
        let label = "\(text(main)) \(element.name)"
        guard !own.contains(where: { existing.addresses[$0] != nil }) else {
            let owner = own.compactMap { existing.addresses[$0] }.first ?? ""
            differences.append("= \(label): its addresses are used by \(owner); not changed")
            return
        }
        guard !own.allSatisfy(wasRemoved) else {
            differences.append("= \(label): was removed from the house; not added again")
            return
        }
        let parent = try node(of: path)
        var element = element
        // The paths of parts must not be those of elements in a sector.
        let sectors: Set<String> = element.parts.isEmpty ? [] : ["Sector"]
        let tags = sectors.union(["Dispositivo", "Servicio", "Device", "Service"])
        element.name = freeName(element.name, in: parent, tags: tags)
        let depth = indent(in: parent).count / 2
        let xml = HouseWriter.element(element, words: words, house: house, style: draft.style, depth: depth)
        try tree.append("\n" + prefixed(xml, at: parent, hasExtensions: element.hasExtensions).dropLast(), to: parent)
        differences.append("+ \(label): new, in \(path.isEmpty ? draft.name : path.joined(separator: "/"))")
        isChanged = true
    }

    private mutating func merge(
        _ facet: FacetDraft,
        of element: ElementDraft,
        into found: [ExistingHouse.Element]
    ) throws(Fault) {
        let own = facet.ownAddresses
        let facets = found.flatMap(\.facets).filter { $0.kind == facet.kind }
        if let target = facets.first(where: { !$0.addresses.isDisjoint(with: own) }) ?? facets.first {
            try complete(target, with: facet, of: element)
            return
        }
        guard let first = own.first else { return }
        let label = "\(text(first)) \(element.name)"
        if facet.kind == .colour, let target = found.first,
            !canAdd(colour: facet, element.light, to: target, label: label)
        {
            return
        }
        guard own.allSatisfy(isNew), let target = found.first else {
            if own.contains(where: wasRemoved) {
                differences.append("= \(label): was removed from the house; not added again")
            }
            return
        }
        let indent = indent(in: target.node)
        let lines = HouseWriter.facetLines(facet, words: words, style: draft.style).map { "\n" + indent + $0 }.joined()
        let type = "\n\(indent)<\(house.type)>\(facet.kind.rawValue)</\(house.type)>"
        let lastType = target.node.elements.last { $0.name == "Tipo" || $0.name == "Type" }
        try tree.append(type, to: target.node, after: lastType)
        try tree.append(prefixed(lines, at: target.node, hasExtensions: false), to: target.node)
        if facet.kind == .colour { try add(element.light, to: target.node) }
        differences.append("+ \(label): \(words.kind(facet.kind)) added to \(target.name)")
        isChanged = true
    }

    /// Adds what is missing; what is there is kept.
    private mutating func complete(
        _ target: ExistingHouse.Facet,
        with facet: FacetDraft,
        of element: ElementDraft
    ) throws(Fault) {
        let name = element.name
        let words = KNXWords(isEnglish: KNXWords(isEnglish: true).kind(target.kind) == target.node.name)
        guard facet.kind != .colour || isSame(target, facet, name: name) else { return }
        let attributes = words.attributes(of: facet) { GroupNotation.text(of: $0, style: draft.style) }
        let addresses = attributes.filter { $0.name != words.type && $0.name != words.read }
        try complete(target.node, with: addresses, name: name)
        try complete(objectsOf: target, with: facet, light: element.light, words: words, name: name)
        try complete(listensOf: target, with: facet, words: words, name: name)
    }

    /// Adds missing attributes; existing ones are kept.
    mutating func complete(
        _ node: xmlNodePtr,
        with attributes: [(name: String, value: String)],
        name: String
    ) throws(Fault) {
        for attribute in attributes {
            let wanted = attribute.value.split(separator: " ").compactMap { GroupNotation.address($0) }
            guard let present = node.attribute(attribute.name) else {
                guard wanted.allSatisfy(isNew) else { continue }
                xmlSetProp(node, attribute.name, attribute.value)
                differences.append("+ \(name): \(attribute.name)=\"\(attribute.value)\"")
                isChanged = true
                continue
            }
            let missing = wanted.filter { existing.addresses[$0] == nil }
            let had = present.split { $0.isWhitespace || $0 == "," }.compactMap { GroupNotation.address($0) }
            guard !missing.isEmpty || wanted.first != had.first else { continue }
            differences.append(
                "= \(name): \(attribute.name) is \"\(present)\" in the file, \"\(attribute.value)\" in the project; kept"
            )
        }
    }

    private mutating func complete(
        listensOf target: ExistingHouse.Facet,
        with facet: FacetDraft,
        words: KNXWords,
        name: String
    ) throws(Fault) {
        let new = facet.listens.filter {
            isNew($0.group) || (existing.addresses[$0.group] != nil && !wasKnown($0.group))
        }
        .filter { !target.addresses.contains($0.group) }
        guard !new.isEmpty else { return }
        let indent = indent(in: target.node)
        var lines = FacetDraft(facet.kind)
        lines.listens = new
        let xml = HouseWriter.facetLines(lines, words: words, style: draft.style).dropFirst().dropLast()
            .map { "\n" + indent + $0.drop { $0 == " " } }.joined()
        let wasEmpty = target.node.nodes.isEmpty
        let ending = wasEmpty ? "\n" + indent.dropLast(2) : ""
        try tree.append(prefixed(xml, at: target.node, hasExtensions: false) + ending, to: target.node)
        for listen in new { differences.append("+ \(name): \(words.listen) \(text(listen.group))") }
        isChanged = true
    }

    private func wasKnown(_ address: GroupAddress) -> Bool { existing.known?.contains(address) ?? true }

    // MARK: The rest

    private mutating func reportVanished() {
        let present = Set(draft.addresses)
        for (address, owner) in existing.addresses.sorted(by: { $0.key.raw < $1.key.raw })
        where !present.contains(address) {
            differences.append("- \(text(address)) of \(owner): no longer in the project; kept")
        }
        if Set(existing.known ?? []) != present { isChanged = true }
    }

    private func renewNotes(source: String) throws(Fault) {
        let old = tree.root.nodes.filter { node in
            if node.pointee.type == XML_PI_NODE { return node.name == HouseNotes.target }
            guard node.pointee.type == XML_COMMENT_NODE else { return false }
            let text = node.content.drop { $0 == " " }
            return HouseNotes.marks.contains { text.hasPrefix($0) }
        }
        for node in old {
            tree.removeLine(of: node)
        }
        let lines = HouseNotes.comments(of: draft, source: source) + [HouseNotes.record(of: draft.addresses)]
        try tree.append(lines.map { "\n  " + $0 }.joined(), to: tree.root)
    }

    func text(_ address: GroupAddress) -> String { GroupNotation.text(of: address, style: draft.style) }

    /// Replaces the prefixes of the namespaces by those of the file.
    func prefixed(_ xml: String, at node: xmlNodePtr, hasExtensions: Bool) -> String {
        let bindings = tree.prefix(of: KNXWords.namespace, at: node, wanted: "k")
        var xml = xml
        if hasExtensions {
            let extensions = tree.prefix(of: "urn:domo:house:1", at: node, wanted: "d")
            xml = xml.replacing("<d:", with: "<\(extensions):").replacing("</d:", with: "</\(extensions):")
        }
        return xml.replacing("<k:", with: "<\(bindings):").replacing("</k:", with: "</\(bindings):")
    }
}
