import DomoModel

// home-assistant.io/integrations/cover.mqtt
extension ComponentMaker {
    /// The types of a cover in one component.
    ///
    /// The level of a cover with a switch belongs to the switch (`CoverTraits.hasPosition`).
    func cover(of element: MirrorElement) -> Joined? {
        let moves = element.types.contains(.bidirectional)
        guard moves || shape(.regulable, of: element) == .cover else { return nil }
        let hasPosition = element.types.contains(.regulable) && !element.types.contains(.binary)
        let types: Set<FacetType> =
            if !moves { [.regulable] } else { hasPosition ? [.bidirectional, .regulable] : [.bidirectional] }
        let type: FacetType = moves ? .bidirectional : .regulable
        var config = ConfigObject()
        config["device_class"] = .text(row(type, of: element).deviceClass)
        config["state_topic"] = .text(topics.state(element))
        config["value_template"] = .text(
            moves
                ? Template.coverState
                : Template.choice(.regulable, if: "v == \(closedAt(element))", "closed", else: "open")
        )
        config.add(movement(of: element, types))
        if types.contains(.regulable) { config.add(position(of: element)) }
        if element.id == device.id { config.add(tilt()) }
        if moves {
            let known: FacetType = types.contains(.regulable) ? .regulable : .bidirectional
            config["json_attributes_template"] = .text(Template.coverAttributes(known))
        }
        return Joined(platform: .cover, type: type, types: types, config: config)
    }

    private func movement(of element: MirrorElement, _ types: Set<FacetType>) -> ConfigObject {
        if element.takes(.bidirectional) {
            return [
                "command_topic": .text(topics.command(element, .bidirectional)),
                "payload_open": "up", "payload_close": "down", "payload_stop": "stop",
            ]
        }
        guard types.contains(.regulable), element.takes(.regulable) else { return ConfigObject() }
        return [
            "command_topic": .text(topics.command(element, .regulable)),
            "payload_open": .text("\(element.openAt)"), "payload_close": .text("\(closedAt(element))"),
            "payload_stop": .null,
        ]
    }

    private func closedAt(_ element: MirrorElement) -> Int { 100 - element.openAt }

    /// Which end is 0 % depends on the server; 100 is open in Home Assistant.
    private func position(of element: MirrorElement) -> ConfigObject {
        [
            "position_topic": .text(topics.state(element)),
            "position_template": .text(Template.valueOrNothing(.regulable)),
            "position_open": .number(Double(element.openAt)), "position_closed": .number(Double(closedAt(element))),
            "set_position_topic": element.takes(.regulable) ? .text(topics.command(element, .regulable)) : nil,
        ]
    }

    // MARK: Tilt

    /// Whether the slats are shown by the cover.
    var hasTilt: Bool {
        device.part(.slats).map { $0.types == [.regulable] } == true
            && (device.types.contains(.bidirectional) || shape(.regulable, of: device) == .cover)
    }

    private func tilt() -> ConfigObject {
        guard hasTilt, let slats = device.part(.slats) else { return ConfigObject() }
        return [
            "tilt_status_topic": .text(topics.state(slats)),
            "tilt_status_template": .text(Template.valueOrNothing(.regulable)),
            // Servers count slats as the positions of the blind.
            "tilt_min": .number(Double(closedAt(device))), "tilt_max": .number(Double(device.openAt)),
            "tilt_opened_value": .number(Double(device.openAt)), "tilt_closed_value": .number(Double(closedAt(device))),
            "tilt_command_topic": slats.takes(.regulable) ? .text(topics.command(slats, .regulable)) : nil,
            // domo refuses it for slats that can't be stopped.
            "payload_stop_tilt": slats.takes(.regulable) ? "stop" : nil,
        ]
    }

    // MARK: Two states

    /// A gate or door that is opened and closed by a switch.
    func twoState(_ element: MirrorElement, deviceClass: String?) -> ConfigObject {
        [
            "device_class": .text(deviceClass),
            "command_topic": .text(topics.command(element, .binary)),
            "payload_open": "on", "payload_close": "off", "payload_stop": .null,
            "state_topic": .text(topics.state(element)),
            "value_template": .text(Template.choice(.binary, if: "v == 'on'", "open", else: "closed")),
        ]
    }
}
