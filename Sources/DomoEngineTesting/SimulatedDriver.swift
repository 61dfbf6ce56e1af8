import DomoEngine
import DomoModel

/// A port with nothing behind it: the engine names it in its effects, and the simulation carries these out.
final class SimulatedDriver: Driver {
    /// The text for which there is no signal.
    static let impossibleText = "impossible"

    /// Among the simulation's servers.
    let number: Int
    let label: String
    /// Of these types its server tells the state.
    let tells: [FacetType]

    init(number: Int, label: String, tells: [FacetType]) {
        self.number = number
        self.label = label
        self.tells = tells
    }

    func signal(for action: Value, of target: Target) throws(SignalFault) -> String {
        if action == .text(Self.impossibleText) { throw SignalFault(message: "no signal for it", hint: "say another") }
        return label + "?" + target.name
    }

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { tells.contains($0) }) ?? FacetTypes()
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        preconditionFailure("the engine says what is to be sent; the simulation sends it")
    }

    func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void) {
        preconditionFailure("the engine says what is to be asked; the simulation asks it")
    }

    func cancel(_ id: Dispatch.ID) {
        preconditionFailure("the engine says what is to be cancelled; the simulation cancels it")
    }
}
