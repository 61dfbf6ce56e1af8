import DomoEngine
import DomoModel
import Testing

/// A port with nothing behind it: the engine only names it in its effects, and asks it for signals.
final class FakeDriver: Driver {
    /// The text for which this driver has no signal.
    static let impossibleText = "impossible"

    let label: String

    /// Of these types its server tells the state.
    let tells: Set<FacetType>

    init(_ label: String, tells: Set<FacetType> = []) {
        self.label = label
        self.tells = tells
    }

    func signal(for action: Value, of target: Target) throws(SignalFault) -> String {
        if action == .text(Self.impossibleText) {
            throw SignalFault(message: "no signal for it", hint: "say it otherwise")
        }
        return "POST \(label)?\(target.name)=\(action.word)"
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        Issue.record("the engine does not send: it says what is to be sent")
    }

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { tells.contains($0) }) ?? FacetTypes()
    }

    func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void) {
        Issue.record("the engine does not read: it says what is to be read")
    }

    func cancel(_ id: Dispatch.ID) {
        Issue.record("the engine does not cancel: it says what is to be cancelled")
    }
}
