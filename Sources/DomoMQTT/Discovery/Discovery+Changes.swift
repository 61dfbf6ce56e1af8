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

    /// Entities keep their history and settings in the other mode. Home Assistant needs a moment between two steps: it does
    /// not read the announcement of an entity that it still unloads.
    struct Migration: Equatable, Sendable {
        /// Home Assistant unloads the entities, and keeps what it knows of them. Not retained: for whoever starts later there
        /// is nothing to unload.
        var begin: [Publication]
        var announce: [Publication]
        /// Removes the old announcements from the broker.
        var end: [Publication]
    }

    /// - Parameter topics: all announcements of the device that the broker has retained.
    func migration(toDeviceMode device: DiscoveredDevice, from topics: [String]) -> Migration {
        let old = topics.filter { names.device(of: $0).map { $0.node == device.node && $0.platform != nil } == true }
        return migration(of: old, to: publication(of: device).map { [$0] } ?? [])
    }

    /// At its end, Home Assistant logs that there is nothing to clean up, once for each device.
    func migration(toComponentMode device: DiscoveredDevice) -> Migration {
        migration(of: [names.topic(node: device.node)], to: publications(of: device))
    }

    private func migration(of topics: [String], to announcements: [Publication]) -> Migration {
        let topics = topics.sorted()
        return Migration(
            begin: topics.map { Publication($0, #"{"migrate_discovery":true}"#) },
            announce: announcements,
            end: topics.map { Publication($0, [], isRetained: true) }
        )
    }
}
