public import DomoKNX
import DomoModel

// A telegram that is not confirmed may have been carried out all the same. What acts each time, as a pulse for a garage
// door does, is sent once.

extension KNXFacet {
    /// Whether an order may be sent again after it was not confirmed. A stop has an address and a rule of its own
    /// (`KNXMotion.mayRepeatStop`).
    public func mayRepeat(_ payload: Payload) -> Bool {
        // The end of relative dimming: a lamp that goes on dimming is worse.
        if type.main == 3, payload == .bits(0) || payload == .bits(8) { return true }
        return repeats ?? !type.actsEachTime(payload)
    }
}

extension KNXFacet {
    /// Whether it is a push button: each telegram for it acts, and none of them is a state.
    public var isButton: Bool {
        guard facet.type == .binary, command != nil else { return false }
        return type.isTrigger || repeats == false && states.isEmpty
    }
}

extension KNXMotion {
    /// A second stop does nothing; a second step turns the slats of a cover that the first has stopped.
    public var mayRepeatStop: Bool { stop != nil }
}

extension DatapointType {
    /// Source: KNX 03/07/02 Datapoint Types: of 1.015 reset, 1.016 acknowledge and 1.017 trigger, both values act or one
    /// does nothing.
    fileprivate var isTrigger: Bool { main == 1 && (15...17).contains(sub) }

    /// Whether a telegram of this type does something each time it arrives.
    ///
    /// Source: KNX 03/07/02 Datapoint Types: 1.007 step, 1.015 reset, 1.016 acknowledge, 1.017 trigger, 3.xxx control
    /// with a step code, 17.001 scene number, 18.001 scene control with its bit for learning.
    fileprivate func actsEachTime(_ payload: Payload) -> Bool {
        switch (main, sub) {
        case (1, 7), (1, 15), (1, 16), (1, 17), (3, _), (17, _): return true
        case (18, _):
            guard case .octets(let octets) = payload else { return false }
            return octets.first.map { $0 & 0x80 != 0 } ?? false
        default: return false
        }
    }
}
