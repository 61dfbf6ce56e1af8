import NIOCore

/// When readers of events are woken: immediately if nothing happened recently, else at the end of a pause, together
/// with everything that happened in it. A few readers hardly wait; many readers are written to less often, so that all
/// are served in time.
struct WakePace: Sendable {
    /// About ten times the time for a write to one reader.
    private static let pausePerReader: TimeAmount = .microseconds(400)
    /// Not noticeable on a page.
    static let maxPause: TimeAmount = .milliseconds(40)

    static func pause(for readers: Int) -> TimeAmount { min(pausePerReader * readers, maxPause) }

    enum Step: Equatable {
        /// A wake is already scheduled.
        case nothing
        case wake
        /// Wake the readers then, and call `noteWake`.
        case wakeAt(NIODeadline)
    }

    private enum State {
        /// No wake is scheduled; the next is at this time at the earliest.
        case quiet(until: NIODeadline)
        case waiting
    }

    private var state = State.quiet(until: .uptimeNanoseconds(0))

    /// Notes an event.
    mutating func note(at now: NIODeadline, readers: Int) -> Step {
        switch state {
        case .waiting: return .nothing
        case .quiet(let end) where end > now:
            state = .waiting
            return .wakeAt(end)
        case .quiet:
            state = .quiet(until: now + Self.pause(for: readers))
            return .wake
        }
    }

    /// Notes that readers are woken, as `wakeAt` requested.
    mutating func noteWake(at now: NIODeadline, readers: Int) {
        state = .quiet(until: now + Self.pause(for: readers))
    }
}
