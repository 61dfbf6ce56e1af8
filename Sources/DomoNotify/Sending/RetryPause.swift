import DomoModel

/// How long to wait before another attempt: twice as long each time, and not at the same moment as others.
enum RetryPause {
    static let first: Duration = .seconds(1)
    static let longest: Duration = .seconds(300)

    /// - Parameter attempts: those that were made, from 1.
    static func after(attempts: Int, random: inout SplitMix64) -> Duration {
        var pause = first
        for _ in 1..<max(attempts, 1) where pause < longest { pause *= 2 }
        pause = min(pause, longest)
        return pause / 2 + pause * random.below(500) / 1000
    }
}
