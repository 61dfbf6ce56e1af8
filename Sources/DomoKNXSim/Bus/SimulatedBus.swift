public import DomoEngine
public import DomoKNX
public import DomoKNXBus

/// A TP1 line and all that is on it, without a clock: moments come in, telegrams come out.
///
/// Telegrams go over the wire one after another at the pace of TP1. A device reacts to one when its last bit is there.
/// What a device sends is the value that its group object has when its turn comes, as in a real device: the last
/// telegram of an address always agrees with the actuator.
public struct SimulatedBus: Sendable {
    enum Event: Sendable {
        /// The telegram on the wire has ended.
        case wireFree
        case wake(device: Int)
        case report(device: Int, group: GroupAddress, isResponse: Bool)
        case press(GroupTelegram)
    }

    /// What waits for the wire.
    enum Waiting: Sendable, Equatable {
        case telegram(GroupTelegram, PassedTelegram.Origin)
        /// The value of a group object, as it will be.
        case object(device: Int, group: GroupAddress, isResponse: Bool)
    }

    public let settings: BusSettings
    var devices: [any SimulatedDevice] = []
    /// Who listens on an address.
    var listeners: [GroupAddress: [Int]] = [:]
    /// Who answers on an address.
    var answerers: [GroupAddress: [Int]] = [:]
    /// Addresses that command something, and are nobody's state.
    var commands: Set<GroupAddress> = []
    private var places: [FacetName: (device: Int, index: Int)] = [:]
    var schedule = Schedule<Event>()
    /// When each device is woken next.
    var wakes: [Int: Duration] = [:]
    var waiting: [Waiting] = []
    /// The one on the wire.
    var current: PassedTelegram?
    var dice: Dice
    var faults: KNXFaultList

    /// Reads of addresses that only command: an interface must not send them, for real devices may obey them.
    public internal(set) var readsOfCommands: [GroupAddress: Int] = [:]
    /// How many telegrams went over the bus.
    public internal(set) var telegramCount = 0

    public init(_ bindings: KNXBindings, settings: BusSettings = BusSettings()) {
        self.settings = settings
        dice = Dice(seed: settings.seed)
        faults = KNXFaultList(seed: settings.seed)
        install(bindings, keeping: [], at: .zero)
    }

    /// Takes in other bindings: devices whose bindings did not change keep their state.
    public mutating func replace(with bindings: KNXBindings, at now: Duration) {
        let old = devices
        schedule.removeAll { event in
            switch event {
            case .wake, .report: true
            case .wireFree, .press: false
            }
        }
        waiting.removeAll { if case .object = $0 { true } else { false } }
        install(bindings, keeping: old, at: now)
    }

    private mutating func install(_ bindings: KNXBindings, keeping old: [any SimulatedDevice], at now: Duration) {
        let known = Dictionary(old.map { ($0.facets.map(\.facet), $0) }, uniquingKeysWith: { first, _ in first })
        (listeners, answerers, commands, places, wakes) = ([:], [:], [], [:], [:])
        devices = DeviceFactory.devices(for: bindings.facets, settings).map { device in
            if let same = known[device.facets.map(\.facet)], same.facets == device.facets { return same }
            var device = device
            if settings.startsAtRandom { device.shuffle(&dice) }
            return device
        }
        for (number, device) in devices.enumerated() {
            for group in Set(device.inputs) { listeners[group, default: []].append(number) }
            for group in Set(device.outputs) { answerers[group, default: []].append(number) }
            for (index, facet) in device.facets.enumerated() { places[facet.facet] = (number, index) }
            wakes[number] = now
            schedule.add(.wake(device: number), at: now)
        }
        commands = Set(listeners.keys.filter { answerers[$0] == nil })
    }

    // MARK: What is

    /// What the actuator of a facet is; nil for a facet that is not on the bus.
    public func state(of facet: FacetName, at now: Duration) -> SimulatedState? {
        places[facet].map { devices[$0.device].states(at: now)[$0.index] }
    }

    /// What a read of this address would be answered with; nil where nobody answers.
    public func value(of group: GroupAddress, at now: Duration) -> Payload? {
        answerers[group]?.first.flatMap { devices[$0].value(of: group, at: now) }
    }

    /// Every facet, in the order of the bindings.
    public var facets: [KNXFacet] { devices.flatMap(\.facets) }

    /// True where nothing is on the wire or waits for it, and no device is about to send. Sensors that send from time to
    /// time, and people, are not counted.
    public var isQuiet: Bool {
        current == nil && waiting.isEmpty
            && !schedule.contains { event in
                switch event {
                case .report: true
                case .wake(let device): wakes[device] != nil && !(devices[device] is ValueDevice)
                case .wireFree, .press: false
                }
            }
    }

    /// How many telegrams wait for the wire.
    public var queueLength: Int { waiting.count }

    // MARK: What happens

    /// Puts a telegram in the queue for the wire.
    public mutating func send(_ telegram: GroupTelegram, from origin: PassedTelegram.Origin, at now: Duration) {
        waiting.append(.telegram(telegram, origin))
        startNext(at: now)
    }

    /// Somebody at a wall sends this at a moment.
    public mutating func press(_ presses: some Sequence<WallPress>) {
        for press in presses { schedule.add(.press(press.telegram), at: press.time) }
    }

    /// - Returns: false where there are too many faults.
    public mutating func add(_ fault: KNXFault, at now: Duration) -> Bool { faults.add(fault, at: now) }

    public mutating func clearFaults() { faults.clear() }

    /// When `advance` has something to do.
    public var next: Duration? { schedule.next }

    /// Lets time pass.
    ///
    /// - Returns: what has gone over the bus, in order.
    public mutating func advance(to now: Duration) -> [PassedTelegram] {
        var passed: [PassedTelegram] = []
        while let (time, event) = schedule.pop(through: now) {
            switch event {
            case .wireFree:
                guard let telegram = current else { break }
                current = nil
                telegramCount += 1
                passed.append(telegram)
                deliver(telegram)
                startNext(at: time)
            case .wake(let device):
                // An earlier wish, in place of which another has come.
                guard wakes[device] == time else { break }
                wakes[device] = nil
                react(device, at: time) { $0.wake(at: time, &$1) }
            case .report(let device, let group, let isResponse):
                let object = Waiting.object(device: device, group: group, isResponse: isResponse)
                // A group object that waits already is sent once, with its last value.
                if isResponse || !waiting.contains(object) { waiting.append(object) }
                startNext(at: time)
            case .press(let telegram): send(telegram, from: .wall, at: time)
            }
        }
        return passed
    }
}
