import DomoModel

/// An element: its real state, and what the engine may know of it.
struct SimulatedElement {
    /// A load may change its types.
    var element: Element
    let path: String
    let house: Int
    var actuator: Actuator
    /// Its server reports values slightly differently: 41 for 40, `20.0` for `20`.
    let isRounding: Bool
    /// In milliseconds.
    let obeysAfter: ClosedRange<Int>
    var isUnresponsive = false

    var isPresent = false
    /// By the type's raw value.
    var expected = [ExpectedReading](repeating: ExpectedReading(), count: FacetType.tableSize)
    /// Its values by accepted orders alone; nil once something was reported.
    var accepted: AcceptedState? = AcceptedState()
    /// When an order for it was last sent or accepted, or ended with an unknown result.
    var lastTouched = Int64.min
    /// When its link last reported it unasked, by the type's raw value.
    var lastPushed = [Int64](repeating: .min, count: FacetType.tableSize)
    /// The dispatch that its current order waits for.
    var inFlight: UInt64?
    /// The newest dispatch for it.
    var lastDispatch: UInt64 = 0
    /// Orders that are neither accepted nor ended, oldest first.
    var unfinished: [UInt64] = []
    /// Accepted orders that wait for confirmation.
    var awaiting: [UInt64] = []
    /// The number of reads it may get beyond the polling rate.
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

    /// The value that its server reports.
    mutating func word(_ type: FacetType, at now: Int64) -> Value {
        let value = actuator.value(type, at: now)
        guard isRounding else { return value }
        switch value {
        case .level(let level) where level.value > 0 && level.value < 99:
            return .level(Percent(clamping: level.value + 1))
        case .number(let number): return .number(Self.tenths(number))
        case .on, .off, .press, .level, .dimming, .up, .down, .stop, .text, .colour: return value
        }
    }

    /// With one decimal digit, as some houses report: 2.5 for 2.46, `21.0` for `21`.
    private static func tenths(_ number: Decimal) -> Decimal {
        let tenths = Int((number.double * 10).rounded())
        return Decimal("\(tenths / 10).\(tenths % 10)") ?? number
    }
}

extension FacetType {
    /// The size of a table with an entry per type, by raw value.
    static let tableSize = 1 + Int(allCases.map(\.rawValue).max() ?? 0)

    /// Whether an order for the other type changes it: on and off are coupled with levels, and a colour switches a lamp on.
    func isLinked(to other: FacetType) -> Bool {
        isDetermined(by: other) || other == .colour && (self == .binary || self == .regulable)
    }

    /// Whether a report of the other type says what it is.
    func isDetermined(by other: FacetType) -> Bool {
        self == other || (self == .binary || self == .regulable) && (other == .binary || other == .regulable)
    }
}
