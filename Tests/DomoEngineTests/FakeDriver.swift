import DomoEngine
import DomoModel
import Testing

/// A port with nothing behind it: the engine only names it in its effects, and asks it for signals.
final class FakeDriver: Driver {
    /// The text for which this driver has no signal.
    static let impossibleText = "impossible"

    let label: String

    init(_ label: String) { self.label = label }

    func signal(for action: Action, of target: Target) throws(SignalFault) -> String {
        if action == .text(Self.impossibleText) {
            throw SignalFault(message: "no signal for it", hint: "say it otherwise")
        }
        return "POST \(label)?\(target.name)=\(action.value)"
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        Issue.record("the engine does not send: it says what is to be sent")
    }

    func cancel(_ id: Dispatch.ID) {
        Issue.record("the engine does not cancel: it says what is to be cancelled")
    }
}
