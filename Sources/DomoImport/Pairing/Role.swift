import DomoKNX

/// The role of an address in its element.
enum Role: Hashable {
    case switchCommand, switchState
    /// Relative dimming, 3.007.
    case relative
    /// A level in percent; the position of a cover.
    case levelCommand, levelState
    case slatCommand, slatState
    case move
    /// 1.007: stops a moving cover, or steps the slats of a stopped one.
    case step
    case stop
    case moving, direction, locked
    case sceneCommand
    case colourCommand(ColourPart)
    case colourState(ColourPart)
    /// A value of a type, and whether it is a set-point.
    case valueCommand(TypeNumber, isSetPoint: Bool)
    case valueState(TypeNumber, isSetPoint: Bool)

    var isState: Bool {
        switch self {
        case .switchState, .levelState, .slatState, .moving, .direction, .colourState, .valueState:
            true
        case .switchCommand, .relative, .levelCommand, .slatCommand, .move, .step, .stop, .locked, .sceneCommand,
            .colourCommand, .valueCommand:
            false
        }
    }

    /// The state that belongs to a command.
    var state: Role? {
        switch self {
        case .switchCommand: .switchState
        case .levelCommand: .levelState
        case .slatCommand: .slatState
        case .valueCommand(let type, let isSetPoint): .valueState(type, isSetPoint: isSetPoint)
        case .colourCommand(let part): .colourState(part)
        case .move: .direction
        case .switchState, .relative, .levelState, .slatState, .step, .stop, .moving, .direction, .locked,
            .sceneCommand, .colourState, .valueState:
            nil
        }
    }

    /// The direction of data.
    enum Flow: Hashable {
        case command, state
        /// Both directions on one address: a set-point of a thermostat.
        case both
        case unknown
    }
}

extension Role {
    /// - Parameter isCover: whether another address of the element moves a cover.
    /// - Parameter hasColours: whether lamps get colours; otherwise colours are values.
    /// - Returns: nil for a type that no facet supports.
    init?(type: TypeNumber?, flow: Flow, words: Set<RoleWord>, isCover: Bool, hasColours: Bool = true) {
        let words = hasColours ? words : words.subtracting(RoleWord.ofColours)
        let type = type ?? Self.type(from: words)
        guard let type else { return nil }
        let isState = flow == .state || (flow == .unknown && Self.looksLikeState(type, words))
        if hasColours, let part = ColourPart(type, words: words) {
            self = isState ? .colourState(part) : .colourCommand(part)
            return
        }
        switch type.main {
        case 1 where !words.contains(.control):
            self = Self.ofOneBit(type, isState: isState, words: words, isCover: isCover)
        case 3:
            // That of a hue is no dimming.
            guard type.sub != 8, words.isDisjoint(with: RoleWord.ofColours) else { return nil }
            self = .relative
        // A hue or a temperature of white in percent is no level of its lamp.
        case 5
        where (type.sub == nil || type.sub == 1) && words.isDisjoint(with: RoleWord.ofColours.union([.control])):
            if words.contains(.slat) {
                self = isState ? .slatState : .slatCommand
            } else {
                self = isState ? .levelState : .levelCommand
            }
        case 17, 18: self = .sceneCommand
        case _ where Self.mains.contains(type.main) && (type.sub == nil || type.isKnown):
            // The control value of a valve is no level, so that it never becomes the state of a dimmer.
            let isSetPoint = words.contains(.setPoint)
            let type = type.main == 5 && type.sub == nil ? TypeNumber(5, 1) : type
            self = isState ? .valueState(type, isSetPoint: isSetPoint) : .valueCommand(type, isSetPoint: isSetPoint)
        default: return nil
        }
    }

    /// The main types that domo supports: a facet of type 4 accepts all of them.
    private static let mains = Set(DatapointType.all.map { Int($0.main) })

    private static func ofOneBit(_ type: TypeNumber, isState: Bool, words: Set<RoleWord>, isCover: Bool) -> Role {
        let isPlain = type.sub == nil || type.sub == 1
        switch type.sub {
        case 7: return .step
        case 8:
            if isCover, words.contains(.slat), !isState { return .step }
            // `Step`, `Kurz` often have the type of the movement.
            if isCover, !isState, !words.contains(.move), !words.isDisjoint(with: [.step, .stop]) { return .step }
            return isState ? .direction : .move
        case 10, 17:
            if isState, isCover { return .moving }
            // `Lamelle/Stop` often has the wrong type.
            if isCover, !words.isDisjoint(with: [.slat, .step]) { return .step }
            if isCover || words.contains(.stop) { return .stop }
        default: break
        }
        if words.contains(.lock) { return .locked }
        // `Lamelle/Stop`, `Slat adjustment/stop up-down`
        if isCover, !isState, isPlain, words.contains(.slat) { return .step }
        if isCover, isState, words.contains(.moving) { return .moving }
        if isPlain, words.contains(.move), !words.contains(.stop), !words.contains(.step) {
            return isState ? .direction : .move
        }
        if isCover, isPlain {
            if words.contains(.step) { return .step }
            if words.contains(.stop) { return .stop }
        }
        if isCover, isState {
            if words.contains(.direction) { return .direction }
        }
        return isState ? .switchState : .switchCommand
    }

    /// Whether an address is probably a state, if neither wiring nor functions show it.
    static func looksLikeState(_ type: TypeNumber, _ words: Set<RoleWord>) -> Bool {
        if !words.isDisjoint(with: [.state, .control, .weatherAlarm]) { return true }
        if words.contains(.command) { return false }
        switch (type.main, type.sub) {
        // Alarm, state, open or close, occupancy, window or door.
        case (1, 5), (1, 9), (1, 11), (1, 18), (1, 19): return true
        case (1, _), (3, _), (17, _), (18, _), (16, _), (20, _): return false
        case (5, let sub): return sub == 10
        // Priority control, colours.
        case (2, _), (7, 600), (232, _), (235, _), (242..., _): return false
        default: return !words.contains(.setPoint)
        }
    }

    /// The type that the words of a name suggest, for lists without types.
    static func type(from words: Set<RoleWord>) -> TypeNumber? {
        if words.contains(.control) { return TypeNumber(5, 1) }
        if words.contains(.step) || words.contains(.slat) && words.contains(.stop) { return TypeNumber(1, 7) }
        if words.contains(.stop) { return TypeNumber(1, 10) }
        if words.contains(.move) { return TypeNumber(1, 8) }
        if words.contains(.relative) { return TypeNumber(3, 7) }
        if words.contains(.level) || words.contains(.position) || words.contains(.slat) { return TypeNumber(5, 1) }
        if words.contains(.command) { return TypeNumber(1, 1) }
        return nil
    }

    /// The role of an address in an ETS function. Source of the names: `FunctionTypes` in `knx_master.xml` of ETS 5 and
    /// 6, and ETS 4's spellings.
    init?(ets name: String, type: TypeNumber?, words: Set<RoleWord>) {
        func value(_ isState: Bool, isSetPoint: Bool = false) -> Role? {
            guard let type else { return nil }
            return isState ? .valueState(type, isSetPoint: isSetPoint) : .valueCommand(type, isSetPoint: isSetPoint)
        }
        let role: Role? =
            switch name {
            case "SwitchOnOff": .switchCommand
            case "InfoOnOff", "StatusOnOff": .switchState
            case "DimmingControl", "RelativeSetvalueControl": .relative
            case "DimmingValue", "AbsoluteSetvalueControl": .levelCommand
            case "InfoDimmingValue", "ActualDimmingValue": .levelState
            case "MoveUpDown": .move
            case "StopStepUpDown": .step
            case "DedicatedStop": .stop
            case "InfoMoveUpDown": .direction
            case "AbsolutePositionBlindsPercentage", "SetAbsolutePositionBlindsPercentage": .levelCommand
            case "CurrentAbsolutePositionBlindsPercentage": .levelState
            case "AbsolutePositionSlatPercentage", "SetAbsolutePositionSlatsPercentage",
                "SetAbsolutePositionSlatPercentage":
                .slatCommand
            case "CurrentAbsolutePositionSlatPercentage", "CurrentAbsolutePositionSlatsPercentage": .slatState
            case "TempRoom", "ValvePosition", "TempOutside": value(true)
            case "TempRoomSetpoint": value(false, isSetPoint: true)
            case "InfoTempRoomSetpoint": value(true, isSetPoint: true)
            case "HVACMode": value(false)
            case "InfoHVACMode": value(true)
            case "WindAlarm", "RainAlarm", "FrostAlarm", "WindowStatus": .switchState
            default: nil
            }
        guard let role else { return nil }
        self = role
        // A valve position in percent is a level.
        if case .valueState(let type, _) = role, type.main == 5, type.sub == nil || type.sub == 1 { self = .levelState }
        if case .valueState(let type, _) = role, type.main == 1 { self = .switchState }
        if case .valueCommand(let type, _) = role, type.main == 1 { self = .switchCommand }
    }
}
