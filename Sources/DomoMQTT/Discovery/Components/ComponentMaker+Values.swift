import DomoModel

// home-assistant.io/integrations: sensor.mqtt, select.mqtt, number.mqtt, text.mqtt
extension ComponentMaker {
    /// - Parameter type: a value, or a colour, which is a text.
    func sensor(_ element: MirrorElement, _ type: FacetType, _ quantity: Quantity) -> ConfigObject {
        var config: ConfigObject = ["state_topic": .text(topics.state(element))]
        if let choice = Choice(element), type == .value {
            config["device_class"] = "enum"
            config["options"] = .texts(choice.labels)
            config["value_template"] = .text(choice.valueTemplate)
            return config
        }
        let measured = quantity.measured(in: type == .value ? element.unit : nil)
        config["device_class"] = .text(measured.deviceClass)
        config["state_class"] = .text(measured.stateClass?.rawValue)
        config["unit_of_measurement"] = .text(measured.unit)
        config["value_template"] = .text(measured.isNumeric ? Template.number(type) : Template.text(type))
        return config
    }

    /// A choice if there are options, a number if the house file says so (limits or a unit), else a text.
    func entry(_ element: MirrorElement, _ quantity: Quantity) -> (Platform, ConfigObject) {
        var config: ConfigObject = [
            "command_topic": .text(topics.command(element, .value)),
            "state_topic": .text(topics.state(element)),
        ]
        if let choice = Choice(element) {
            config["options"] = .texts(choice.labels)
            config["value_template"] = .text(choice.valueTemplate)
            config["command_template"] = .text(choice.commandTemplate)
            return (.select, config)
        }
        let measured = quantity.measured(in: element.unit)
        guard measured.isNumeric || element.minimum != nil || element.maximum != nil || element.step != nil else {
            config["value_template"] = .text(Template.textOrNothing)
            return (.text, config)
        }
        config.add(number(element, measured))
        return (.number, config)
    }

    /// Home Assistant's own limits would be 1 and 100.
    private static let unlimited = 1e9

    private func number(_ element: MirrorElement, _ measured: Quantity.Measured) -> ConfigObject {
        let minimum = element.minimum ?? min(-Self.unlimited, element.maximum ?? 0)
        let range = minimum...max(minimum, element.maximum ?? Self.unlimited)
        return [
            "device_class": .text(measured.deviceClass),
            "unit_of_measurement": .text(measured.unit),
            "min": .number(range.lowerBound), "max": .number(range.upperBound),
            // The smallest that Home Assistant takes is 0.001.
            "step": .number(max(element.step ?? 0.1, 0.001)),
            "mode": element.minimum == nil || element.maximum == nil ? "box" : "auto",
            "value_template": .text(Template.number(in: range)),
        ]
    }
}
