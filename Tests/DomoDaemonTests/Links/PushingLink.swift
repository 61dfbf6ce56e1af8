import DomoEngine
import DomoLanguage
import DomoModel

/// The port of a link to a `PushingBus`.
final class PushingLink: LinkPort {
    private let bus: PushingBus
    private let number: Int

    init(_ bus: PushingBus) {
        self.bus = bus
        number = bus.makeNumber()
    }

    func start(_ report: @escaping @Sendable (LinkReport) -> Void) { bus.start(number, report) }
    func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void) {
        report(bus.perform(command))
    }

    func stop(_ stopped: @escaping @Sendable () -> Void) { bus.stop(number, stopped) }
    func cancel(_ id: Dispatch.ID) {}

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        report(bus.write(dispatch.value, to: dispatch.target.path))
    }

    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) { report(bus.read(query.targets)) }
}

struct PushingProfile: LinkProfile {
    let endpoints: [EndpointProfile]
    let takesCommands = true

    var reading: ReadPolicy? { ReadPolicy(mode: .pushed) }

    func readable(_ target: Target) -> FacetTypes { target.types }

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String { "\(target.path) := \(value.word)" }
}
