import DomoKNX
import DomoKNXHouse
import DomoModel

/// A room thermostat whose set-point is ordered as a difference (`KNXShift`): it regulates to its base and the shift. People
/// turn its wheel, and its timer moves its base.
struct ThermostatDevice: SimulatedDevice {
    private let facet: KNXFacet
    private let shift: KNXShift
    private let settings: BusSettings
    /// In steps of half a degree, which 9.001 has exactly.
    private var base = 21.0
    private var count = 0
    private var nextChange: Duration?

    init(_ facet: KNXFacet, _ shift: KNXShift, _ settings: BusSettings) {
        self.facet = facet
        self.shift = shift
        self.settings = settings
    }

    /// The limits of its wheel, in K.
    private static let range = -6.0...6.0

    private var increment: Double { shift.increment?.double ?? 0.5 }
    private var kelvin: Double { Double(count) * increment }
    private var setPoint: Double { base + kelvin }

    var facets: [KNXFacet] { [facet] }
    var reportsForever: Bool { true }
    var inputs: [GroupAddress] { facet.commands }
    var outputs: [GroupAddress] { facet.states + [shift.reference.group] }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        guard let type = facet.command(on: group)?.type, let number = type.number(of: payload) else { return }
        let wanted = type.main == 6 ? number * increment : number
        let limited = min(max(wanted, Self.range.lowerBound), Self.range.upperBound)
        let isChange = limited != kelvin
        count = Int((limited / increment).rounded())
        guard isChange || settings.statusPolicy == .always else { return }
        reactions.reports += facet.states.filter { $0 != group }
        if case .setPoint(let group) = shift.reference { reactions.reports.append(group) }
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) {
        guard let interval = settings.sensorInterval else { return }
        if let nextChange, nextChange <= now {
            base = base >= 21 ? 17.5 : base + 0.5
            reactions.reports.append(shift.reference.group)
        }
        let due = nextChange.map { $0 > now ? $0 : now + interval } ?? now + interval
        nextChange = due
        reactions.wake = due
    }

    func value(of group: GroupAddress, at now: Duration) -> Payload? {
        switch shift.reference {
        case .base(group): KNXShift.temperature?.payload(of: base)
        case .setPoint(group): KNXShift.temperature?.payload(of: setPoint)
        case .base, .setPoint: facet.type.payload(of: facet.type.main == 6 ? Double(count) : kelvin)
        }
    }

    func states(at now: Duration) -> [SimulatedState] { [.value(.real(setPoint))] }

    mutating func shuffle(_ dice: inout SplitMix64) {
        base = 16 + Double(dice.below(20)) / 2
        count = dice.below(9) - 4
        nextChange = settings.sensorInterval.map { dice.duration(below: $0) }
    }
}
