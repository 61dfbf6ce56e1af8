import DomoJSON

// home-assistant.io/integrations/mqtt, "Discovery payload" and "Migration from single component to device-based discovery".
extension Discovery {
    // MARK: Removal

    /// Home Assistant keeps a component that is only left out; it removes one of which the platform alone is left. This goes
    /// between the old announcement and the new one.
    ///
    /// It is not retained: for whoever starts later there is nothing to remove.
    ///
    /// - Parameter old: the platforms of the components that were announced, by their keys.
    /// - Returns: nil if none is gone.
    func reduced(_ device: DiscoveredDevice, from old: [String: String]) -> Publication? {
        let new = Dictionary(uniqueKeysWithValues: device.components.map { ($0.key, $0.platform.rawValue) })
        let gone = old.filter { new[$0.key] != $0.value }
        guard !gone.isEmpty else { return nil }
        var rest = device
        // What has another platform now is removed first.
        rest.components.removeAll { gone[$0.key] != nil }
        var payload = payload(of: rest)
        guard case .object(var components)? = payload["components"] else { return nil }
        for (key, platform) in gone.sorted(by: { $0.key < $1.key }) {
            components[key] = .object(["platform": .text(platform)])
        }
        payload["components"] = .object(components)
        return Publication(names.topic(node: device.node), payload.json)
    }

    /// The platforms of the components of an announcement in device mode, by their keys.
    ///
    /// - Returns: nil if it is none. Those that were already removed are left out.
    static func components(announcedBy payload: [UInt8]) -> [String: String]? {
        guard let document = JSONDocument(payload), let components = document.root["components"], components.isObject
        else { return nil }
        var platforms: [String: String] = [:]
        for key in components.keys {
            guard let component = components[key], component.keys.count > 1 else { continue }
            platforms[key] = component["platform"]?.text
        }
        return platforms
    }

    // MARK: The other mode

    /// Tells Home Assistant to unload what was announced in the other mode, and to keep what it knows of it: name, area,
    /// history.
    ///
    /// In the place of a component it is not retained; the topic is cleared afterwards. In the place of a device it is: Home
    /// Assistant warns of a topic that is cleared and has no components any more. The broker forgets it by itself; one without
    /// MQTT 5 keeps it, which means nothing to whoever starts later.
    func migration(from topic: String) -> Publication {
        var publication = Publication(topic, Self.migration)
        publication.isRetained = names.device(of: topic)?.platform == nil
        publication.expiry = publication.isRetained ? Self.migrationExpiry : nil
        return publication
    }

    static func isMigration(_ payload: [UInt8]) -> Bool { payload.elementsEqual(migration.utf8) }

    private static let migration = #"{"migrate_discovery":true}"#
    /// In seconds.
    private static let migrationExpiry: UInt32 = 60
}
