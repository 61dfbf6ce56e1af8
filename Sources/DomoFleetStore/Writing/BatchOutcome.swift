/// What became of a batch, all of which is stored or accounted for.
public struct BatchOutcome: Equatable, Sendable {
    /// How many records were stored for the first time.
    public var new = 0
    /// How many records were left out because they are older than the retention.
    public var late = 0
    /// The reports that can't be stored; of each house a few of each day went to the table of bad reports.
    public var bad: [BadReport] = []
    /// The houses that sent more records than they may today.
    public var leftOut: [LeftOut] = []

    public struct LeftOut: Equatable, Sendable {
        public var house: String
        public var records: Int64
    }

    public init() {}

    static func + (first: Self, second: Self) -> Self {
        var sum = first
        sum.new += second.new
        sum.late += second.late
        sum.bad += second.bad
        sum.leftOut += second.leftOut
        return sum
    }
}

/// A report that can't be stored.
public struct BadReport: Equatable, Sendable {
    public var subject: String
    public var reason: String

    public init(subject: String, reason: String) {
        self.subject = subject
        self.reason = reason
    }
}
