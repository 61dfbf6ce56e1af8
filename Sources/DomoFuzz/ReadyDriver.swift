import DomoEngine
import DomoModel

/// A server that takes everything at once.
final class ReadyDriver: Driver {
    func signal(for action: Value, of target: Target) throws(SignalFault) -> String {
        "TAKE \(target.name) \(action.word)"
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) { report(.accepted) }

    func cancel(_ id: Dispatch.ID) {}
}
