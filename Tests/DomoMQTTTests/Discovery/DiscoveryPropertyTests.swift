import DomoJSON
import DomoModel
import Testing

@testable import DomoMQTT

/// What holds for the announcements of all devices.
@Suite("All announcements")
struct DiscoveryPropertyTests {
    private static let discovery = DiscoverySamples.discovery

    /// The keys that Home Assistant 2025.4 reads, by platform: it drops others without a word, with what they mean. Sources:
    /// the pages of the platforms in its documentation.
    private static let keys: [Platform: Set<String>] = [
        .binarySensor: ["device_class", "payload_on", "payload_off", "state_topic", "value_template"],
        .climate: [
            "action_template", "action_topic", "current_humidity_template", "current_humidity_topic",
            "current_temperature_template", "current_temperature_topic", "max_temp", "min_temp",
            "mode_command_template", "mode_command_topic", "mode_state_template", "mode_state_topic", "modes",
            "precision", "preset_mode_command_template", "preset_mode_command_topic", "preset_mode_state_topic",
            "preset_mode_value_template", "preset_modes", "temp_step", "temperature_command_topic",
            "temperature_state_template", "temperature_state_topic", "temperature_unit",
        ],
        .cover: [
            "command_topic", "device_class", "payload_close", "payload_open", "payload_stop", "payload_stop_tilt",
            "position_closed", "position_open", "position_template", "position_topic", "set_position_topic",
            "state_topic", "tilt_closed_value", "tilt_command_topic", "tilt_max", "tilt_min", "tilt_opened_value",
            "tilt_status_template", "tilt_status_topic", "value_template",
        ],
        .event: ["device_class", "event_types", "state_topic", "value_template"],
        .fan: [
            "command_topic", "payload_off", "payload_on", "percentage_command_topic", "percentage_state_topic",
            "percentage_value_template", "state_topic", "state_value_template",
        ],
        .light: [
            "brightness", "brightness_scale", "color_temp_kelvin", "command_topic", "max_kelvin", "min_kelvin",
            "payload_off", "payload_on", "schema", "state_topic", "state_value_template", "supported_color_modes",
        ],
        .lock: [
            "command_topic", "payload_lock", "payload_unlock", "state_locked", "state_topic", "state_unlocked",
            "value_template",
        ],
        .number: [
            "command_template", "command_topic", "device_class", "max", "min", "mode", "state_topic", "step",
            "unit_of_measurement", "value_template",
        ],
        .select: ["command_template", "command_topic", "options", "state_topic", "value_template"],
        .sensor: ["device_class", "options", "state_class", "state_topic", "unit_of_measurement", "value_template"],
        .siren: [
            "command_template", "command_topic", "payload_off", "payload_on", "state_topic", "state_value_template",
            "support_duration", "support_volume_set",
        ],
        .switch: ["command_topic", "device_class", "payload_off", "payload_on", "state_topic", "value_template"],
        .text: ["command_topic", "state_topic", "value_template"],
        .valve: [
            "command_topic", "payload_close", "payload_open", "reports_position", "state_closed", "state_open",
            "state_topic", "value_template",
        ],
    ]

    private static let common: Set<String> = [
        "unique_id", "name", "default_entity_id", "object_id", "json_attributes_topic", "json_attributes_template",
        "entity_category", "availability", "availability_mode",
    ]

    /// Without one of them, Home Assistant refuses the component.
    private static func required(_ platform: Platform) -> Set<String> {
        switch platform {
        case .binarySensor, .sensor: ["state_topic"]
        case .light, .switch, .fan, .lock, .number, .siren, .text, .valve: ["command_topic", "state_topic"]
        case .select: ["command_topic", "options"]
        case .event: ["state_topic", "event_types"]
        case .cover: ["state_topic"]
        case .climate: ["temperature_command_topic", "modes", "mode_state_topic"]
        case .button, .scene: ["command_topic"]
        }
    }

    @Test(arguments: DiscoveryCombinations.types)
    func componentsAreWellFormed(types: [FacetType]) throws {
        for device in DiscoveryCombinations.devices(types) + DiscoveryCombinations.owners(types) {
            let components = Self.discovery.described(device).components
            try #require(!components.isEmpty)
            #expect(Set(components.map(\.key)).count == components.count)
            #expect(Set(components.compactMap { $0.text("unique_id") }).count == components.count)
            // One has the name of the device.
            #expect(components.filter { $0.config["name"] == .null }.count == 1)
            for component in components {
                let keys = Set(component.config.fields.map(\.key))
                let known = try #require(Self.keys[component.platform])
                #expect(keys.subtracting(known).subtracting(Self.common) == [])
                #expect(Self.required(component.platform).subtracting(keys) == [])
                #expect(!component.config.fields.contains { $0.value == .text("") })
                try checkCommands(component, of: device)
                try checkTemplates(component, of: device)
            }
        }
    }

    /// What is not listed is not ordered over MQTT.
    private func checkCommands(_ component: DiscoveredDevice.Component, of device: MirrorElement) throws {
        let topics = component.config.fields.filter {
            $0.key.hasSuffix("command_topic") || $0.key == "set_position_topic"
        }
        for field in topics {
            guard case .text(let topic) = field.value else { continue }
            let isAllowed = device.all.contains { element in
                element.commands.contains { Self.discovery.topics.command(element, $0) == topic }
                    || Lamp(element)?.types.isSubset(of: element.commands) == true
                        && Self.discovery.topics.lampCommand(element) == topic
            }
            #expect(isAllowed, "\(field.key): \(topic)")
        }
    }

    /// Templates read only what the state of their element has: Home Assistant logs others as errors.
    private func checkTemplates(_ component: DiscoveredDevice.Component, of device: MirrorElement) throws {
        for field in component.config.fields where field.key.hasSuffix("_template") {
            guard case .text(let template) = field.value,
                let topic = component.text(Self.topicKey(of: field.key, in: component))
            else { continue }
            let element = try #require(device.all.first { Self.discovery.topics.state($0) == topic })
            for type in FacetType.allCases where template.contains("value_json.\(type.word)") {
                #expect(element.types.contains(type), "\(field.key): \(template)")
            }
        }
    }

    /// The topic whose messages a template reads; that of a command template is none.
    private static func topicKey(of template: String, in component: DiscoveredDevice.Component) -> String {
        if template.hasSuffix("command_template") { return "" }
        if template == "value_template" || template == "state_value_template" { return "state_topic" }
        let stem = template.replacing("_value_template", with: "").replacing("_template", with: "")
        return component.config["\(stem)_state_topic"] != nil ? "\(stem)_state_topic" : "\(stem)_topic"
    }

    /// Both modes announce the same.
    @Test(arguments: DiscoveryCombinations.types)
    func announcementsAreJSON(types: [FacetType]) throws {
        for device in DiscoveryCombinations.devices(types).filter({ $0.elementClass == nil }) {
            let publication = try #require(Self.discovery.device(device, reportsInput: true))
            #expect(publication.isRetained)
            // The same house has the same announcements.
            #expect(publication == Self.discovery.device(device, reportsInput: true))
            let root = try #require(JSONDocument(publication.payload)).root
            let components = try #require(root["components"])
            // Home Assistant refuses others.
            #expect(Set(root.keys) == ["device", "origin", "components", "availability", "availability_mode"])
            let single = Self.discovery.components(device, reportsInput: true)
            #expect(single.count == components.keys.count)
            for publication in single {
                let found = try #require(Self.discovery.names.device(of: publication.topic))
                let document = try #require(JSONDocument(publication.payload))
                let identifier = try #require(document.root["unique_id"]?.text)
                let key = try #require(components.keys.first { components[$0]?["unique_id"]?.text == identifier })
                #expect(components[key]?["platform"]?.text == found.platform?.rawValue)
                #expect(document.root["device"]?["name"]?.text == root["device"]?["name"]?.text)
                #expect(document.root["availability"]?.count == 3)
            }
        }
    }
}
