/// A word in the name of a group or group object that shows its role.
enum RoleWord: Hashable {
    case state, command, relative, level, move, stop, step, position, slat, setPoint, moving, direction, lock
    /// A measured value, `Ist`: a state but, unlike `Status`, never that of a set-point.
    case actual
    /// What a controller sends to a valve, `Stellgröße`.
    case control
    /// An alarm of a weather station, which moves covers to safety.
    case weatherAlarm
    /// Parts of a colour, each on an address of its own; the temperature of white.
    case hue, saturation, white
    /// A side function of an actuator's output. It is a part of the name, not a role.
    case side

    static let ofColours: Set<RoleWord> = [.hue, .saturation, .white]

    /// Whether the word is not a part of the element's name, so that addresses of one element may differ in it.
    var isRole: Bool {
        switch self {
        case .state, .command, .relative, .level, .move, .stop, .step, .position, .moving, .direction, .actual: true
        case .slat, .setPoint, .lock, .side, .control, .weatherAlarm, .hue, .saturation, .white: false
        }
    }

    /// Whether a range that is named after it contains the addresses of this function, and not a place.
    var isFunction: Bool {
        switch self {
        case .state, .command, .relative, .level, .move, .stop, .step, .position, .slat, .setPoint, .moving,
            .direction, .lock, .actual, .control, .hue, .saturation, .white:
            true
        case .side, .weatherAlarm: false
        }
    }
}
