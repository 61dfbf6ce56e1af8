import DomoEngine
import DomoModel
import Testing

/// A port without I/O: the engine only refers to it in its effects.
final class FakeLink: LinkPort {
    let label: String

    init(_ label: String) {
        self.label = label
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        Issue.record("the engine does not send: it requests that by an effect")
    }

    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        Issue.record("the engine does not read: it requests that by an effect")
    }

    func cancel(_ id: Dispatch.ID) {
        Issue.record("the engine does not cancel: it requests that by an effect")
    }
}

/// What a fake link can do.
struct FakeProfile: LinkProfile {
    /// The text without a signal.
    static let impossibleText = "impossible"

    var endpoints: [EndpointProfile]
    /// The types whose state it reports.
    var reports: Set<FacetType> = []
    /// The type of an element that takes no orders, by name.
    var unwritable: [String: FacetType] = [:]
    var reading: ReadPolicy?
    var checkInterval: Duration?
    /// What it knows of every cover.
    var coverProfile = CoverProfile(reportsEnds: true)
    /// The endpoints of elements, by name; all others are at the first one.
    var endpointByName: [String: Int] = [:]
    /// Elements that it does not know, by name.
    var unknown: Set<String> = []
    var exposed: [Exposed] = []
    var takesCommands = false
    var missingBinding = MissingBinding.setting
    var costs: [String: Int] = [:]
    var costOfReading = 1
    /// Values whose signals must not be sent twice.
    var unrepeatable: [Value] = []
    /// The paths of push buttons.
    var buttons: [String] = []
    /// The devices of elements, by path; the name counts for paths not listed. Nil if every element is its own device.
    var devices: [String: String]?
    /// Read policies of single facets.
    var policies: [FacetName: FacetReadPolicy] = [:]

    init(_ label: String, reports: Set<FacetType> = [], slots: Int = 8, reading: ReadPolicy? = nil) {
        endpoints = [EndpointProfile(label: label, slots: slots)]
        self.reports = reports
        self.reading = reading
    }

    var distinguishesElements: Bool { endpoints.count > 1 || !unknown.isEmpty }

    func endpoint(of target: Target) -> Int? { unknown.contains(target.name) ? nil : endpointByName[target.name] ?? 0 }

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { reports.contains($0) }) ?? FacetTypes()
    }

    func writable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { unwritable[target.name] != $0 }) ?? FacetTypes()
    }

    func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy? {
        policies[FacetName(path: target.path, type: type)]
    }

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        if value == .text(Self.impossibleText) {
            throw SignalFault(message: "no signal for it", hint: "say it otherwise")
        }
        return "POST \(endpoints[endpoint(of: target) ?? 0].label)?\(target.name)=\(value.word)"
    }

    func binding(of target: Target) -> Binding? {
        guard let devices else { return nil }
        let device = devices[target.path] ?? target.name
        return Binding(
            signals: target.types.map { "\(endpoints[0].label) \(device) \($0.word)" },
            queries: readable(target).isEmpty ? [] : [device]
        )
    }

    func cover(_ target: Target) -> CoverProfile { coverProfile }

    var bindsByName: Bool { devices?.isEmpty ?? true }

    func mayRepeat(_ value: Value, of target: Target) -> Bool { !unrepeatable.contains(value) }
    func cost(of value: Value, for target: Target) -> Int { costs[target.name] ?? 1 }
    func cost(ofReading target: Target) -> Int { costOfReading }
}

extension Catalog.Link {
    /// A fake link with one endpoint.
    init(fake label: String, reports: Set<FacetType> = [], slots: Int = 8, reading: ReadPolicy? = nil) {
        let profile = FakeProfile(label, reports: reports, slots: slots, reading: reading)
        self.init(label: label, profile: profile, port: FakeLink(label))
    }
}
