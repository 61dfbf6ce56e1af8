import DomoModel

/// What each type of each role and class is in Home Assistant.
///
/// A role decides before a class: an element with a role is a part, and parts have no class.
enum DiscoveryTable {
    struct Row: Equatable, Sendable {
        enum Shape: Equatable, Sendable {
            /// Joined with the other types of the lamp.
            case light
            /// Joined with the other types of the cover.
            case cover
            /// Joined with the parts of the thermostat.
            case climate
            case fan, valve, lock, siren
            /// A push button, which has no state.
            case button
            case `switch`, binarySensor
            /// A level that takes orders.
            case percent
            /// A level that takes none.
            case level
            /// A value that takes no orders over MQTT: a sensor.
            case sensor(Quantity)
            /// A value that takes orders: a choice, a number or a text, depending on the house file.
            case entry(Quantity)
        }

        enum Category: String, Sendable {
            case diagnostic
        }

        var shape: Shape
        /// Of a switch, a cover, a level or a binary sensor; those of values follow from quantity and unit.
        var deviceClass: String?
        var category: Category?

        init(_ shape: Shape, _ deviceClass: String? = nil, category: Category? = nil) {
            (self.shape, self.deviceClass, self.category) = (shape, deviceClass, category)
        }
    }

    /// A push button is one whatever it belongs to.
    static func row(_ type: FacetType, of element: MirrorElement) -> Row {
        if type == .binary, element.isButton, element.takes(type) { return Row(.button) }
        return row(type, element.role, element.elementClass, takesCommands: element.takes(type))
    }

    static func row(
        _ type: FacetType,
        _ role: FacetRole?,
        _ elementClass: ElementClass?,
        takesCommands: Bool
    ) -> Row {
        switch type {
        case .binary: role.map { binary($0, takesCommands) } ?? binary(elementClass, takesCommands)
        case .regulable: role.map { regulable($0, takesCommands) } ?? regulable(elementClass, takesCommands)
        // A cover shows its state without taking commands.
        case .bidirectional: Row(.cover, coverClass(elementClass))
        case .value: role.map { value($0, takesCommands) } ?? value(elementClass, takesCommands)
        case .colour: takesCommands ? Row(.light) : Row(.sensor(.words))
        }
    }

    // MARK: Binary

    private static func binary(_ role: FacetRole, _ takesCommands: Bool) -> Row {
        switch role {
        // On is heating.
        case .valve: takesCommands ? Row(.valve) : Row(.binarySensor, "running")
        case .fan: takesCommands ? Row(.fan) : Row(.binarySensor, "running")
        // On is low, as in Home Assistant.
        case .battery: Row(.binarySensor, "battery", category: .diagnostic)
        case .status: Row(.binarySensor, category: .diagnostic)
        case .mode, .setPoint, .temperature, .slats, .humidity, .power, .energy: plain(takesCommands)
        }
    }

    /// On is open, unlocked, wet or seen in both worlds (HouseFiles, "Classes and roles"): nothing is inverted.
    ///
    /// What a sensor reports is not ordered, even if its server has orders for it.
    private static func binary(_ elementClass: ElementClass?, _ takesCommands: Bool) -> Row {
        switch elementClass {
        case .light: takesCommands ? Row(.light) : Row(.binarySensor, "light")
        case .socket: takesCommands ? Row(.switch, "outlet") : Row(.binarySensor, "power")
        case .gate: takesCommands ? Row(.cover, "gate") : Row(.binarySensor, "opening")
        case .garage: takesCommands ? Row(.cover, "garage") : Row(.binarySensor, "garage_door")
        case .window: takesCommands ? Row(.cover, "window") : Row(.binarySensor, "window")
        case .door: takesCommands ? Row(.cover, "door") : Row(.binarySensor, "door")
        case .lock: takesCommands ? Row(.lock) : Row(.binarySensor, "lock")
        case .siren: takesCommands ? Row(.siren) : Row(.binarySensor, "sound")
        case .fan: takesCommands ? Row(.fan) : Row(.binarySensor, "running")
        case .valve: takesCommands ? Row(.valve) : Row(.binarySensor, "opening")
        case .motion: Row(.binarySensor, "motion")
        case .presence: Row(.binarySensor, "occupancy")
        case .smoke: Row(.binarySensor, "smoke")
        case .gas: Row(.binarySensor, "gas")
        case .leak, .rain: Row(.binarySensor, "moisture")
        case .contact: Row(.binarySensor, "opening")
        case .battery: Row(.binarySensor, "battery")
        case nil, .shutter, .blind, .awning, .thermostat, .temperature, .humidity, .co2, .illuminance, .wind, .power,
            .energy, .water:
            plain(takesCommands)
        }
    }

    private static func plain(_ takesCommands: Bool) -> Row { Row(takesCommands ? .switch : .binarySensor) }

    // MARK: Regulable

    private static func regulable(_ role: FacetRole, _ takesCommands: Bool) -> Row {
        switch role {
        case .valve: takesCommands ? Row(.valve) : Row(.level)
        case .fan: takesCommands ? Row(.fan) : Row(.level)
        case .battery: Row(.level, "battery", category: .diagnostic)
        case .status: Row(.level, category: .diagnostic)
        // Slats are the tilt of their blind; these are the slats of something else.
        case .slats, .setPoint, .temperature, .mode, .humidity, .power, .energy: percent(takesCommands)
        }
    }

    private static func regulable(_ elementClass: ElementClass?, _ takesCommands: Bool) -> Row {
        switch elementClass {
        case .shutter, .blind, .awning, .gate, .garage, .window, .door: Row(.cover, coverClass(elementClass))
        case .fan: takesCommands ? Row(.fan) : Row(.level)
        case .valve: takesCommands ? Row(.valve) : Row(.level)
        case .battery: Row(.level, "battery")
        // Without a class, what is dimmable is a lamp, as on the page.
        case nil, .light: takesCommands ? Row(.light) : Row(.level)
        case .socket, .lock, .siren, .thermostat, .temperature, .humidity, .co2, .illuminance, .motion, .presence,
            .smoke, .gas,
            .leak, .contact, .rain, .wind, .power, .energy, .water:
            percent(takesCommands)
        }
    }

    private static func percent(_ takesCommands: Bool) -> Row { Row(takesCommands ? .percent : .level) }

    // MARK: Bidirectional

    private static func coverClass(_ elementClass: ElementClass?) -> String? {
        switch elementClass {
        case .shutter: "shutter"
        case .blind: "blind"
        case .awning: "awning"
        case .gate: "gate"
        case .garage: "garage"
        case .window: "window"
        case .door: "door"
        case nil, .light, .socket, .lock, .siren, .thermostat, .fan, .valve, .temperature, .humidity, .co2,
            .illuminance,
            .motion, .presence, .smoke, .gas, .leak, .contact, .rain, .wind, .power, .energy, .water, .battery:
            nil
        }
    }

    // MARK: Value

    private static func value(_ role: FacetRole, _ takesCommands: Bool) -> Row {
        switch role {
        case .setPoint: entry(.temperature, takesCommands)
        case .temperature: Row(.sensor(.temperature))
        case .humidity: Row(.sensor(.humidity))
        case .battery: Row(.sensor(.battery), category: .diagnostic)
        case .power: Row(.sensor(.power))
        case .energy: Row(.sensor(.energy))
        case .status: Row(.sensor(.any), category: .diagnostic)
        case .mode, .valve, .fan, .slats: entry(.any, takesCommands)
        }
    }

    private static func value(_ elementClass: ElementClass?, _ takesCommands: Bool) -> Row {
        switch elementClass {
        case .thermostat: takesCommands ? Row(.climate) : Row(.sensor(.temperature))
        case .temperature: Row(.sensor(.temperature))
        case .humidity: Row(.sensor(.humidity))
        case .co2: Row(.sensor(.carbonDioxide))
        case .illuminance: Row(.sensor(.illuminance))
        case .wind: Row(.sensor(.wind))
        case .rain: Row(.sensor(.rain))
        case .power: Row(.sensor(.power))
        case .energy: Row(.sensor(.energy))
        case .water: Row(.sensor(.water))
        case .gas: Row(.sensor(.gas))
        case .battery: Row(.sensor(.battery))
        case .motion, .presence, .smoke, .leak, .contact: Row(.sensor(.any))
        case nil, .light, .socket, .shutter, .blind, .awning, .gate, .garage, .window, .door, .lock, .siren, .fan,
            .valve:
            entry(.any, takesCommands)
        }
    }

    private static func entry(_ quantity: Quantity, _ takesCommands: Bool) -> Row {
        Row(takesCommands ? .entry(quantity) : .sensor(quantity))
    }
}
