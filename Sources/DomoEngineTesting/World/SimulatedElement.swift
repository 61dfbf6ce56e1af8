import DomoModel

/// An element: its real state, and what may be known of it.
struct SimulatedElement {
    /// A load may change its types.
    var element: Element
    let path: String
    let house: Int
    var actuator: Actuator
    /// Its server writes values differently: 41 for 40, `20.0` for `20`.
    let isRounding: Bool
    /// In milliseconds.
    let obeysAfter: ClosedRange<Int>
    var isUnresponsive = false

    var isPresent = false
    /// By the type's raw value.
    var expected = [ExpectedReading](repeating: ExpectedReading(), count: FacetType.tableSize)
    /// Its values by accepted orders alone; nil once something was reported of it.
    var accepted: AcceptedState? = AcceptedState()
    /// When an order for it was last sent or accepted, or ended with an unknown result.
    var lastTouched = Int64.min
    /// By the type's raw value: when its link last reported it by itself.
    var lastPushed = [Int64](repeating: .min, count: FacetType.tableSize)
    /// The dispatch that its current order waits for.
    var inFlight: UInt64?
    /// The newest dispatch for it.
    var lastDispatch: UInt64 = 0
    /// Orders that are neither accepted nor ended, the oldest first.
    var unfinished: [UInt64] = []
    /// Accepted orders that wait for confirmation.
    var awaiting: [UInt64] = []
    /// How many reads beside the polling rate it may get.
    var extraReads = 0
    var extraReadsUntil = Int64.min

    var types: FacetTypes { element.types }

    mutating func forget() {
        accepted = AcceptedState()
        expected = [ExpectedReading](repeating: ExpectedReading(), count: FacetType.tableSize)
        lastTouched = .min
        lastPushed = [Int64](repeating: .min, count: FacetType.tableSize)
        inFlight = nil
        lastDispatch = 0
        unfinished = []
        awaiting = []
        extraReads = 0
        extraReadsUntil = .min
    }

    /// What its server reports.
    mutating func word(_ type: FacetType, at now: Int64) -> Value {
        let value = actuator.value(type, at: now)
        guard isRounding else { return value }
        switch value {
        case .level(let level) where level.value > 0 && level.value < 99:
            return .level(Percent(clamping: level.value + 1))
        case .number(let number): return .number(Self.tenths(number))
        case .on, .off, .level, .up, .down, .stop, .text: return value
        }
    }

    /// As a house writes it that knows one digit after the point: 2.5 for 2.46, `21.0` for `21`.
    private static func tenths(_ number: Decimal) -> Decimal {
        let tenths = Int((number.double * 10).rounded())
        return Decimal("\(tenths / 10).\(tenths % 10)") ?? number
    }
}

extension FacetType {
    /// Of an array that has a place for each type, by its raw value.
    static let tableSize = 1 + Int(allCases.map(\.rawValue).max() ?? 0)

    /// On and off are coupled with levels.
    func isLinked(to other: FacetType) -> Bool {
        self == other || (self == .binary || self == .regulable) && (other == .binary || other == .regulable)
    }
}
