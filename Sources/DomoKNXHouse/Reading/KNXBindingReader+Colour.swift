import DomoKNX
import DomoModel

/// `Color`, with `Saturacion`, `Brillo` and `Blanco`.
extension KNXBindingReader {
    /// Nil unless the node binds a colour.
    mutating func colour(
        of node: KNXNode,
        _ element: ElementID,
        _ type: DatapointType?,
        _ children: [KNXNode]
    ) -> KNXColour? {
        guard node.tag == .colour else { return nil }
        var objects: [KNXColour.Object] = []
        let content = type.flatMap(KNXColour.Content.init)
        if let type, let content {
            objects.append(
                KNXColour.Object(content, command: group(.command, of: node), state: state(of: node), type: type)
            )
        }
        for child in children where child.tag != .listen {
            guard let object = object(child, among: objects, of: node) else { continue }
            objects.append(object)
        }
        if content == .hue, !objects.contains(where: { $0.content == .saturation }) {
            fail(
                node,
                "\(node.shown) is a hue (5.003) without <\(KNXTag.saturation.spelling(in: node.language))>",
                "add <\(KNXTag.saturation.spelling(in: node.language)) \(node.word(.command))=\"1/0/2\" "
                    + "\(node.word(.state))=\"1/4/2\"/>"
            )
        }
        guard !objects.isEmpty else { return nil }
        let light = index[element].details?.light ?? LightModes()
        checkLight(light, objects, node, index[element].name)
        return KNXColour(
            objects,
            hasBrightness: !index[element].types.contains(.regulable),
            white: light.white.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
        )
    }

    private mutating func state(of node: KNXNode) -> GroupAddress? {
        let states = groups(.state, of: node)
        if states.count > 1 { refuse(.state, of: node, "write the one address on which the device reports it") }
        return states.first
    }

    private mutating func object(
        _ node: KNXNode,
        among objects: [KNXColour.Object],
        of parent: KNXNode
    ) -> KNXColour.Object? {
        let (content, usual): (KNXColour.Content, DatapointType) =
            switch node.tag {
            case .saturation: (.saturation, DatapointType(main: 5, sub: 1)!)
            case .brightness: (.brightness, DatapointType(main: 5, sub: 1)!)
            default: (.white, DatapointType(main: 7, sub: 600)!)
            }
        if objects.contains(where: { $0.content == content }) {
            fail(node, "duplicate \(node.shown) in \(parent.shown)", "a lamp has at most one; remove it")
            return nil
        }
        if content != .white, let own = objects.first?.content, own != .hue {
            fail(
                node,
                "\(node.shown) in \(parent.shown), which is no hue",
                "remove it, or write dpt=\"5.003\" if the address of \(parent.shown) is that of the hue"
            )
            return nil
        }
        if node.has(.dpt), let type = type(of: node), type != usual {
            refuse(type, of: node, "expected \(usual), or nothing")
        }
        let (command, state) = (group(.command, of: node), state(of: node))
        guard node.has(.command) || node.has(.state) else {
            fail(
                node,
                "\(node.shown) has no group address",
                "add \(node.word(.command))=\"1/0/2\", the address for orders, and \(node.word(.state))=\"1/4/2\""
            )
            return nil
        }
        return KNXColour.Object(content, command: command, state: state, type: usual)
    }

    /// What the house file says of its light must have an address.
    private mutating func checkLight(
        _ light: LightModes,
        _ objects: [KNXColour.Object],
        _ node: KNXNode,
        _ name: String
    ) {
        let contents = objects.map(\.content)
        let hasColours = contents.contains { $0 == .rgb || $0 == .rgbw || $0 == .xyY || $0 == .hue }
        let hasWhite = contents.contains { $0 == .white || $0 == .rgbw }
        if light.hasColours, !hasColours {
            fail(
                node,
                "\(node.shown) of \(name) has only white, but the house file gives it colours",
                "write <Color modos=\"blanco\" minimo=\"2700\" maximo=\"6500\"/> (<Colour modes=\"white\" …/>) in the element"
            )
        }
        if light.white != nil, !hasWhite {
            fail(
                node,
                "\(node.shown) of \(name) has no white, but the house file gives it white",
                "add <\(KNXTag.white.spelling(in: node.language)) \(node.word(.command))=\"1/0/2\"/>, "
                    + "or remove the range of white from the element"
            )
        }
        if light.white == nil, contents.contains(.white) {
            fail(
                node,
                "\(node.shown) of \(name) has white, but the house file does not give its range",
                "write <Color minimo=\"2700\" maximo=\"6500\"/> (<Colour minimum=… maximum=…/>), in K, in the element"
            )
        }
    }
}
