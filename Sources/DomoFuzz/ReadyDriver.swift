import DomoEngine
import DomoModel

/// A server that takes everything at once.
final class ReadyDriver: Driver {
    func signal(for action: Action, of target: Target) throws(SignalFault) -> String {
        "TAKE \(target.name) \(action.value)"
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) { report(.accepted) }

    func cancel(_ id: Dispatch.ID) {}
}
