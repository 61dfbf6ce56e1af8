import DomoModel

/// A device whose parts depend on each other: a thermostat that warms its room, a blind whose slats its motor turns, a
/// socket that measures what it feeds. Parts without a behaviour here are actuators of their own.
struct SimulatedDevice: Sendable {
    /// The time in which slats turn from one end to the other.
    static let turningTime: Duration = .milliseconds(1500)

    let path: String
    /// The numbers of the device and of the parts that it moves.
    let members: [Int]
    private var thermostat: Thermostat?
    private var slats: Slats?
    private var meter: Meter?

    /// - Parameters:
    ///   - parts: The parts with a role, and the numbers of their actuators.
    ///   - old: The same device before a load, which keeps its temperature and what it has measured.
    /// - Returns: Nil if none of its parts depends on the others.
    init?(
        path: String,
        owner: (number: Int, element: Element),
        parts: [FacetRole: (number: Int, element: Element)],
        keeping old: SimulatedDevice?,
        _ actuators: inout [Actuator]
    ) {
        self.path = path
        let numbers = parts.mapValues(\.number)
        thermostat = Thermostat(owner, parts, keeping: old?.thermostat, &actuators)
        if owner.element.types.contains(.bidirectional), let part = numbers[.slats] {
            slats = Slats(cover: owner.number, part: part, keeping: old?.slats)
        }
        if owner.element.types.contains(.binary), numbers[.power] != nil || numbers[.energy] != nil {
            meter = Meter(owner.number, parts, keeping: old?.meter)
        }
        guard thermostat != nil || slats != nil || meter != nil else { return nil }
        members = [owner.number] + numbers.values.sorted()
        show(&actuators, at: .zero)
    }

    mutating func carryOut(
        _ operation: Signal.Operation,
        value: String?,
        on number: Int,
        _ actuators: inout [Actuator],
        at now: Duration
    ) -> String? {
        if thermostat?.measures(number) == true || meter?.measures(number) == true {
            return "\(actuators[number].signalName) only reports"
        }
        let before = actuators[number]
        var actuator = before
        let refusal = actuator.carryOut(operation, value: value, at: now)
        if refusal == nil { change(before, to: actuator, number, &actuators, at: now) }
        return refusal
    }

    /// Acts on a press of a wall switch. A temperature is that of a room whose window was opened.
    mutating func act(_ value: Value, on number: Int, _ actuators: inout [Actuator], at now: Duration) {
        let before = actuators[number]
        var actuator = before
        actuator.act(value, at: now)
        if let degrees = actuator.text.flatMap(Double.init) { thermostat?.measure(degrees, on: number, at: now) }
        change(before, to: actuator, number, &actuators, at: now)
    }

    private mutating func change(
        _ before: Actuator,
        to actuator: Actuator,
        _ number: Int,
        _ actuators: inout [Actuator],
        at now: Duration
    ) {
        if slats?.waits(number, actuator, actuators, at: now) != true { actuators[number] = actuator }
        slats?.follow(before, number, &actuators, at: now)
        thermostat?.follow(actuators, at: now)
        show(&actuators, at: now)
    }

    mutating func advance(_ actuators: inout [Actuator], to now: Duration) {
        slats?.advance(&actuators, to: now)
        thermostat?.follow(actuators, at: now)
        meter?.advance(actuators, to: now)
        show(&actuators, at: now)
    }

    private func show(_ actuators: inout [Actuator], at now: Duration) {
        thermostat?.show(&actuators, at: now)
        meter?.show(&actuators)
    }
}

// MARK: Thermostats

/// The room of a thermostat: its temperature follows the set-point, and the valve opens with the difference.
private struct Thermostat: Sendable {
    /// The temperature changes by 1 K in 20 s.
    private static let travelOf100K: Duration = .seconds(2000)
    private static let first = (setPoint: 21.0, temperature: 19.0)
    /// The percentage of the valve for a difference of 1 K.
    private static let gain = 50.0
    /// The modes in which it does not regulate.
    private static let idleModes: Set = ["off", "protection"]
    /// The temperature of a room without heating.
    private static let cold = 16.0

    private let setPoint: Int
    private let mode: Int?
    private let temperature: Int?
    private let valve: Int?
    private let status: Int?
    private var room: Ramp

    init?(
        _ owner: (number: Int, element: Element),
        _ parts: [FacetRole: (number: Int, element: Element)],
        keeping old: Thermostat?,
        _ actuators: inout [Actuator]
    ) {
        let source = parts[.setPoint] ?? (owner.element.types.contains(.value) ? owner : nil)
        guard let source, parts[.temperature] != nil || parts[.valve] != nil else { return nil }
        setPoint = source.number
        mode = parts[.mode]?.number
        temperature = parts[.temperature]?.number
        valve = parts[.valve]?.number
        status = parts[.status]?.number
        room = old?.room ?? Ramp(position: Self.first.temperature, fullTravel: Self.travelOf100K)
        if actuators[setPoint].text == nil {
            let least = source.element.details?.minimum?.double ?? -.infinity
            let most = max(least, source.element.details?.maximum?.double ?? .infinity)
            let start = min(max(Self.first.setPoint, least), most)
            actuators[setPoint].show(start, as: Self.word(start))
        }
        if let part = parts[.mode], let option = part.element.details?.options.first,
            actuators[part.number].text == nil
        {
            actuators[part.number].show(0, as: option.value)
        }
    }

    func measures(_ number: Int) -> Bool { [temperature, valve, status].contains(number) }

    private func isIdle(_ actuators: [Actuator]) -> Bool {
        guard let mode else { return false }
        return actuators[mode].text.map { Self.idleModes.contains($0) } ?? false
    }

    private func wanted(_ actuators: [Actuator]) -> Double? { actuators[setPoint].text.flatMap(Double.init) }

    /// Moves towards what is wanted now.
    mutating func follow(_ actuators: [Actuator], at now: Duration) {
        guard let target = isIdle(actuators) ? Self.cold : wanted(actuators), target != room.target else { return }
        room.move(to: target, at: now)
    }

    /// Jumps to a temperature, from which it moves on.
    mutating func measure(_ degrees: Double, on number: Int, at now: Duration) {
        guard number == temperature else { return }
        let target = room.target
        room = Ramp(position: degrees, fullTravel: Self.travelOf100K)
        room.move(to: target, at: now)
    }

    func show(_ actuators: inout [Actuator], at now: Duration) {
        let degrees = room.position(at: now)
        let missing = isIdle(actuators) ? 0 : max(0, (wanted(actuators) ?? degrees) - degrees)
        let percent = min(100, missing * Self.gain).rounded(.up)
        if let temperature { actuators[temperature].show(degrees, as: Self.word(degrees)) }
        if let valve { actuators[valve].show(percent, as: Self.word(percent)) }
        if let status { actuators[status].show(percent, as: percent > 0 ? "heating" : "idle") }
    }

    private static func word(_ number: Double) -> String { plain(number, digits: 10) }
}

// MARK: Slats

/// The slats of a blind: each movement turns them, up opens and down closes them, and they stop with it.
private struct Slats: Sendable {
    private let cover: Int
    private let part: Int
    /// Ordered while the blind moves, and taken when it has stopped.
    private var pending: Double?
    private var isTurnedByCover = false

    init(cover: Int, part: Int, keeping old: Slats?) {
        self.cover = cover
        self.part = part
        pending = old?.pending
        isTurnedByCover = old?.isTurnedByCover ?? false
    }

    /// Whether an order for the slats has to wait for the blind.
    mutating func waits(_ number: Int, _ ordered: Actuator, _ actuators: [Actuator], at now: Duration) -> Bool {
        guard number == part, actuators[cover].louver.isMoving(at: now) else { return false }
        pending = ordered.dimmer.target
        return true
    }

    /// Turns with the blind after an order for it.
    mutating func follow(_ before: Actuator, _ number: Int, _ actuators: inout [Actuator], at now: Duration) {
        guard number == cover, before.louver != actuators[cover].louver else { return }
        if let heading = actuators[cover].louver.heading(at: now) {
            pending = nil
            isTurnedByCover = true
            actuators[part].turn(to: heading == .up ? 100 : 0, at: now)
        } else {
            advance(&actuators, to: now)
        }
    }

    mutating func advance(_ actuators: inout [Actuator], to now: Duration) {
        let louver = actuators[cover].louver
        guard isTurnedByCover, !louver.isMoving(at: now) else { return }
        isTurnedByCover = false
        let end = min(louver.arrival, now)
        actuators[part].stopTurning(at: end)
        if let pending { actuators[part].turn(to: pending, at: end) }
        pending = nil
    }
}

// MARK: Meters

/// The meter of a socket.
private struct Meter: Sendable {
    /// What is plugged in takes, in W.
    private static let load = 60.0

    private let socket: Int
    private let power: Int?
    private let energy: Int?
    /// How many of its unit of energy are 1 kWh.
    private let scale: Double
    /// In kWh.
    private var used = 0.0
    private var last: Duration = .zero

    init(_ socket: Int, _ parts: [FacetRole: (number: Int, element: Element)], keeping old: Meter?) {
        self.socket = socket
        power = parts[.power]?.number
        energy = parts[.energy]?.number
        scale = parts[.energy]?.element.details?.unit == "Wh" ? 1000 : 1
        guard let old else { return }
        (used, last) = (old.used, old.last)
    }

    func measures(_ number: Int) -> Bool { [power, energy].contains(number) }

    /// Counts up to a moment: called before the socket is switched.
    mutating func advance(_ actuators: [Actuator], to now: Duration) {
        if actuators[socket].isOn, now > last { used += Self.load / 1000 * ((now - last) / .seconds(3600)) }
        last = max(last, now)
    }

    func show(_ actuators: inout [Actuator]) {
        let watts = actuators[socket].isOn ? Self.load : 0
        if let power { actuators[power].show(watts, as: plain(watts, digits: 10)) }
        if let energy { actuators[energy].show(used * scale, as: plain(used * scale, digits: 1000)) }
    }
}

/// A number rounded to `1 / digits`, a whole one without `.0`.
private func plain(_ number: Double, digits: Double) -> String {
    let rounded = (number * digits).rounded() / digits
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
