import DomoKNX
import DomoKNXHouse
import DomoModel

/// A relay: `Binario`. Without a command address it is a contact or a presence detector.
struct SwitchActuator: SimulatedDevice {
    let facet: KNXFacet
    private let policy: BusSettings.StatusPolicy
    private var isOn = false

    init(_ facet: KNXFacet, _ settings: BusSettings) {
        self.facet = facet
        policy = settings.statusPolicy
    }

    var facets: [KNXFacet] { [facet] }
    /// A sensor has no commands: a telegram from elsewhere on its address sets its value.
    var inputs: [GroupAddress] { facet.commands.isEmpty ? facet.states : facet.commands }
    var outputs: [GroupAddress] { facet.states }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        guard let wanted = facet.bit(of: payload, on: group) ?? sensed(payload) else { return }
        let isChange = wanted != isOn
        isOn = wanted
        guard isChange || policy == .always else { return }
        reactions.reports += facet.states.filter { $0 != group }
    }

    private func sensed(_ payload: Payload) -> Bool? {
        guard facet.commands.isEmpty, let number = facet.type.number(of: payload) else { return nil }
        return (number != 0) != facet.isInverted
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) {}

    func value(of group: GroupAddress, at now: Duration) -> Payload? { facet.payload(of: isOn) }

    func states(at now: Duration) -> [SimulatedState] { [.switched(isOn)] }

    mutating func shuffle(_ dice: inout SplitMix64) { isOn = dice.below(2) == 1 }
}
