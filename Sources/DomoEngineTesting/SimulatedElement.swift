import DomoModel

/// What may be believed of one type of an element.
struct Belief {
    /// What the house last said of it, where nothing was sent, accepted or doubted since.
    var told: Value?
    /// When it was last heard of: told, or an order accepted.
    var heard = Int64.min

    mutating func doubt() { self = Belief() }
}

/// An element: what it really is, and what may be believed of it.
struct SimulatedElement {
    let element: Element
    let path: String
    let house: Int
    var actuator: Actuator
    /// Its server writes what it is told otherwise: 41 for 40, `20.0` for `20`.
    let isRounding: Bool
    /// In milliseconds.
    let obeysAfter: ClosedRange<Int>
    var isDeaf = false

    var isPresent = false
    /// By the type's number.
    var beliefs = [Belief](repeating: Belief(), count: 5)
    /// When an order for it last went out, was accepted, or ended in doubt.
    var touched = Int64.min
    /// The dispatch on whose outcome an order for it waits.
    var inFlight: UInt64?
    /// The newest dispatch for it.
    var lastDispatch: UInt64 = 0
    /// Orders that were neither accepted nor ended, the oldest first.
    var unfinished: [UInt64] = []
    /// Orders that were accepted and wait to be confirmed.
    var awaiting: [UInt64] = []
    /// Questions out of turn that it may be asked.
    var looks = 0
    var looksUntil = Int64.min

    var types: FacetTypes { element.types }

    mutating func forget() {
        beliefs = [Belief](repeating: Belief(), count: 5)
        touched = .min
        inFlight = nil
        lastDispatch = 0
        unfinished = []
        awaiting = []
        looks = 0
        looksUntil = .min
    }

    /// What its server says of it.
    mutating func word(_ type: FacetType, at now: Int64) -> Value {
        let value = actuator.value(type, at: now)
        guard isRounding else { return value }
        switch value {
        case .level(let level) where level.value > 0 && level.value < 99:
            return .level(Percent(clamping: level.value + 1))
        case .text(let text) where Int(text) != nil: return .text(text + ".0")
        default: return value
        }
    }
}

extension FacetType {
    /// On and off, and levels, are one thing.
    func isLinked(to other: FacetType) -> Bool {
        self == other || (self == .binary || self == .regulable) && (other == .binary || other == .regulable)
    }
}
