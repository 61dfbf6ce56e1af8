import DomoLanguage
import DomoModel

/// `dim … over …`: a level that moves evenly to another. The next one is given when the one before has ended, so that a
/// slow server gets fewer and larger steps.
struct Ramp: Sendable {
    /// The least time between two levels.
    static let minPause: Duration = .milliseconds(250)
    /// A level may be off by so much: servers round.
    static let tolerance = 1

    /// The name as it was written.
    let element: String
    let from: Int
    let to: Int
    let start: Instant
    let duration: Duration
    /// The last that was given, or where it began.
    var level: Int
    var lastGiven: Instant
    /// Until then the house may report what was before.
    var settles: Instant
    /// The order on its way.
    var order: OrderID?
    /// How many levels were given, and how many of them failed.
    var given = 0
    var failed = 0

    /// - Parameter isConfirmed: whether the house itself reported where it begins.
    init(element: String, from: Int, to: Int, isConfirmed: Bool, over duration: Duration, at now: Instant) {
        self.element = element
        self.from = from
        self.to = to
        self.duration = duration
        start = now
        lastGiven = now
        level = from
        settles = isConfirmed ? now : now + SceneMachine.maxEchoDelay
    }

    private var end: Instant { start + duration }

    func level(at now: Instant) -> Int {
        guard now < end else { return to }
        // A day in nanoseconds, a hundred times, is far from the end of Int64.
        return from + Int((now - start).nanoseconds * Int64(to - from) / duration.nanoseconds)
    }

    /// True for a level that it has given, or one between them.
    func hasPassed(_ reported: Int) -> Bool {
        (min(from, level) - Self.tolerance...max(from, level) + Self.tolerance).contains(reported)
    }

    /// True where a lamp that is off now is not off by the ramp: one that begins dark may be reported late, and what glows
    /// a little may be reported to be off.
    func isContradicted(byOffAt heard: Instant) -> Bool {
        guard to > 0, level > Self.tolerance else { return false }
        return from > Self.tolerance || heard > start + SceneMachine.maxEchoDelay
    }

    /// When the next level is due.
    var next: Instant {
        let distance = abs(to - from)
        guard distance > 0, level != to else { return end }
        let steps = abs(level - from) + 1
        let (whole, rest) = (duration.nanoseconds * Int64(steps)).quotientAndRemainder(dividingBy: Int64(distance))
        let due = start + .nanoseconds(whole + (rest > 0 ? 1 : 0))
        return min(max(due, lastGiven + Self.minPause), max(end, lastGiven))
    }
}
