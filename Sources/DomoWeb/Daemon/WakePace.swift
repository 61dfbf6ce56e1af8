import NIOCore

/// When those who read events are woken: at once where nothing happened lately, else with what happens until the pause is
/// over. A thousand readers of a house where much happens are written to some times less.
struct WakePace: Sendable {
    /// Nobody sees it on a page.
    static let pause: TimeAmount = .milliseconds(20)

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
    mutating func note(at now: NIODeadline) -> Step {
        switch state {
        case .waiting: return .nothing
        case .quiet(let end) where end > now:
            state = .waiting
            return .wakeAt(end)
        case .quiet:
            state = .quiet(until: now + Self.pause)
            return .wake
        }
    }

    /// Readers are woken, as `wakeAt` said.
    mutating func noteWake(at now: NIODeadline) { state = .quiet(until: now + Self.pause) }
}
