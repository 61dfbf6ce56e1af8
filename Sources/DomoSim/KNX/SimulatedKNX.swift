import DomoKNX
import DomoKNXBus
import DomoKNXSim

/// The KNX side of the simulated house without its sockets and its clock: what comes in over them and over HTTP, and what
/// is to be done.
struct SimulatedKNX: Sendable {
    /// How many telegrams are kept for `/bus/telegrams`.
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
        return letPeoplePress(at: now) + take(.wake, at: now)
    }

    mutating func take(_ input: InterfaceInput, at now: Duration) -> [InterfaceAction] {
        keep(interface.take(input, at: now))
    }

    mutating func replace(with bindings: KNXBindings, at now: Duration) -> [InterfaceAction] {
        self.bindings = bindings
        names = GroupNames(bindings)
        people = settings.people.map { RandomPeople(bindings, every: $0, seed: settings.seed) }
        return keep(interface.replace(with: bindings, at: now))
    }

    /// What people do next; `pressesNext` asks for it again.
    mutating func letPeoplePress(at now: Duration) -> [InterfaceAction] {
        guard let presses = people?.next(after: now), let last = presses.last else { return [] }
        pressesNext = last.time
        return keep(interface.press(presses, at: now))
    }

    /// At the end of the simulation.
    mutating func disconnectAll(at now: Duration) -> [InterfaceAction] {
        keep(interface.add(KNXFault(.disconnect), at: now) ?? [])
    }

    /// When `letPeoplePress` is wanted; nil where nobody is at home.
    private(set) var pressesNext: Duration?

    /// One line for people.
    func line(_ passed: PassedTelegram) -> String { names.line(passed.telegram) }

    mutating func keep(_ actions: [InterfaceAction]) -> [InterfaceAction] {
        for case .passed(let telegram) in actions { telegrams.append(telegram) }
        if telegrams.count > Self.keptTelegrams { telegrams.removeFirst(telegrams.count - Self.keptTelegrams) }
        return actions
    }
}
