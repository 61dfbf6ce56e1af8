import DomoLanguage
import DomoModel

/// `dim … over …`: moves a level evenly to another. Each step is ordered once the previous order has ended, so a slow
/// server gets fewer and larger steps.
struct Ramp: Sendable {
    /// The minimum time between two levels.
    static let minPause: Duration = .milliseconds(250)
    /// A reported level may differ by this much, because servers round.
    static let tolerance = 1

    /// The name as written.
    let element: String
    let from: Int
    let to: Int
    let start: Instant
    let duration: Duration
    /// The last level ordered, or the initial one.
    var level: Int
    var lastGiven: Instant
    /// Until then the house may still report the previous state.
    var echoesUntil: Instant
    /// The order in progress.
    var order: OrderID?
    /// How many levels were ordered, and how many of the orders failed.
    var given = 0
    var failed = 0

    /// - Parameter isConfirmed: whether the house itself reported the initial level.
    init(element: String, from: Int, to: Int, isConfirmed: Bool, over duration: Duration, at now: Instant) {
        self.element = element
        self.from = from
        self.to = to
        self.duration = duration
        start = now
        lastGiven = now
        level = from
        echoesUntil = isConfirmed ? now : now + Scenes.maxEchoDelay
    }

    private var end: Instant { start + duration }

    func level(at now: Instant) -> Int {
        guard now < end else { return to }
        // A day in nanoseconds times a hundred is far from overflowing Int64.
        return from + Int((now - start).nanoseconds * Int64(to - from) / duration.nanoseconds)
    }

    /// True for a level that the ramp has ordered, or one between those.
    func hasPassed(_ reported: Int) -> Bool {
        (min(from, level) - Self.tolerance...max(from, level) + Self.tolerance).contains(reported)
    }

    /// True if a lamp that is off now was not switched off by the ramp: a lamp that starts dark may report late, and
    /// one that glows a little may report off.
    func isContradicted(byOffAt moment: Instant) -> Bool {
        guard to > 0, level > Self.tolerance else { return false }
        return from > Self.tolerance || moment > start + Scenes.maxEchoDelay
    }

    /// The time of the next level.
    var next: Instant {
        let distance = abs(to - from)
        guard distance > 0, level != to else { return end }
        let steps = abs(level - from) + 1
        let (whole, rest) = (duration.nanoseconds * Int64(steps)).quotientAndRemainder(dividingBy: Int64(distance))
        let due = start + .nanoseconds(whole + (rest > 0 ? 1 : 0))
        return min(max(due, lastGiven + Self.minPause), max(end, lastGiven))
    }
}
