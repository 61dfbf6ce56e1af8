import DomoEngine
import DomoModel

/// A port without I/O: the engine's effects refer to it, and the simulation carries them out.
final class SimulatedLink: LinkPort {
    /// The text for which there is no signal.
    static let impossibleText = "impossible"

    /// Its index in the simulation's servers.
    let number: Int
    let label: String
    /// The types whose state its server reports.
    let reports: [FacetType]
    /// How often it is checked if it isn't read; nil for never.
    var checkInterval: Duration? { number.isMultiple(of: 2) ? .seconds(20) : nil }

    init(number: Int, label: String, reports: [FacetType]) {
        self.number = number
        self.label = label
        self.reports = reports
    }

    func profile(
        slots: Int,
        connections: Int,
        reading: ReadPolicy?,
        checkInterval: Duration?,
        reportsReachability: Bool
    ) -> SimulatedProfile {
        let endpoint = EndpointProfile(
            label: label,
            slots: slots,
            connections: connections,
            reportsReachability: reportsReachability
        )
        return SimulatedProfile(
            endpoints: [endpoint],
            reports: reports,
            reading: reading,
            checkInterval: checkInterval
        )
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        preconditionFailure("the simulation carries out Effect.send")
    }

    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        preconditionFailure("the simulation carries out Effect.read")
    }

    func cancel(_ id: Dispatch.ID) {
        preconditionFailure("the simulation carries out Effect.cancel")
    }
}

/// What a simulated link can do.
struct SimulatedProfile: LinkProfile {
    let endpoints: [EndpointProfile]
    let reports: [FacetType]
    let reading: ReadPolicy?
    let checkInterval: Duration?

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { reports.contains($0) }) ?? FacetTypes()
    }

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        if value == .text(SimulatedLink.impossibleText) {
            throw SignalFault(message: "no signal for it", hint: "use another value")
        }
        return (endpoints.first?.label ?? "") + "?" + target.name
    }
}
