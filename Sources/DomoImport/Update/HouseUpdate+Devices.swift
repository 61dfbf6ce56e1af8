import CLibXML2
import DomoKNX
import DomoLanguage
import DomoModel

// Devices: elements of the file that belong to one are offered as its parts, and become them only on request.
extension HouseUpdate {
    /// Visits a device of the draft and its parts. New ones are added as a device; what the file has stays as it is.
    mutating func visit(device: ElementDraft, path: [String]) throws(Fault) {
        let all = [device] + device.parts
        guard grouping == .never || !all.allSatisfy({ match($0).isEmpty && $0.ownAddresses.allSatisfy(isNew) }) else {
            return try add(device, path: path)
        }
        for (index, element) in device.ungrouped.enumerated() {
            if index > 0, match(element).isEmpty, element.ownAddresses.allSatisfy(isNew), let head = head(of: device) {
                try add(part: device.parts[index - 1], to: head)
            } else {
                try visit(element, path: path)
            }
        }
        devices.append(device)
    }

    /// The device in the file that new parts are added to: one that has parts, or is about to have some.
    private func head(of device: ElementDraft) -> ExistingHouse.Element? {
        guard grouping != .never, let head = single(device), head.device == nil else { return nil }
        if !ExistingHouse.parts(of: head.node).isEmpty { return head }
        guard grouping == .done, !hasSectorBeside(head) else { return nil }
        return device.parts.contains { movable($0, to: head) != nil } ? head : nil
    }

    /// The only element in the file for one of the draft.
    private func single(_ element: ElementDraft) -> ExistingHouse.Element? {
        let found = match(element)
        return found.count == 1 ? found[0] : nil
    }

    private mutating func add(part: ElementDraft, to head: ExistingHouse.Element) throws(Fault) {
        guard let main = part.ownAddresses.first else { return }
        var part = part
        part.name = freePartName(part.name, in: head.node)
        if let role = part.role, !mayHave(role, in: head.node, class: nil) { part.role = nil }
        let depth = indent(in: head.node).count / 2
        let xml = HouseWriter.part(part, words: words, house: house, style: draft.style, depth: depth)
        try tree.append("\n" + prefixed(xml, at: head.node, hasExtensions: true).dropLast(), to: head.node)
        differences.append("+ \(text(main)) \(part.name): new, a part of \(head.name)")
        isChanged = true
    }

    // MARK: Grouping

    /// Offers, or makes, the devices of elements that are in the file.
    mutating func groupDevices() throws(Fault) {
        guard grouping != .never else { return }
        /// The elements that are in a device now: the user may have put those of two into one.
        var taken: Set<xmlNodePtr> = []
        for device in devices {
            guard let head = single(device), head.device == nil, let main = device.ownAddresses.first,
                !hasSectorBeside(head), !taken.contains(head.node)
            else { continue }
            var moves: [(element: ExistingHouse.Element, part: ElementDraft)] = []
            for part in device.parts {
                guard let element = movable(part, to: head), taken.insert(element.node).inserted else { continue }
                moves.append((element, part))
            }
            guard !moves.isEmpty else { continue }
            taken.insert(head.node)
            let names = moves.map(\.element.name).joined(separator: ", ")
            guard grouping == .done else {
                differences.append(
                    "* \(text(main)) \(head.name): one device with \(names); --group makes them its parts"
                )
                continue
            }
            for move in moves { try self.move(move.element, as: move.part, into: head, class: device.elementClass) }
            try addClass(device.elementClass, to: head.node)
            differences.append("+ \(text(main)) \(head.name): now one device, with the parts \(names)")
            isChanged = true
        }
    }

    /// The element in the file that can become a part; nil if the user has placed it elsewhere, or given it what a part
    /// can't have.
    private func movable(_ part: ElementDraft, to head: ExistingHouse.Element) -> ExistingHouse.Element? {
        guard let element = single(part), element.device == nil, element.node != head.node,
            element.place == head.place, element.node.name == head.node.name
        else { return nil }
        let own: Set<String> = [
            "Posicion", "Position", "Recorrido", "Travel", "Virtual", "Parte", "Part",
        ]
        guard ExistingHouse.extensions(of: element.node, called: own).isEmpty else { return nil }
        // A class that the import itself wrote says nothing more than the role.
        let written = part.alone.first?.elementClass.map { [$0.word, $0.spanish] } ?? []
        let classes = ExistingHouse.extensions(of: element.node, called: ["Clase", "Class"])
        return classes.allSatisfy { written.contains($0.trimmedContent) } ? element : nil
    }

    /// Whether a sector has the name of the device, so that the paths in both would be the same.
    private func hasSectorBeside(_ head: ExistingHouse.Element) -> Bool {
        head.place.elements.contains { $0.name == "Sector" && ExistingHouse.name(of: $0) == head.name }
    }

    private mutating func move(
        _ element: ExistingHouse.Element,
        as part: ElementDraft,
        into head: ExistingHouse.Element,
        class elementClass: ElementClass?
    ) throws(Fault) {
        let old = path(of: element.node)
        // A name that the user gave is kept.
        let isOwn = part.alone.first.map { FoldedName.fold($0.name) != FoldedName.fold(element.name) } ?? false
        let name = freePartName(isOwn ? element.name : part.name, in: head.node)
        let role = part.role.flatMap { role in
            let types = self.types(of: element.node)
            return types.allSatisfy(role.types.contains) && mayHave(role, in: head.node, class: elementClass)
                ? role : nil
        }
        for node in ExistingHouse.extensions(of: element.node, called: ["Clase", "Class"]) { tree.removeLine(of: node) }
        let namespace = tree.namespace(ExistingHouse.extensions, at: head.node, wanted: "d")
        tree.move(element.node, into: head.node, indent: indent(in: head.node))
        xmlNodeSetName(element.node, house.part)
        xmlSetNs(element.node, namespace)
        if let node = nameNode(of: element.node) { xmlNodeSetContent(node, XMLText.escape(name)) }
        if let role { try insert(house.line(of: role), into: element.node) }
        renames.append((old, path(of: element.node)))
    }

    private func addClass(_ elementClass: ElementClass?, to node: xmlNodePtr) throws(Fault) {
        guard let elementClass, ExistingHouse.extensions(of: node, called: ["Clase", "Class"]).isEmpty,
            types(of: node).allSatisfy(elementClass.types.contains),
            roles(in: node).allSatisfy(elementClass.roles.contains)
        else { return }
        try insert(house.line(of: elementClass), into: node)
    }

    // MARK: Nodes

    /// Inserts a line after the name.
    private func insert(_ line: String, into node: xmlNodePtr) throws(Fault) {
        let xml = prefixed("\n\(indent(in: node))\(line)", at: node, hasExtensions: true)
        try tree.append(xml, to: node, after: nameNode(of: node))
    }

    private func nameNode(of node: xmlNodePtr) -> xmlNodePtr? {
        node.elements.first { $0.name == "Nombre" || $0.name == "Name" }
    }

    private func freePartName(_ name: String, in head: xmlNodePtr) -> String {
        var names = UniqueNames()
        for part in ExistingHouse.parts(of: head) {
            _ = names.reserve(ExistingHouse.name(of: part))
            for label in ExistingHouse.extensions(of: part, called: ["Etiqueta", "Label"]) {
                _ = names.reserve(label.trimmedContent)
            }
        }
        return names.reserve(name)
    }

    private func types(of node: xmlNodePtr) -> [FacetType] {
        node.elements.filter { $0.name == "Tipo" || $0.name == "Type" }
            .compactMap { UInt8($0.trimmedContent).flatMap(FacetType.init(rawValue:)) }
    }

    private func roles(in head: xmlNodePtr) -> [FacetRole] {
        ExistingHouse.parts(of: head).flatMap { ExistingHouse.extensions(of: $0, called: ["Papel", "Role"]) }
            .compactMap { node in
                FacetRole.allCases.first { [$0.word, $0.spanish].contains(node.trimmedContent) }
            }
    }

    /// Whether no other part has the role, and the class of the device allows it.
    private func mayHave(_ role: FacetRole, in head: xmlNodePtr, class new: ElementClass?) -> Bool {
        guard !roles(in: head).contains(role) else { return false }
        let written = ExistingHouse.extensions(of: head, called: ["Clase", "Class"]).first?.trimmedContent
        guard let written else { return true }
        return ElementClass.allCases.first { [$0.word, $0.spanish].contains(written) }?.roles.contains(role) ?? true
    }

    /// `Casa/Salón/Clima/Modo`
    private func path(of node: xmlNodePtr) -> String {
        var names: [String] = []
        var next: xmlNodePtr? = node
        while let node = next, node.pointee.type == XML_ELEMENT_NODE, node != tree.root {
            names.insert(ExistingHouse.name(of: node), at: 0)
            next = node.pointee.parent
        }
        return names.joined(separator: "/")
    }
}
