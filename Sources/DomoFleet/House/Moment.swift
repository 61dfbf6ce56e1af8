public import DomoModel

/// A point in time, by both clocks of the machine.
public struct Moment: Equatable, Sendable {
    /// Since the machine was started, including the time that it slept. It never jumps.
    public var sinceBoot: Duration
    /// By the wall clock.
    public var time: Timestamp

    public init(sinceBoot: Duration, time: Timestamp) {
        self.sinceBoot = sinceBoot
        self.time = time
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds.multipliedReportingOverflow(by: 1000).partialValue
            &+ components.attoseconds / 1_000_000_000_000_000
    }
}
