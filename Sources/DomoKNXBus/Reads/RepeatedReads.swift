import DomoEngine
import DomoKNX

/// Reads that no device answered are asked again, at growing intervals: a device may have been busy, switched off, or
/// behind a coupler that restarted.
struct RepeatedReads: Sendable {
    /// After the last of them, daily.
    private static let pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(1800)]
    private static let lastPause: Duration = .seconds(86_400)

    private var moments: [GroupAddress: Instant] = [:]

    /// - Parameter count: how often it was not answered since the last answer.
    mutating func noteUnanswered(_ address: GroupAddress, count: Int, at now: Instant) {
        let pause = count <= Self.pauses.count ? Self.pauses[max(0, count - 1)] : Self.lastPause
        // Spread over a tenth of the pause, so that a house without power is not read at one moment.
        let spread = Int64(address.raw) &* 2_654_435_761 % 1000
        moments[address] = now + pause + pause * Int(spread) / 10_000
    }

    /// A state arrived.
    mutating func noteAnswered(_ address: GroupAddress) { moments[address] = nil }

    mutating func due(at now: Instant) -> [GroupAddress] {
        let due = moments.filter { $0.value <= now }.keys.sorted { $0.raw < $1.raw }
        for address in due { moments[address] = nil }
        return due
    }

    /// All states are read anyway, or other addresses are bound.
    mutating func clear() { moments = [:] }

    var earliest: Instant? { moments.values.min() }
}
