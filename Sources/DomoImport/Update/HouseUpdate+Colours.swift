import CLibXML2
import DomoKNX
import DomoLanguage

// Colours of lamps that are in the file.
extension HouseUpdate {
    /// Whether a colour can be added to an element; reports why not.
    mutating func canAdd(
        colour facet: FacetDraft,
        _ light: LightDraft?,
        to target: ExistingHouse.Element,
        label: String
    ) -> Bool {
        if let owner = facet.ownAddresses.compactMap({ existing.addresses[$0] }).first {
            differences.append("= \(label): its colour is used by \(owner); not changed")
            return false
        }
        guard light == nil || lightNode(of: target.node).map(Self.hasRange) != false else {
            differences.append("= \(label): the light of \(target.name) has no range for its white; not added")
            return false
        }
        return true
    }

    /// Whether a colour in the file is that of the project. Otherwise it may be of another type, and stays as it is.
    mutating func isSame(_ target: ExistingHouse.Facet, _ facet: FacetDraft, name: String) -> Bool {
        let own = [facet.command].compactMap { $0 } + facet.states
        let had = [target.command].compactMap { $0 } + target.states
        guard Set(own).isDisjoint(with: had), let first = own.first else { return true }
        differences.append("= \(text(first)) \(name): the file has another address for its colour; kept")
        return false
    }

    /// Adds what light the lamp has, unless the user wrote it.
    mutating func add(_ light: LightDraft?, to element: xmlNodePtr) throws(Fault) {
        guard let light, lightNode(of: element) == nil else { return }
        let line = "\n\(indent(in: element))\(house.line(of: light))"
        let lastType = element.elements.last { $0.name == "Tipo" || $0.name == "Type" }
        try tree.append(prefixed(line, at: element, hasExtensions: true), to: element, after: lastType)
    }

    /// Adds missing objects of a colour; existing ones are kept.
    mutating func complete(
        objectsOf target: ExistingHouse.Facet,
        with facet: FacetDraft,
        light: LightDraft?,
        words: KNXWords,
        name: String
    ) throws(Fault) {
        for object in facet.objects {
            let tag = words.colour(object.part)
            if let node = target.node.elements.first(where: { $0.name == tag }) {
                try complete(node, with: words.attributes(of: object) { text($0) }, name: "\(name) \(tag)")
                continue
            }
            let own = object.addresses
            guard let first = own.first, own.allSatisfy(isNew), let element = target.node.pointee.parent else {
                continue
            }
            if object.part == .white, lightNode(of: element).map(Self.hasRange) == false {
                differences.append("= \(text(first)) \(name): its light has no range for white; not added")
                continue
            }
            let indent = indent(in: target.node)
            let line = "\n\(indent)\(HouseWriter.objectLine(object, words: words, style: draft.style))"
            let ending = target.node.nodes.isEmpty ? "\n" + indent.dropLast(2) : ""
            try tree.append(prefixed(line, at: target.node, hasExtensions: false) + ending, to: target.node)
            if object.part == .white { try add(light, to: element) }
            differences.append("+ \(text(first)) \(name): \(tag)")
            isChanged = true
        }
    }

    private func lightNode(of element: xmlNodePtr) -> xmlNodePtr? {
        ExistingHouse.extensions(of: element, called: ["Color", "Colour"]).first
    }

    private static func hasRange(_ light: xmlNodePtr) -> Bool {
        light.attribute("minimo") ?? light.attribute("minimum") != nil
    }
}
