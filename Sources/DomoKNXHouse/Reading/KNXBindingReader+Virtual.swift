import DomoKNX
import DomoModel

/// `Binario`, `Nivel` and `Valor` of virtual elements: addresses that order them.
extension KNXBindingReader {
    /// What can be said of an element that has no device on the bus.
    private static let attributesOfVirtual: Set<KNXAttribute> = [.dpt, .invert]

    /// Each `Escucha` becomes an exposure that only receives orders.
    mutating func readVirtual(_ node: KNXNode, of element: ElementID, at path: String) {
        guard let facet = facet(of: node, element, path) else { return }
        let name = index[element].name
        for attribute in node.tag.attributes where node.has(attribute) && !Self.attributesOfVirtual.contains(attribute)
        {
            fail(
                node,
                "\(node.shown) has \(node.word(attribute)), but \(name) is virtual",
                "remove it: domo itself holds the value; <\(KNXTag.listen.spelling(in: node.language))> receives orders "
                    + "from the bus, and <\(KNXTag.expose.spelling(in: node.language))> sends the value to it"
            )
        }
        let type = facetType(of: node)
        let isInverted = flag(.invert, of: node, default: false)
        let children = children(of: node)
        for word in children where word.tag == .word {
            fail(word, "\(word.shown) of \(name), which is virtual", "remove it: only values of devices have words")
        }
        let listens = children.filter { $0.tag == .listen }
        if listens.isEmpty {
            let listen = KNXTag.listen.spelling(in: node.language)
            fail(
                node,
                "\(node.shown) of \(name), which is virtual, has no <\(listen)>",
                "add <\(listen) \(node.word(.group))=\"1/0/1\"/>, an address that orders it, or remove \(node.shown)"
            )
        }
        for child in listens {
            guard let listen = listen(child, of: node, facet.type, type) else { continue }
            guard KNXFit.fits(listen.type, facet.type) else {
                refuse(listen.type, of: child, KNXFit.hint(for: facet.type))
                continue
            }
            let exposure = KNXExposure(
                .facet(facet),
                house: house(of: node),
                position: child.position,
                group: listen.group,
                type: listen.type,
                isInverted: child.has(.invert) ? listen.isInverted : isInverted,
                receives: true,
                sends: false,
                answers: false
            )
            add(exposure, child)
        }
    }
}
