import NIOCore

/// When those who read events are woken: at once where nothing happened lately, else with what happens until the pause is
/// over. A few readers hardly wait; of many, each is written to less often, so that all are reached in time.
struct WakePace: Sendable {
    /// For each reader: about ten times what it takes to write to one.
    private static let pausePerReader: TimeAmount = .microseconds(400)
    /// Nobody sees it on a page.
    static let longest: TimeAmount = .milliseconds(40)

    static func pause(for readers: Int) -> TimeAmount { min(pausePerReader * readers, longest) }

    enum Step: Equatable {
        /// Readers will be woken anyway.
        case nothing
        case wake
        /// Then `noteWake` is due.
        case wakeAt(NIODeadline)
    }

    private enum State {
        /// Nobody waits; nobody is woken before this.
        case quiet(until: NIODeadline)
        case waiting
    }

    private var state = State.quiet(until: .uptimeNanoseconds(0))

    /// Something happened.
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

    /// Readers are woken, as `wakeAt` said.
    mutating func noteWake(at now: NIODeadline, readers: Int) {
        state = .quiet(until: now + Self.pause(for: readers))
    }
}
