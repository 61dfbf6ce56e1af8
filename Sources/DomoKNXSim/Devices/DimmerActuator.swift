import DomoKNX
import DomoKNXHouse
import DomoModel

/// A dimmer: `Nivel`, with or without a `Binario`. Switching on restores the last level.
struct DimmerActuator: SimulatedDevice {
    private let level: KNXFacet
    private let binary: KNXFacet?
    private let settings: BusSettings
    private var travel = Travel(at: 0)
    private var lastLevel = 100.0
    /// True until the end of the current movement has been reported.
    private var isUnderway = false

    /// Relative dimming ends at this level and does not switch off.
    private static let minLevel = 1.0

    init(level: KNXFacet, binary: KNXFacet?, _ settings: BusSettings) {
        self.level = level
        self.binary = binary
        self.settings = settings
    }

    var facets: [KNXFacet] { (binary.map { [$0] } ?? []) + [level] }

    var inputs: [GroupAddress] {
        let commands = facets.flatMap(\.commands) + (level.relative.map { [$0] } ?? [])
        return commands.isEmpty ? level.states : commands
    }

    var outputs: [GroupAddress] { facets.flatMap(\.states) }

    /// A dimmer that is moving to 0 counts as off.
    private var isOn: Bool { travel.target > 0 }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        let wasOn = isOn
        let before = travel.target
        if let wanted = binary?.bit(of: payload, on: group) {
            if wanted != isOn { move(to: wanted ? lastLevel : 0, at: now) }
        } else if let wanted = level.level(of: payload, on: group) {
            move(to: wanted, at: now)
        } else if group == level.relative, case .bits(let bits) = payload {
            dim(bits, at: now)
        } else if level.commands.isEmpty, let sensed = level.sensedLevel(of: payload) {
            travel = Travel(at: sensed)
        } else {
            return
        }
        isUnderway = true
        if let binary, isOn != wasOn || settings.statusPolicy == .always {
            reactions.reports += binary.states.filter { $0 != group }
        }
        if before == travel.target, settings.statusPolicy == .onChange, !travel.isMoving(at: now) { isUnderway = false }
        wake(at: now, &reactions)
    }

    private mutating func move(to target: Double, at now: Duration) {
        travel.move(to: target, full: settings.dimmerTravel, at: now)
        if target > 0 { lastLevel = target }
    }

    /// Bit 3 is 1 for brighter; in bits 0–2, 0 stops and n dims by 100 / 2^(n-1) %.
    ///
    /// Source: KNX 03/07/02, 4.3 (DPT_Control_Dimming).
    private mutating func dim(_ bits: UInt8, at now: Duration) {
        let code = Int(bits & 0x7)
        if code == 0 {
            travel.stop(at: now)
        } else {
            let way = 100 / Double(1 << (code - 1))
            let position = travel.position(at: now)
            let isBrighter = bits & 0x8 != 0
            if position == 0, !isBrighter { return }
            let target = isBrighter ? min(100, position + way) : max(Self.minLevel, position - way)
            travel.move(to: target, full: settings.relativeTravel, at: now)
        }
        if travel.target > 0 { lastLevel = travel.target }
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) {
        guard isUnderway else { return }
        if travel.isMoving(at: now) {
            reactions.wake = travel.end
        } else {
            isUnderway = false
            reactions.reports += level.states
        }
    }

    func value(of group: GroupAddress, at now: Duration) -> Payload? {
        if let binary, binary.states.contains(group) { return binary.payload(of: isOn) }
        return level.payload(ofLevel: travel.position(at: now))
    }

    func states(at now: Duration) -> [SimulatedState] {
        (binary == nil ? [] : [.switched(isOn)]) + [.level(travel.position(at: now))]
    }

    mutating func shuffle(_ dice: inout SplitMix64) {
        travel = Travel(at: dice.below(2) == 0 ? 0 : Double(1 + dice.below(100)))
        if travel.target > 0 { lastLevel = travel.target }
    }
}
