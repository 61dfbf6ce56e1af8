import DomoKNX
import DomoKNXHouse
import DomoKNXSim

/// The KNX part of the simulated house without sockets and clock: takes input from them and from HTTP, and returns
/// actions.
struct SimulatedKNX: Sendable {
    /// The number of telegrams kept for `/bus/telegrams`.
    static let keptTelegrams = 500

    var interface: SimulatedInterface
    private(set) var names: GroupNames
    private var bindings: KNXBindings
    private var people: RandomPeople?
    private let settings: KNXSettings
    private(set) var telegrams: [PassedTelegram] = []

    init(_ bindings: KNXBindings, _ settings: KNXSettings, endpoint: SocketAddress) {
        var bus = BusSettings()
        bus.isPaced = settings.isPaced
        bus.othersPerSecond = settings.others
        bus.seed = settings.seed
        var interface = InterfaceSettings()
        interface.slots = InterfaceSettings.slots(settings.slots)
        interface.hasTCP = settings.hasTCP
        interface.routingGroup = settings.routing
        interface.endpoint = endpoint
        self.interface = SimulatedInterface(bindings, settings: interface, bus: bus)
        self.bindings = bindings
        self.settings = settings
        names = GroupNames(bindings)
        people = settings.people.map { RandomPeople(bindings, every: $0, seed: settings.seed) }
    }

    mutating func begin(at now: Duration) -> [InterfaceAction] {
        for request in settings.faults { _ = interface.add(request.fault, at: now) }
        return letPeoplePress(at: now) + handle(.wake, at: now)
    }

    mutating func handle(_ input: InterfaceInput, at now: Duration) -> [InterfaceAction] {
        keep(interface.handle(input, at: now))
    }

    mutating func replace(with bindings: KNXBindings, at now: Duration) -> [InterfaceAction] {
        self.bindings = bindings
        names = GroupNames(bindings)
        people = settings.people.map { RandomPeople(bindings, every: $0, seed: settings.seed) }
        return keep(interface.replace(with: bindings, at: now))
    }

    /// Schedules the next presses of wall switches; call it again at `pressesNext`.
    mutating func letPeoplePress(at now: Duration) -> [InterfaceAction] {
        guard let presses = people?.next(after: now), let last = presses.last else { return [] }
        pressesNext = last.time
        return keep(interface.press(presses, at: now))
    }

    /// Disconnects all clients at the end of the simulation.
    mutating func disconnectAll(at now: Duration) -> [InterfaceAction] {
        keep(interface.add(KNXFault(.disconnect), at: now) ?? [])
    }

    /// When to call `letPeoplePress`; nil if no people are simulated.
    private(set) var pressesNext: Duration?

    /// The telegram as one line of text.
    func line(_ passed: PassedTelegram) -> String { names.line(passed.telegram) }

    mutating func keep(_ actions: [InterfaceAction]) -> [InterfaceAction] {
        for case .passed(let telegram) in actions { telegrams.append(telegram) }
        if telegrams.count > Self.keptTelegrams { telegrams.removeFirst(telegrams.count - Self.keptTelegrams) }
        return actions
    }
}
