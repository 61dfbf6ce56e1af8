import DomoModel

/// What moves for one element. Times are counted from the start of the simulator.
struct Actuator: Sendable {
    let path: String
    let name: String
    let kind: Element.Kind
    let types: FacetTypes
    private(set) var isOn = false
    /// 0–100 %.
    private(set) var dimmer: Ramp
    /// 0 down, 100 up.
    private(set) var louver: Ramp
    private(set) var text: String?
    private var lastLevel = 100.0

    /// - Parameters:
    ///   - dimmerTravel: how long a dimmer takes from 0 to 100.
    ///   - louverTravel: how long a louver takes from bottom to top.
    init(
        _ element: Element,
        path: String,
        dimmerTravel: Duration = .seconds(1),
        louverTravel: Duration = .seconds(20)
    ) {
        self.path = path
        name = element.name
        kind = element.kind
        types = element.types
        dimmer = Ramp(fullTravel: dimmerTravel)
        louver = Ramp(fullTravel: louverTravel)
    }

    /// Carries a signal out.
    /// - Returns: why it can't; nil when it is done.
    mutating func take(_ operation: Signal.Operation, value: String?, at now: Duration) -> String? {
        switch operation {
        case .enable, .disable: turn(operation == .enable, at: now)
        case .stop:
            if types.contains(.bidirectional) { louver.stop(at: now) } else { return refusal(of: operation) }
        case .setValue: return set(value, at: now)
        }
        return switchable == nil && operation != .stop ? refusal(of: operation) : nil
    }

    /// Does what somebody at the wall wants, whatever `enable` means to the server.
    mutating func act(_ action: Value, at now: Duration) {
        switch action {
        case .on, .off: switchOn(action == .on, at: now)
        case .up, .down: louver.move(to: action == .up ? 100 : 0, at: now)
        case .stop: louver.stop(at: now)
        case .level(let level): moveDimmer(to: Double(level.value), at: now)
        case .number, .text: text = action.word
        }
    }

    /// The type that `enable` and `disable` mean. They are all that the server is told for on and for up alike: of an
    /// element that has both, the type that its file names first obeys.
    private var switchable: FacetType? { types.first { $0 == .binary || $0 == .bidirectional } }

    private mutating func turn(_ isEnabled: Bool, at now: Duration) {
        switch switchable {
        case .binary: switchOn(isEnabled, at: now)
        case .bidirectional: louver.move(to: isEnabled ? 100 : 0, at: now)
        default: break
        }
    }

    private mutating func switchOn(_ isOn: Bool, at now: Duration) {
        self.isOn = isOn
        if types.contains(.regulable) { dimmer.move(to: isOn ? lastLevel : 0, at: now) }
    }

    private mutating func moveDimmer(to level: Double, at now: Duration) {
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
        guard types.contains(.value) else { return "\(name) takes a value of 0–100, and no other" }
        text = value
        return nil
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
