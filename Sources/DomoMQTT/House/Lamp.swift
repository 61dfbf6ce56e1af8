import DomoModel

/// The types of an element that are one lamp in Home Assistant: a switch, a level, a colour.
struct Lamp: Equatable, Sendable {
    let element: MirrorElement
    /// Those that take orders.
    let types: Set<FacetType>
    let light: MirrorElement.Light

    /// - Returns: nil for what is no lamp.
    init?(_ element: MirrorElement) {
        let shapes = element.types.map { type in
            (type, DiscoveryTable.row(type, of: element).shape)
        }
        var types = Set(shapes.filter { $0.1 == .light }.map(\.0))
        // The position of a cover; with a switch, the level belongs to the switch.
        if element.types.contains(.bidirectional), !element.types.contains(.binary) { types.remove(.regulable) }
        guard !types.isEmpty else { return nil }
        // A lamp without a class has a switch too.
        if shapes.contains(where: { $0 == (.binary, .switch) }) { types.insert(.binary) }
        self.element = element
        self.types = types
        light = element.light ?? MirrorElement.Light(hasColours: true, white: nil)
    }

    /// The type that switches it; nil if it can't be switched off.
    var switchType: FacetType? {
        if types.contains(.binary) { return .binary }
        if types.contains(.regulable) { return .regulable }
        return light.hasColours ? .colour : nil
    }

    /// Whether it is more than a switch. Then it has topics of its own: an order of Home Assistant is one message, which
    /// says all that is wanted of the lamp. In messages for each type, the lamp would also be ordered what nobody
    /// wants: on before its level, or the last level that Home Assistant saw while it faded out.
    var hasTopics: Bool { switchType != nil && types != [.binary] }

    /// The colour modes of Home Assistant.
    var modes: [String] {
        guard types.contains(.colour) else { return ["brightness"] }
        return (light.hasColours ? ["rgb"] : []) + (light.white == nil ? [] : ["color_temp"])
    }
}
