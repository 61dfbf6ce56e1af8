import DomoModel

// home-assistant.io/integrations/light.mqtt, default schema.
extension ComponentMaker {
    /// The types of a lamp in one component.
    func light(of element: MirrorElement) -> Joined? {
        var types = Set(element.types.filter { shape($0, of: element) == .light })
        guard !types.isEmpty else { return nil }
        // A lamp without a class has a switch too.
        if shape(.binary, of: element) == .switch { types.insert(.binary) }
        let (platform, config) = lamp(element, types)
        let type = [.binary, .regulable].first { types.contains($0) } ?? .colour
        return Joined(platform: platform, type: type, types: types, config: config)
    }

    /// - Parameter types: those that take orders.
    func lamp(_ element: MirrorElement, _ types: Set<FacetType>) -> (Platform, ConfigObject) {
        let light = element.light ?? MirrorElement.Light(hasColours: true, white: nil)
        guard var config = lampSwitch(element, types, light) else { return (.number, white(element, light)) }
        if types.contains(.regulable) {
            config["brightness_command_topic"] = .text(topics.command(element, .regulable))
            config["brightness_state_topic"] = .text(topics.state(element))
            config["brightness_value_template"] = .text(Template.valueOrNothing(.regulable))
            config["brightness_scale"] = 100
        }
        config["on_command_type"] = .text(orderToSwitchOn(types))
        if types.contains(.colour) { config.add(colours(element, light)) }
        return (.light, config)
    }

    /// How the lamp is switched: by its switch, its level, or a colour.
    ///
    /// - Returns: nil if it can't be switched off.
    private func lampSwitch(
        _ element: MirrorElement,
        _ types: Set<FacetType>,
        _ light: MirrorElement.Light
    ) -> ConfigObject? {
        let (type, on, off): (FacetType, String, String)
        if types.contains(.binary) {
            (type, on, off) = (.binary, "on", "off")
        } else if types.contains(.regulable) {
            (type, on, off) = (.regulable, "100", "0")
        } else if light.hasColours {
            (type, on, off) = (.colour, "#ffffff", "#000000")
        } else {
            return nil
        }
        let template =
            if element.types.contains(.binary) {
                type == .binary ? Template.value(.binary) : Template.choice(.binary, if: "v == 'on'", on, else: off)
            } else if element.types.contains(.regulable) {
                Template.choice(.regulable, if: "v > 0", on, else: off)
            } else {
                Template.choice(.colour, if: "v != '#000000'", on, else: off)
            }
        return [
            "command_topic": .text(topics.command(element, type)),
            "payload_on": .text(on),
            "payload_off": .text(off),
            "state_topic": .text(topics.state(element)),
            "state_value_template": .text(template),
        ]
    }

    /// When the order to switch it on is sent. With each level, the lamp would flash: to switch it on, Home Assistant orders
    /// the last level that it has seen, or 100 %. After a colour, it would not be the colour that stays.
    private func orderToSwitchOn(_ types: Set<FacetType>) -> String? {
        if types.contains(.regulable) || types == [.colour] { return "brightness" }
        return types.contains(.colour) ? "first" : nil
    }

    private func colours(_ element: MirrorElement, _ light: MirrorElement.Light) -> ConfigObject {
        let (command, state) = (topics.command(element, .colour), topics.state(element))
        let colour = Template.path(.colour)
        var config = ConfigObject()
        if light.hasColours {
            config["rgb_command_topic"] = .text(command)
            config["rgb_command_template"] = "{{ '#%02x%02x%02x' | format(red, green, blue) }}"
            config["rgb_state_topic"] = .text(state)
            config["rgb_value_template"] = .text(
                "{% set v = \(colour) or '' %}{% if v[:1] == '#' %}"
                    + "{{ v[1:3] | int(base=16) }},{{ v[3:5] | int(base=16) }},{{ v[5:7] | int(base=16) }}{% endif %}"
            )
        }
        if let white = light.white {
            config["color_temp_kelvin"] = true
            config["min_kelvin"] = .number(Double(white.lowerBound))
            config["max_kelvin"] = .number(Double(white.upperBound))
            config["color_temp_command_topic"] = .text(command)
            config["color_temp_command_template"] = "{{ value | int }}K"
            config["color_temp_state_topic"] = .text(state)
            config["color_temp_value_template"] = .text(
                "{% set v = \(colour) or '' %}{{ v[:-1] if v[-1:] == 'K' else '' }}"
            )
        }
        if light.hasColours, light.white != nil {
            config["color_mode_state_topic"] = .text(state)
            config["color_mode_value_template"] = .text(
                "{% set v = \(colour) or '' %}{{ 'color_temp' if v[-1:] == 'K' else 'rgb' if v else '' }}"
            )
        }
        return config
    }

    /// The temperature of a lamp that has only white and no switch: Home Assistant has no lamp that can't be switched off.
    private func white(_ element: MirrorElement, _ light: MirrorElement.Light) -> ConfigObject {
        let range = light.white ?? Colour.kelvins
        return [
            "command_topic": .text(topics.command(element, .colour)),
            "command_template": "{{ value | int }}K",
            "state_topic": .text(topics.state(element)),
            "value_template": .text(
                "{% set v = \(Template.path(.colour)) or '' %}{% set k = v[:-1] | int(0) if v[-1:] == 'K' else 0 %}"
                    + "{{ k if \(range.lowerBound) <= k <= \(range.upperBound) else None }}"
            ),
            "min": .number(Double(range.lowerBound)), "max": .number(Double(range.upperBound)),
            "step": 50, "unit_of_measurement": "K",
        ]
    }
}
