import DomoModel

/// A point in time, by both clocks.
struct Moment: Equatable, Sendable {
    /// Since the machine was started, including the time that it slept.
    var sinceBoot: Duration
    var time: Timestamp

    static func + (moment: Moment, duration: Duration) -> Moment {
        Moment(
            sinceBoot: moment.sinceBoot + duration,
            time: Timestamp(milliseconds: moment.time.milliseconds + duration.wholeMilliseconds)
        )
    }
}

extension Duration {
    var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
