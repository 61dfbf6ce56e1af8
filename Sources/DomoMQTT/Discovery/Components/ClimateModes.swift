import DomoModel

/// What the mode of a thermostat is in Home Assistant, which knows two things: what it may do (off, heat, cool), and presets
/// (comfort, night).
struct ClimateModes {
    /// Those of Home Assistant (home-assistant.io/integrations/climate.mqtt).
    static let known = ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"]

    let part: MirrorElement
    let choice: Choice

    /// - Returns: nil if the mode is shown on its own: it is no choice, or takes no orders.
    init?(_ part: MirrorElement) {
        guard part.types == [.value], part.takes(.value), let choice = Choice(part) else { return nil }
        (self.part, self.choice) = (part, choice)
    }

    /// Whether its options are modes of Home Assistant, all of them.
    private var areModes: Bool { choice.values.allSatisfy(Self.known.contains) }

    private var canBeOff: Bool { choice.values.contains("off") }

    func config(_ topics: Topics) -> ConfigObject {
        let (state, command) = (topics.state(part), topics.command(part, .value))
        if areModes {
            let table = choice.values.map { (key: $0, value: $0) }
            return [
                "modes": .texts(choice.values),
                "mode_state_topic": .text(state),
                "mode_state_template": .text(Template.lookup(.value, in: table)),
                "mode_command_topic": .text(command),
            ]
        }
        var config: ConfigObject = [
            "modes": .texts(canBeOff ? ["off", "heat"] : ["heat"]),
            "mode_state_topic": .text(state),
            "mode_state_template": .text(
                Template.lookup(.value, in: choice.values.map { ($0, $0 == "off" ? "off" : "heat") })
            ),
        ]
        guard let presets = choice.without("off") else { return config }
        config.add([
            "preset_modes": .texts(presets.labels),
            "preset_mode_state_topic": .text(state),
            "preset_mode_value_template": .text(presets.valueTemplate),
            "preset_mode_command_topic": .text(command),
            "preset_mode_command_template": .text(presets.commandTemplate),
        ])
        if canBeOff, let first = presets.values.first {
            config["mode_command_topic"] = .text(command)
            // Heating again is its first option.
            config["mode_command_template"] = .text("{{ 'off' if value == 'off' else \(Template.quoted(first)) }}")
        }
        return config
    }
}
