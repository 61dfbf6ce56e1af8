import DomoModel

/// Makes the components of a device: those of its own types, and those of its parts.
struct ComponentMaker {
    typealias Component = DiscoveredDevice.Component
    typealias Row = DiscoveryTable.Row

    let discovery: Discovery
    let device: MirrorElement

    var topics: Topics { discovery.topics }

    func components(reportsInput: Bool) -> [Component] {
        var components = own()
        if reportsInput { components.append(event()) }
        for part in device.parts where !isJoined(part) { components += single(part, part.types, of: part) }
        return components
    }

    /// Whether the device shows a part as its own.
    private func isJoined(_ part: MirrorElement) -> Bool {
        switch part.role {
        case .slats: part.types == [.regulable] && hasTilt
        case .mode: isClimate && ClimateModes(part) != nil
        default: false
        }
    }

    private func own() -> [Component] {
        if isClimate { return [climate()] + single(device, device.types.filter { $0 != .value }, of: device) }
        for (component, types) in [cover(), light(), fan(), valve()].compactMap(\.self) {
            return [component] + single(device, device.types.filter { !types.contains($0) }, of: device, isRest: true)
        }
        return single(device, device.types, of: device)
    }

    // MARK: Rows

    func row(_ type: FacetType, of element: MirrorElement, isRest: Bool = false) -> Row {
        DiscoveryTable.row(
            type,
            element.role,
            element.elementClass,
            // What is ordered by another component is only shown here.
            takesCommands: element.takes(type) && !(isRest && isOrderedElsewhere(type))
        )
    }

    /// The rest of a gate that moves, or of a valve with a position, is its contact.
    private func isOrderedElsewhere(_ type: FacetType) -> Bool {
        guard type == .binary else { return false }
        switch DiscoveryTable.row(.binary, device.role, device.elementClass, takesCommands: true).shape {
        case .cover, .valve: return true
        case .light, .climate, .fan, .lock, .switch, .binarySensor, .percent, .level, .sensor, .entry: return false
        }
    }

    func shape(_ type: FacetType) -> Row.Shape? {
        device.types.contains(type) ? row(type, of: device).shape : nil
    }

    var isClimate: Bool { shape(.value) == .climate }

    // MARK: One component for each type

    /// - Parameter isRest: whether the element has another component, which has its name.
    private func single(
        _ element: MirrorElement,
        _ types: [FacetType],
        of owner: MirrorElement,
        isRest: Bool = false
    ) -> [Component] {
        let isPart = element.id != device.id
        return types.enumerated().map { place, type in
            let row = row(type, of: element, isRest: isRest)
            let isMain = place == 0 && !isRest
            let own = isMain ? nil : Self.name(of: type)
            let name = isPart ? [Discovery.name(of: element), own?.lowercased()].compactMap(\.self).joined(separator: " ") : own
            return component(type, row, of: element, name: name, isMain: isMain)
        }
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

    private func component(
        _ type: FacetType,
        _ row: Row,
        of element: MirrorElement,
        name: String?,
        isMain: Bool
    ) -> Component {
        let (platform, config) = platform(type, row, of: element)
        var component = component(platform, type, of: element, name: name, isMain: isMain, config)
        component.config["entity_category"] = .text(row.category?.rawValue)
        return component
    }

    private func platform(_ type: FacetType, _ row: Row, of element: MirrorElement) -> (Platform, ConfigObject) {
        switch row.shape {
        case .light: lamp(element, [type])
        case .cover: (.cover, cover(element, deviceClass: row.deviceClass))
        case .fan: (.fan, fan(element, [type]))
        case .valve: (.valve, valve(element, type))
        case .lock: (.lock, lock(element))
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

    /// - Parameters:
    ///   - name: nil to be called as the device.
    ///   - isMain: whether it stands for its element.
    func component(
        _ platform: Platform,
        _ type: FacetType,
        of element: MirrorElement,
        name: String?,
        isMain: Bool,
        _ config: ConfigObject
    ) -> Component {
        let key = key(type.word, of: element)
        let path = isMain ? element.path : "\(element.path)/\(type.word)"
        let entity = EntityName.word(path, else: key)
        var all: ConfigObject = [
            "unique_id": .text(discovery.names.uniqueID(element.id, type.word)),
            "name": .text(name) ?? .null,
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

    func key(_ word: String, of element: MirrorElement) -> String {
        element.id == device.id ? word : "\(element.id)_\(word)"
    }

    // MARK: Inputs

    /// Something that happens and is no state. Values that were not foreseen are `other`.
    private func event() -> Component {
        let words = device.types.flatMap { type in
            type == .value ? (device.options ?? []).map(\.value) : type.namedValues.map(\.word)
        }
        let name = EntityName.word("\(device.path)/input", else: "input")
        return Component(
            key: "input",
            platform: .event,
            config: [
                "unique_id": .text(discovery.names.uniqueID(device.id, "input")),
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
