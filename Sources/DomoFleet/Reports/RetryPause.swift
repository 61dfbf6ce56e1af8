/// The pauses between tries: each about twice as long as the one before, and none as long as those of other houses, so
/// that houses which failed together do not try again together.
struct RetryPause: Equatable, Sendable {
    static let first: Duration = .seconds(1)
    static let last: Duration = .seconds(60)

    private(set) var failures = 0

    mutating func reset() { failures = 0 }

    /// - Parameter limit: how long the pause may become.
    /// - Returns: between half of the pause and the pause.
    mutating func next(
        atMost limit: Duration = last,
        using random: inout some RandomNumberGenerator
    ) -> Duration {
        let pause = min(Self.first * (1 << min(failures, 10)), limit)
        failures += 1
        return .milliseconds(Int64.random(in: pause.wholeMilliseconds / 2...pause.wholeMilliseconds, using: &random))
    }
}
