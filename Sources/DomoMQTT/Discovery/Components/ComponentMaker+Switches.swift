import DomoModel

// home-assistant.io/integrations: switch.mqtt, binary_sensor.mqtt, lock.mqtt, siren.mqtt, button.mqtt, fan.mqtt, valve.mqtt, number.mqtt
extension ComponentMaker {
    func switched(
        _ element: MirrorElement,
        deviceClass: String?,
        template: String = "value_template"
    ) -> ConfigObject {
        [
            "device_class": .text(deviceClass),
            "command_topic": .text(topics.command(element, .binary)),
            "payload_on": "on", "payload_off": "off",
            "state_topic": .text(topics.state(element)),
            template: .text(Template.value(.binary)),
        ]
    }

    func contact(_ element: MirrorElement, deviceClass: String?) -> ConfigObject {
        [
            "device_class": .text(deviceClass),
            "payload_on": "on", "payload_off": "off",
            "state_topic": .text(topics.state(element)),
            "value_template": .text(Template.value(.binary)),
        ]
    }

    /// On is unlocked.
    func lock(_ element: MirrorElement) -> ConfigObject {
        [
            "command_topic": .text(topics.command(element, .binary)),
            "payload_lock": "off", "payload_unlock": "on",
            "state_topic": .text(topics.state(element)),
            "state_locked": "off", "state_unlocked": "on",
            "value_template": .text(Template.value(.binary)),
        ]
    }

    /// Without a template, Home Assistant sends an object in JSON.
    func siren(_ element: MirrorElement) -> ConfigObject {
        [
            "command_topic": .text(topics.command(element, .binary)),
            "command_template": "{{ value }}",
            "payload_on": "on", "payload_off": "off",
            "support_duration": false, "support_volume_set": false,
            "state_topic": .text(topics.state(element)),
            "state_value_template": .text(Template.value(.binary)),
        ]
    }

    /// Of a button, the house may report a state: it is on the state topic.
    func button(_ element: MirrorElement) -> ConfigObject {
        ["command_topic": .text(topics.command(element, .binary)), "payload_press": .text(Value.press.word)]
    }

    // MARK: Levels

    func percent(_ element: MirrorElement) -> ConfigObject {
        [
            "command_topic": .text(topics.command(element, .regulable)),
            "state_topic": .text(topics.state(element)),
            "value_template": .text(Template.value(.regulable)),
            "min": 0, "max": 100, "step": 1, "unit_of_measurement": "%",
        ]
    }

    func level(_ element: MirrorElement, deviceClass: String?) -> ConfigObject {
        [
            "device_class": .text(deviceClass),
            "state_class": .text(Quantity.StateClass.measurement.rawValue),
            "unit_of_measurement": "%",
            "state_topic": .text(topics.state(element)),
            "value_template": .text(Template.value(.regulable)),
        ]
    }

    // MARK: Fans and valves

    /// The types of a fan in one component.
    func fan(of element: MirrorElement) -> Joined? {
        let types = Set(element.types.filter { shape($0, of: element) == .fan })
        guard !types.isEmpty else { return nil }
        let type: FacetType = types.contains(.binary) ? .binary : .regulable
        return Joined(platform: .fan, type: type, types: types, config: fan(element, types))
    }

    func fan(_ element: MirrorElement, _ types: Set<FacetType>) -> ConfigObject {
        let type: FacetType = types.contains(.binary) ? .binary : .regulable
        var config: ConfigObject = [
            "command_topic": .text(topics.command(element, type)),
            "payload_on": type == .binary ? "on" : "100",
            "payload_off": type == .binary ? "off" : "0",
            "state_topic": .text(topics.state(element)),
            "state_value_template": .text(
                type == .binary ? Template.value(.binary) : Template.choice(.regulable, if: "v > 0", "100", else: "0")
            ),
        ]
        if types.contains(.regulable) {
            config["percentage_command_topic"] = .text(topics.command(element, .regulable))
            config["percentage_state_topic"] = .text(topics.state(element))
            config["percentage_value_template"] = .text(Template.value(.regulable))
        }
        return config
    }

    /// A valve with a position, which moves it even if it has a switch.
    func valve(of element: MirrorElement) -> Joined? {
        guard shape(.regulable, of: element) == .valve else { return nil }
        return Joined(platform: .valve, type: .regulable, types: [.regulable], config: valve(element, .regulable))
    }

    /// 0 % is closed.
    func valve(_ element: MirrorElement, _ type: FacetType) -> ConfigObject {
        var config: ConfigObject = [
            "command_topic": .text(topics.command(element, type)),
            "state_topic": .text(topics.state(element)),
            "value_template": .text(Template.value(type)),
        ]
        if type == .regulable {
            config["reports_position"] = true
        } else {
            config.add([
                "payload_open": "on", "payload_close": "off", "state_open": "on", "state_closed": "off",
            ])
        }
        return config
    }
}
