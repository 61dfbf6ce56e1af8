import DomoModel

// home-assistant.io/integrations/light.mqtt: the default schema for a switch, the JSON schema for all other lamps.
extension ComponentMaker {
    /// The types of a lamp in one component.
    func light(of element: MirrorElement) -> Joined? {
        guard let lamp = Lamp(element) else { return nil }
        let (platform, config) = self.lamp(lamp)
        let type = [.binary, .regulable].first { lamp.types.contains($0) } ?? .colour
        return Joined(platform: platform, type: type, types: lamp.types, config: config)
    }

    private func lamp(_ lamp: Lamp) -> (Platform, ConfigObject) {
        guard lamp.switchType != nil else { return (.number, white(lamp)) }
        return (
            .light,
            lamp.hasTopics ? dimmable(lamp) : switched(lamp.element, deviceClass: nil, template: "state_value_template")
        )
    }

    private func dimmable(_ lamp: Lamp) -> ConfigObject {
        var config: ConfigObject = [
            "schema": "json",
            "command_topic": .text(topics.lampCommand(lamp.element)),
            "state_topic": .text(topics.lamp(lamp.element)),
            // Without a level, Home Assistant dims the colour.
            "brightness": .flag(lamp.types.contains(.regulable)),
            "brightness_scale": 100,
            "supported_color_modes": .texts(lamp.modes),
        ]
        if lamp.types.contains(.colour), let white = lamp.light.white {
            config["color_temp_kelvin"] = true
            config["min_kelvin"] = .number(Double(white.lowerBound))
            config["max_kelvin"] = .number(Double(white.upperBound))
        }
        return config
    }

    /// The temperature of a lamp that has only white and no switch: Home Assistant has no lamp that can't be switched off.
    private func white(_ lamp: Lamp) -> ConfigObject {
        let range = lamp.light.white ?? Colour.kelvins
        return [
            "command_topic": .text(topics.command(lamp.element, .colour)),
            "command_template": "{{ value | int }}K",
            "state_topic": .text(topics.state(lamp.element)),
            "value_template": .text(
                "{% set v = \(Template.path(.colour)) or '' %}{% set k = v[:-1] | int(0) if v[-1:] == 'K' else 0 %}"
                    + "{{ k if \(range.lowerBound) <= k <= \(range.upperBound) else None }}"
            ),
            "min": .number(Double(range.lowerBound)), "max": .number(Double(range.upperBound)),
            "step": 50, "unit_of_measurement": "K",
        ]
    }
}
