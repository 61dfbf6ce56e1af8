// home-assistant.io/integrations: scene.mqtt, button.mqtt
extension Discovery {
    /// domo itself: whether the bridge reaches domod, its scenes, and a button that stops them. All elements refer to it.
    ///
    /// - Parameter scenes: those that may be started over MQTT.
    func described(_ scenes: [DiscoveredScene]) -> DiscoveredDevice {
        DiscoveredDevice(
            node: names.scenes,
            device: [
                "identifiers": .texts([names.scenes]),
                "name": "domo",
                "manufacturer": "domo",
                "model": "domo-mqtt",
                "sw_version": .text(version),
                "configuration_url": .text(page),
            ],
            availability: availability([topics.bridge, topics.daemon]),
            components: [connectivity] + (scenes.isEmpty ? [] : [stop]) + scenes.map(component)
        )
    }

    /// In device mode; retained.
    func scenes(_ scenes: [DiscoveredScene]) -> Publication? { publication(of: described(scenes)) }

    /// In component mode.
    func sceneComponents(_ scenes: [DiscoveredScene]) -> [Publication] { publications(of: described(scenes)) }

    private var connectivity: DiscoveredDevice.Component {
        var config = shared("domod", "domod", .binarySensor, name: "domod")
        config.add([
            "device_class": "connectivity", "entity_category": "diagnostic",
            "state_topic": .text(topics.daemon), "payload_on": "online", "payload_off": "offline",
        ])
        // It also shows that domod is unreachable.
        config.add(availability([topics.bridge]))
        return DiscoveredDevice.Component(key: "domod", platform: .binarySensor, config: config)
    }

    private var stop: DiscoveredDevice.Component {
        var config = shared("stop", "stop scenes", .button, name: "Stop scenes")
        config["command_topic"] = .text(topics.stopScenes)
        config["payload_press"] = "ON"
        config["message_expiry_interval"] = .number(commandExpiry.map(Double.init))
        return DiscoveredDevice.Component(key: "stop", platform: .button, config: config)
    }

    private func component(of scene: DiscoveredScene) -> DiscoveredDevice.Component {
        let key = "scene_" + Self.identifier(scene.name)
        let label = scene.label.contains { !$0.isWhitespace } ? scene.label : scene.name
        var config = shared(key, scene.name, .scene, name: label)
        config["command_topic"] = .text(topics.scene(scene.name))
        config["payload_on"] = "ON"
        config["message_expiry_interval"] = .number(commandExpiry.map(Double.init))
        return DiscoveredDevice.Component(key: key, platform: .scene, config: config)
    }

    private func shared(_ key: String, _ entity: String, _ platform: Platform, name: String) -> ConfigObject {
        let entity = EntityName.word("domo \(entity)", else: key)
        return [
            "unique_id": .text(names.uniqueID("scenes", key)),
            "name": .text(name),
            "default_entity_id": .text("\(platform.rawValue).\(entity)"),
            "object_id": .text(entity),
        ]
    }

    /// A name with the characters of topics of announcements: letters and digits, others as `-` and their two digits.
    /// Different names stay different.
    private static func identifier(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "-0" : "-") + String(byte, radix: 16)
            }
        }
        return text
    }
}
