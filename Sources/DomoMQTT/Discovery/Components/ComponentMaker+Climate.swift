import DomoModel

// home-assistant.io/integrations/climate.mqtt
extension ComponentMaker {
    /// A thermostat: its own value is what it should reach; the rest are parts. Parts that are sensors are shown on their own
    /// too: Home Assistant keeps statistics of sensors only.
    func climate(of element: MirrorElement) -> Joined? {
        guard element.id == device.id, isClimate else { return nil }
        let state = topics.state(device)
        var config: ConfigObject = [
            "temperature_command_topic": .text(topics.command(device, .value)),
            "temperature_state_topic": .text(state),
            "temperature_state_template": .text(Template.number()),
            "temperature_unit": .text(temperatureUnit),
            "min_temp": .number(device.minimum),
            "max_temp": .number(device.maximum),
            "temp_step": .number(device.step ?? 0.5),
            "precision": .number(0.1),
        ]
        config.add(measured())
        config.add(action())
        if let mode = device.part(.mode).flatMap(ClimateModes.init) {
            config.add(mode.config(topics))
        } else {
            // Without a mode, Home Assistant would show it as off.
            config["modes"] = .texts(["heat"])
            config["mode_state_topic"] = .text(state)
            config["mode_state_template"] = .text(Template.choice(.value, if: "v is number", "heat", else: "None"))
        }
        return Joined(platform: .climate, type: .value, types: [.value], config: config)
    }

    /// Nil for the one of Home Assistant's user.
    private var temperatureUnit: String? {
        switch Quantity.temperature.measured(in: device.unit).unit {
        case "°C": "C"
        case "°F": "F"
        default: nil
        }
    }

    private func measured() -> ConfigObject {
        var config = ConfigObject()
        if let part = device.part(.temperature), part.types.contains(.value) {
            config["current_temperature_topic"] = .text(topics.state(part))
            config["current_temperature_template"] = .text(Template.number())
        }
        if let part = device.part(.humidity), part.types.contains(.value) {
            config["current_humidity_topic"] = .text(topics.state(part))
            config["current_humidity_template"] = .text(Template.number())
        }
        return config
    }

    /// The valve of a thermostat is heating if it is on or above 0 %.
    private func action() -> ConfigObject {
        guard let valve = device.part(.valve) else { return ConfigObject() }
        let template: String
        if valve.types.contains(.binary) {
            template = Template.choice(.binary, if: "v == 'on'", "heating", else: "idle")
        } else if valve.types.contains(.regulable) {
            template = Template.choice(.regulable, if: "v > 0", "heating", else: "idle")
        } else {
            return ConfigObject()
        }
        return ["action_topic": .text(topics.state(valve)), "action_template": .text(template)]
    }
}
