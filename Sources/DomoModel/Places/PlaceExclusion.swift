/// Why an order for a place leaves an element out.
public enum PlaceExclusion: Sendable, Equatable {
    case service, part, virtual
    /// The house file says so.
    case marked
    /// It acts each time.
    case button
    case elementClass(ElementClass)
    /// Its name is that of a gate, a door opener or an alarm.
    case guardedName
    /// Its name is that of an appliance that has to stay on.
    case appliance

    /// For people, after the element's name.
    public var reason: String {
        switch self {
        case .service: "a service"
        case .part: "a part of a device"
        case .virtual: "virtual"
        case .marked: "marked NotInGroups in the house file"
        case .button: "a push button"
        case .elementClass(let own): "class \(own.word)"
        case .guardedName: "by its name a gate, a door opener or an alarm"
        case .appliance: "by its name an appliance that stays on"
        }
    }
}

extension Element {
    /// Why an order for a place does not reach the element; nil if it does, provided that it takes the value.
    ///
    /// - Parameters:
    ///   - path: its full path.
    ///   - isButton: whether its binary type is a push button.
    public func exclusion(from order: PlaceOrder, path: @autoclosure () -> String, isButton: Bool) -> PlaceExclusion? {
        if kind == .service { return .service }
        if isPart { return .part }
        if isVirtual { return .virtual }
        let (own, inGroups) = (details?.elementClass, details?.inGroups)
        if inGroups == false { return .marked }
        if let own, own.isNeverReached(by: order) { return .elementClass(own) }
        switch order {
        case .opening, .level, .other: return nil
        case .switching, .off: if isButton { return .button }
        }
        if inGroups == true { return nil }
        if own == nil, GuardedNames.isGuarded(path: path(), isCover: types.contains(.bidirectional)) {
            return .guardedName
        }
        guard order == .off else { return nil }
        if let own, !own.isSwitchedOffWithPlace { return .elementClass(own) }
        return (own == nil || own == .socket) && ApplianceNames.staysOn(name) ? .appliance : nil
    }
}

extension ElementClass {
    /// Whether an order for a place never reaches it, whatever the house file says.
    fileprivate func isNeverReached(by order: PlaceOrder) -> Bool {
        switch self {
        case .gate, .garage, .door: order != .other
        case .lock, .valve, .siren: order == .off || order == .switching
        case .light, .socket, .shutter, .blind, .awning, .window, .thermostat, .fan, .temperature, .humidity, .co2,
            .illuminance, .motion, .presence, .smoke, .gas, .leak, .contact, .rain, .wind, .power, .energy, .water,
            .battery:
            false
        }
    }

    /// Whether people mean it too when they switch a place off.
    fileprivate var isSwitchedOffWithPlace: Bool {
        switch self {
        case .light, .socket, .fan: true
        case .shutter, .blind, .awning, .gate, .garage, .window, .door, .lock, .siren, .thermostat, .valve,
            .temperature, .humidity, .co2, .illuminance, .motion, .presence, .smoke, .gas, .leak, .contact, .rain,
            .wind, .power,
            .energy, .water, .battery:
            false
        }
    }
}
