import DomoEngine
import DomoModel

/// A port without I/O: the engine names it in its effects, and the simulation carries them out.
final class SimulatedDriver: Driver {
    /// The text for which there is no signal.
    static let impossibleText = "impossible"

    /// Its index in the simulation's servers.
    let number: Int
    let label: String
    /// The types whose state its server reports.
    let reports: [FacetType]

    init(number: Int, label: String, reports: [FacetType]) {
        self.number = number
        self.label = label
        self.reports = reports
    }

    func signal(for action: Value, of target: Target) throws(SignalFault) -> String {
        if action == .text(Self.impossibleText) {
            throw SignalFault(message: "no signal for it", hint: "use another value")
        }
        return label + "?" + target.name
    }

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { reports.contains($0) }) ?? FacetTypes()
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        preconditionFailure("the simulation carries out Effect.send")
    }

    func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void) {
        preconditionFailure("the simulation carries out Effect.read")
    }

    func cancel(_ id: Dispatch.ID) {
        preconditionFailure("the simulation carries out Effect.cancel")
    }
}
