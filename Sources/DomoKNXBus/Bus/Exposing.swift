import DomoCalendar
import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// What domo exposes on the bus: values of facets, scenes and the time.
struct Exposing: Sendable {
    private struct State: Sendable {
        /// Nil while the value is unknown or stale.
        var value: Value?
        /// The last known value; nil at first, so that a start sends nothing. The same value after a lost connection
        /// does not count as a change.
        var lastKnown: Value?
        var lastSent: Instant?
        /// When to send next: a change that waits for the cooldown, or the next repetition.
        var next: Instant?
        /// Whether a change waits; a repetition may wait for a busy bus.
        var isChanged = false
    }

    private let exposures: [KNXExposure]
    private let facets: [KNXFacet]
    private let clocks: [String: LocalClock]
    private var states: [State]
    private var numbers: [Exposed: [Int]] = [:]
    /// Whether a time service keeps the machine's clock right.
    var isClockSynchronized = false

    init(_ bindings: KNXBindings = KNXBindings(), clocks: [String: LocalClock] = [:]) {
        exposures = bindings.exposures
        self.clocks = clocks
        states = exposures.map { _ in State() }
        // Facets bound to the exposed addresses, to encode and decode values.
        facets = exposures.map { exposure in
            let name: FacetName =
                switch exposure.subject {
                case .facet(let facet): facet
                case .scene: FacetName(path: "", type: .binary)
                case .clock: FacetName(path: "", type: .value)
                }
            return KNXFacet(name, command: exposure.group, type: exposure.type, isInverted: exposure.isInverted)
        }
        for (number, exposure) in exposures.enumerated() {
            if let subject = exposure.exposed { numbers[subject, default: []].append(number) }
        }
    }

    /// Keeps the state of exposures that a load does not change.
    mutating func keep(_ old: Exposing) {
        isClockSynchronized = old.isClockSynchronized
        for (number, exposure) in exposures.enumerated() {
            if let before = old.exposures.firstIndex(of: exposure) { states[number] = old.states[before] }
        }
    }

    /// Notes the new value of a subject.
    ///
    /// - Returns: The exposures that have to send it now.
    mutating func note(_ subject: Exposed, _ value: Value?, at now: Instant) -> [Int] {
        var due: [Int] = []
        for number in numbers[subject] ?? [] {
            let before = states[number].lastKnown
            states[number].value = value
            guard let value else { continue }
            states[number].lastKnown = value
            guard exposures[number].sends, let before, before != value else {
                if before == nil, exposures[number].sends, let every = exposures[number].every {
                    states[number].next = now + every
                }
                continue
            }
            let free = exposures[number].cooldown.flatMap { pause in states[number].lastSent.map { $0 + pause } } ?? now
            if free <= now {
                due.append(number)
            } else {
                (states[number].next, states[number].isChanged) = (free, true)
            }
        }
        return due
    }

    /// - Returns: The exposures that are due, those that can't wait first.
    func due(at now: Instant) -> (changes: [Int], repetitions: [Int]) {
        let due = states.indices.filter { states[$0].next.map { $0 <= now } ?? false }
        return (due.filter { states[$0].isChanged }, due.filter { !states[$0].isChanged })
    }

    /// Nothing that can wait is sent before then.
    mutating func putOff(_ number: Int, until moment: Instant) { states[number].next = moment }

    /// Notes that the exposure is sent now.
    mutating func willSend(_ number: Int, at now: Instant) {
        states[number].lastSent = now
        states[number].isChanged = false
        states[number].next = exposures[number].every.map { now + $0 }
        if case .clock(let house) = exposures[number].subject {
            states[number].next = nextClock(of: house, every: exposures[number].every ?? Self.clockInterval, at: now)
        }
    }

    /// The telegram that sends the current value; nil if the value is unknown or does not fit the type of the address.
    func telegram(_ number: Int, at now: Instant, into actions: inout [BusMachine.Action]) -> GroupTelegram? {
        payload(number, at: now, into: &actions).map {
            GroupTelegram(destination: exposures[number].group, service: .write($0))
        }
    }

    /// The telegram that answers a read; nil if the exposure answers none, or as for `telegram`.
    func answer(_ number: Int, at now: Instant, into actions: inout [BusMachine.Action]) -> GroupTelegram? {
        guard exposures[number].answers else { return nil }
        return payload(number, at: now, into: &actions).map {
            GroupTelegram(destination: exposures[number].group, service: .response($0))
        }
    }

    private func payload(_ number: Int, at now: Instant, into actions: inout [BusMachine.Action]) -> Payload? {
        do throws(DatapointFault) {
            return try payload(number, at: now)
        } catch {
            let exposure = exposures[number]
            actions.append(.note("\(exposure.subject.shown) is not sent to \(exposure.group): \(error.message)"))
            return nil
        }
    }

    /// The data of the current value; nil if unknown.
    ///
    /// - Throws: If the value does not fit the type.
    private func payload(_ number: Int, at now: Instant) throws(DatapointFault) -> Payload? {
        switch exposures[number].subject {
        case .facet, .scene:
            guard let value = states[number].value else { return nil }
            return try facets[number].payload(for: value)
        case .clock(let house):
            guard let clock = clocks[house] else { return nil }
            let type = exposures[number].type
            return try type.encode(type.value(of: text(clock, at: now.wall, for: type)))
        }
    }

    /// The time is sent when the connection comes up, by default every hour, and when the clocks change.
    static let clockInterval: Duration = .seconds(3600)

    /// When to send the time again: after an interval, or earlier if the clocks are set forward or back.
    private func nextClock(of house: String, every interval: Duration, at now: Instant) -> Instant {
        let usual = now + interval
        guard let change = clocks[house]?.nextChange(after: now.wall, by: usual.wall) else { return usual }
        return now + .milliseconds(change.milliseconds - now.wall.milliseconds)
    }

    var clocksShown: [Int] {
        exposures.indices.filter {
            if case .clock = exposures[$0].subject { exposures[$0].sends } else { false }
        }
    }

    /// The local time as the type writes it: `Sun 12:30:00`, `2026-11-22`, `Sun 2026-11-22 12:30:00, synchronised`.
    private func text(_ clock: LocalClock, at time: Timestamp, for type: DatapointType) -> String {
        let (date, seconds) = (clock.date(at: time), clock.secondsOfDay(at: time))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clockTime = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        let weekday = date.weekday.rawValue
        switch type.main {
        case 10: return "\(weekday) \(clockTime)"
        case 11: return "\(date)"
        default:
            let flags = [
                (clock.isSummerTime(at: time), ", summer time"), (isClockSynchronized, ", synchronised"),
            ]
            return "\(weekday) \(date) \(clockTime)" + flags.filter(\.0).map(\.1).joined()
        }
    }

    var earliest: Instant? { states.compactMap(\.next).min() }

    /// The order in a telegram to the address; nil if the exposure receives none.
    ///
    /// - Throws: If the data does not fit the type.
    func order(
        _ number: Int,
        _ payload: Payload,
        from telegram: GroupTelegram
    ) throws(DatapointFault) -> LinkOrder? {
        guard exposures[number].receives, case .facet(let facet) = exposures[number].subject else { return nil }
        return LinkOrder(
            facet,
            try facets[number].value(of: payload),
            address: telegram.destination.description,
            source: telegram.source.description
        )
    }
}
