import Synchronization

/// Ends one wait, at the first of several signals; that may come before the wait begins.
final class OneShotSignal: Sendable {
    private enum State: Sendable {
        case running
        case waiting(CheckedContinuation<Void, Never>)
        case ended
    }

    private let state = Mutex(State.running)

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let hasEnded = state.withLock { state in
            if case .ended = state { return true }
            state = .waiting(continuation)
            return false
        }
        if hasEnded { continuation.resume() }
    }

    func signal() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .ended }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume()
    }
}
