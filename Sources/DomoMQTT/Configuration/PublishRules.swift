import DomoModel

/// What of the house is published, and what takes commands.
struct PublishRules: Equatable, Sendable {
    /// Paths of places and elements; empty for all.
    var places: [String] = []
    /// Paths of places and elements that are not published.
    var exceptions: [String] = []
    /// Empty for all, also elements without a class.
    var classes: Set<ElementClass> = []
    /// The roles of parts; empty for all.
    var roles: Set<FacetRole> = []
    /// Whether anything takes commands.
    var takesCommands = true
    /// Scenes that may be started although they order what takes no commands.
    var scenes: [String] = []
    /// Whether any scene may be started.
    var startsScenes = true
    /// Paths of elements that take commands although a mistake or an old message is dangerous there.
    var commands: [String] = []

    func publishes(path: String, elementClass: ElementClass?) -> Bool {
        (places.isEmpty || places.contains { Self.holds($0, path) })
            && !exceptions.contains { Self.holds($0, path) }
            && (classes.isEmpty || elementClass.map(classes.contains) == true)
    }

    /// - Parameter device: whether its device is published.
    func publishesPart(path: String, role: FacetRole?) -> Bool {
        !exceptions.contains { Self.holds($0, path) } && (roles.isEmpty || role.map(roles.contains) == true)
    }

    /// - Parameter device: the path of the device if it is a part.
    func takesCommands(path: String, elementClass: ElementClass?, isCover: Bool, device: String? = nil) -> Bool {
        guard takesCommands else { return false }
        if commands.contains(path) || device.map(commands.contains) == true { return true }
        return !Self.isDangerous(path: device ?? path, elementClass: elementClass, isCover: isCover)
    }

    /// Whether an order for it may let somebody in, or hide an alarm.
    static func isDangerous(path: String, elementClass: ElementClass?, isCover: Bool) -> Bool {
        switch elementClass {
        case .gate, .garage, .door, .lock, .siren, .smoke, .gas, .leak: true
        case nil: GuardedNames.isGuarded(path: path, isCover: isCover)
        case .light, .socket, .shutter, .blind, .awning, .window, .thermostat, .fan, .valve, .temperature, .humidity,
            .co2, .illuminance, .motion, .presence, .contact, .rain, .wind, .power, .energy, .water, .battery:
            false
        }
    }

    private static func holds(_ place: String, _ path: String) -> Bool {
        path == place || path.utf8.starts(with: place.utf8) && path.utf8.dropFirst(place.utf8.count).first == 0x2F
    }
}
