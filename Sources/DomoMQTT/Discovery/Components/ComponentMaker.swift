import DomoModel

/// Makes the components of a device: those of its own types, and those of its parts.
struct ComponentMaker {
    typealias Component = DiscoveredDevice.Component
    typealias Row = DiscoveryTable.Row

    let discovery: Discovery
    let device: MirrorElement

    var topics: Topics { discovery.topics }

    func components(reportsInput: Bool) -> [Component] {
        var components = all(of: device)
        if reportsInput { components.append(event()) }
        for part in device.parts where !isJoined(part) { components += all(of: part) }
        return components
    }

    /// Whether the device shows a part as its own.
    private func isJoined(_ part: MirrorElement) -> Bool {
        switch part.role {
        case .slats: part.types == [.regulable] && hasTilt
        case .mode: isClimate && ClimateModes(part) != nil
        case nil, .setPoint, .temperature, .valve, .fan, .humidity, .battery, .power, .energy, .status: false
        }
    }

    var isClimate: Bool { shape(.value, of: device) == .climate }

    /// Those of an element: the first one stands for it.
    private func all(of element: MirrorElement) -> [Component] {
        var components: [Component] = []
        var left = element.types
        let joined = [
            climate(of: element), cover(of: element), light(of: element), fan(of: element), valve(of: element),
        ]
        for joined in joined.compactMap(\.self) where joined.types.isSubset(of: left) {
            left.removeAll(where: joined.types.contains)
            let name = components.isEmpty ? nil : Self.name(of: joined.type)
            components.append(component(joined.platform, joined.type, of: element, name: name, joined.config))
        }
        for type in left {
            let isFirst = components.isEmpty
            components.append(single(type, of: element, name: isFirst ? nil : Self.name(of: type), isRest: !isFirst))
        }
        return components
    }

    /// A component for several types of an element.
    struct Joined {
        var platform: Platform
        /// The type that gives it its name: with more types it stays the same entity.
        var type: FacetType
        var types: Set<FacetType>
        var config: ConfigObject
    }

    // MARK: Rows

    func row(_ type: FacetType, of element: MirrorElement) -> Row {
        DiscoveryTable.row(type, of: element)
    }

    /// Nil if the element does not have the type.
    func shape(_ type: FacetType, of element: MirrorElement) -> Row.Shape? {
        element.types.contains(type) ? row(type, of: element).shape : nil
    }

    // MARK: One component for each type

    /// - Parameter isRest: whether another component stands for the element.
    private func single(_ type: FacetType, of element: MirrorElement, name: String?, isRest: Bool) -> Component {
        let row = isRest ? restRow(type, of: element) : row(type, of: element)
        let (platform, config) = platform(type, row, of: element)
        var component = component(platform, type, of: element, name: name, config)
        component.config["entity_category"] = .text(row.category?.rawValue)
        return component
    }

    /// The switch of a gate that moves, or of a valve with a position, is its contact.
    private func restRow(_ type: FacetType, of element: MirrorElement) -> Row {
        let row = row(type, of: element)
        guard row.shape == .cover || row.shape == .valve else { return row }
        guard type == .binary else { return Row(element.takes(type) ? .percent : .level) }
        return DiscoveryTable.row(type, element.role, element.elementClass, takesCommands: false)
    }

    private static func name(of type: FacetType) -> String {
        switch type {
        case .binary: "State"
        case .regulable: "Level"
        case .bidirectional: "Movement"
        case .value: "Value"
        case .colour: "Colour"
        }
    }

    private func platform(_ type: FacetType, _ row: Row, of element: MirrorElement) -> (Platform, ConfigObject) {
        switch row.shape {
        // Those are joined.
        case .light: (.switch, switched(element, deviceClass: nil))
        case .cover: (.cover, twoState(element, deviceClass: row.deviceClass))
        case .fan: (.fan, fan(element, [type]))
        case .valve: (.valve, valve(element, type))
        case .lock: (.lock, lock(element))
        case .siren: (.siren, siren(element))
        case .button: (.button, button(element))
        case .switch: (.switch, switched(element, deviceClass: row.deviceClass))
        case .binarySensor: (.binarySensor, contact(element, deviceClass: row.deviceClass))
        case .percent: (.number, percent(element))
        case .level: (.sensor, level(element, deviceClass: row.deviceClass))
        case .climate: (.sensor, sensor(element, type, .temperature))
        case .sensor(let quantity): (.sensor, sensor(element, type, quantity))
        case .entry(let quantity): entry(element, quantity)
        }
    }

    // MARK: What all components have

    /// - Parameter name: of its type; nil if it stands for its element.
    private func component(
        _ platform: Platform,
        _ type: FacetType,
        of element: MirrorElement,
        name: String?,
        _ config: ConfigObject
    ) -> Component {
        let key = element.id == device.id ? type.word : "\(element.id)_\(type.word)"
        let entity = EntityName.word(name == nil ? element.path : "\(element.path)/\(type.word)", else: key)
        var all: ConfigObject = [
            "unique_id": .text(discovery.names.uniqueID(element.id, type.word)),
            "name": .text(self.name(of: element, name)) ?? .null,
            "default_entity_id": .text("\(platform.rawValue).\(entity)"),
            // Before 2025.10; later ones prefer `default_entity_id`.
            "object_id": .text(entity),
        ]
        all.add(config)
        all["json_attributes_topic"] = .text(topics.state(element))
        all["json_attributes_template"] = all["json_attributes_template"] ?? .text(Template.attributes(type))
        if let expiry = discovery.commandExpiry, all.fields.contains(where: { $0.key.hasSuffix("command_topic") }) {
            all["message_expiry_interval"] = .number(Double(expiry))
        }
        if element.id != device.id { all.add(discovery.availability(of: element)) }
        return Component(key: key, platform: platform, config: all)
    }

    /// Home Assistant puts the name of the device before it. Nil for the device's own.
    private func name(of element: MirrorElement, _ name: String?) -> String? {
        guard element.id != device.id else { return name }
        return [Discovery.name(of: element), name?.lowercased()].compactMap(\.self).joined(separator: " ")
    }

    // MARK: Inputs

    /// The key of the component for inputs without a state.
    static let inputKey = "input"

    /// Something that happens and is no state. Values that were not foreseen are `other`.
    private func event() -> Component {
        let words = device.types.flatMap { type in
            type == .value ? (device.options ?? []).map(\.value) : type.namedValues.map(\.word)
        }
        let name = EntityName.word("\(device.path)/input", else: "input")
        return Component(
            key: Self.inputKey,
            platform: .event,
            config: [
                "unique_id": .text(discovery.names.uniqueID(device.id, Self.inputKey)),
                "name": "Input",
                "default_entity_id": .text("event.\(name)"),
                "object_id": .text(name),
                "device_class": "button",
                "event_types": .texts(words.filter { $0 != "other" } + ["other"]),
                "state_topic": .text(topics.event("input", house: device.house)),
                "value_template": .text(Template.event(of: device.id, words: words)),
            ]
        )
    }
}
