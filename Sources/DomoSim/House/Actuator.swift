import DomoModel

/// The actuator of one element. Times are counted from the start of the simulator.
struct Actuator: Sendable {
    let path: String
    let name: String
    /// The name in signals: of a part, that of its device before a slash.
    let signalName: String
    let kind: Element.Kind
    let types: FacetTypes
    private(set) var isOn = false
    /// 0–100 %; of a cover with a level, its position, as `louver`.
    private(set) var dimmer: Ramp
    /// 0 down, 100 up.
    private(set) var louver: Ramp
    private(set) var text: String?
    /// The colour that a lamp has or will have once it is on; nil before the first.
    private(set) var colour: Colour?
    private var lastLevel = 100.0
    /// Whether its level is the position of the louver.
    private let hasPosition: Bool

    /// - Parameters:
    ///   - dimmerTravel: The travel time of a dimmer from 0 to 100.
    ///   - louverTravel: The travel time of a louver from bottom to top.
    init(
        _ element: Element,
        path: String,
        signalName: String? = nil,
        dimmerTravel: Duration = .seconds(1),
        louverTravel: Duration = .seconds(20)
    ) {
        self.path = path
        name = element.name
        self.signalName = signalName ?? element.name
        kind = element.kind
        types = element.types
        hasPosition =
            types.contains(.bidirectional) && types.contains(.regulable) && !types.contains(.binary)
        dimmer = Ramp(fullTravel: hasPosition ? louverTravel : dimmerTravel)
        louver = Ramp(fullTravel: louverTravel)
    }

    /// Whether a name means it: its name in signals, or the end of its path.
    func isNamed(_ name: String) -> Bool {
        let separator = ElementPath.separator
        return name == signalName || name.contains(separator) && "\(separator)\(path)".hasSuffix("\(separator)\(name)")
    }

    /// Executes a signal.
    /// - Returns: Why the signal is refused; nil if it was executed.
    mutating func carryOut(_ operation: Signal.Operation, value: String?, at now: Duration) -> String? {
        switch operation {
        case .enable, .disable: turn(operation == .enable, at: now)
        case .stop:
            if types.contains(.bidirectional) { stopLouver(at: now) } else { return refusal(of: operation) }
        case .setValue: return set(value, at: now)
        }
        return switchable == nil && operation != .stop ? refusal(of: operation) : nil
    }

    /// Acts on a press of a wall switch, regardless of what `enable` means to the server.
    mutating func act(_ value: Value, at now: Duration) {
        switch value {
        case .on, .off: switchOn(value == .on, at: now)
        case .up, .down: moveLouver(to: value == .up ? 100 : 0, at: now)
        case .press: break
        case .stop: stopLouver(at: now)
        case .level(let level): moveDimmer(to: Double(level.value), at: now)
        case .dimming(.up): moveDimmer(to: 100, at: now)
        case .dimming(.down): moveDimmer(to: 0, at: now)
        case .dimming(.stop): dimmer.stop(at: now)
        case .number, .text: text = value.word
        case .colour(let colour): show(colour, at: now)
        }
    }

    /// Shows what the rest of its device makes of it: a level, a number, or on above 0.
    mutating func show(_ number: Double, as text: String) {
        isOn = number > 0
        dimmer = Ramp(position: number, fullTravel: dimmer.fullTravel)
        if types.contains(.value) { self.text = text }
    }

    /// Turns slats, which the motor of their cover does.
    mutating func turn(to position: Double, at now: Duration) { dimmer.move(to: position, at: now) }

    mutating func stopTurning(at now: Duration) { dimmer.stop(at: now) }

    /// The type that `enable` and `disable` refer to. The server gets the same signals for on and for up; in an element
    /// with both types, the first in its file obeys.
    private var switchable: FacetType? { types.first { $0 == .binary || $0 == .bidirectional } }

    private mutating func turn(_ isEnabled: Bool, at now: Duration) {
        switch switchable {
        case .binary: switchOn(isEnabled, at: now)
        case .bidirectional: moveLouver(to: isEnabled ? 100 : 0, at: now)
        case .regulable, .value, .colour, nil: break
        }
    }

    private mutating func switchOn(_ isOn: Bool, at now: Duration) {
        self.isOn = isOn
        if types.contains(.regulable) { dimmer.move(to: isOn ? lastLevel : 0, at: now) }
    }

    private mutating func moveLouver(to position: Double, at now: Duration) {
        louver.move(to: position, at: now)
        if hasPosition { dimmer.move(to: position, at: now) }
    }

    private mutating func stopLouver(at now: Duration) {
        louver.stop(at: now)
        if hasPosition { dimmer.stop(at: now) }
    }

    private mutating func moveDimmer(to level: Double, at now: Duration) {
        if hasPosition { return moveLouver(to: level, at: now) }
        dimmer.move(to: level, at: now)
        if level > 0 { lastLevel = level }
        isOn = level > 0
    }

    private mutating func set(_ value: String?, at now: Duration) -> String? {
        guard types.contains(where: \.ordersTakeValue) else { return refusal(of: .setValue) }
        guard let value else { return "setValue needs a value" }
        if types.contains(.regulable), let level = Self.level(value) {
            moveDimmer(to: level, at: now)
            return nil
        }
        if types.contains(.colour), let colour = Colour(value) {
            show(colour, at: now)
            return nil
        }
        guard types.contains(.value) else { return "\(name) only takes a value of 0–100" }
        text = value
        return nil
    }

    /// Switches the lamp on with it, as lamps do.
    private mutating func show(_ colour: Colour, at now: Duration) {
        self.colour = colour
        if types.contains(.binary) || types.contains(.regulable) { switchOn(colour != .black, at: now) }
    }

    private static func level(_ text: String) -> Double? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { Percent($0) }.map { Double($0.value) }
    }

    private func refusal(of operation: Signal.Operation) -> String {
        let offer = Signal.Operation.allCases.filter { operation in
            switch operation {
            case .enable, .disable: switchable != nil
            case .stop: types.contains(.bidirectional)
            case .setValue: types.contains(where: \.ordersTakeValue)
            }
        }
        return "\(name) can't \(operation.rawValue); it takes: \(offer.map(\.rawValue).joined(separator: ", "))"
    }
}
