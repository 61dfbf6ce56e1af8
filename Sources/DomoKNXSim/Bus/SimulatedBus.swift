public import DomoKNX
public import DomoKNXHouse
public import DomoModel

/// A TP1 line with its devices, without a clock: times in, telegrams out.
///
/// Telegrams are sent one after another at the speed of TP1. A device reacts to a telegram after its last bit. A device
/// sends the value that its group object has when the wire is free, as in a real device: the last telegram of an
/// address always agrees with the actuator.
public struct SimulatedBus: Sendable {
    enum Event: Sendable {
        /// The telegram on the wire has ended.
        case wireFree
        case wake(device: Int)
        case report(device: Int, group: GroupAddress, isResponse: Bool)
        case press(GroupTelegram)
        /// A device that is not in the house file sends.
        case others
    }

    /// An entry in the queue for the wire.
    enum Waiting: Sendable, Equatable {
        case telegram(GroupTelegram, PassedTelegram.Origin)
        /// The value of a group object at the time of sending.
        case object(device: Int, group: GroupAddress, isResponse: Bool)
    }

    public let settings: BusSettings
    var devices: [any SimulatedDevice] = []
    /// The devices that listen on an address.
    var listeners: [GroupAddress: [Int]] = [:]
    /// The devices that answer on an address.
    var answerers: [GroupAddress: [Int]] = [:]
    /// Addresses that only command something and are not a state.
    var commands: Set<GroupAddress> = []
    private var places: [FacetName: (device: Int, index: Int)] = [:]
    var schedule = Schedule<Event>()
    /// When each device is woken next.
    var wakes: [Int: Duration] = [:]
    var waiting: [Waiting] = []
    /// The telegram on the wire.
    var current: PassedTelegram?
    var dice: SplitMix64
    var faults: KNXFaultList
    private var othersPerSecond: Int

    /// Reads of command-only addresses. A client must not send them, since real devices may take them for commands.
    public internal(set) var readsOfCommands: [GroupAddress: Int] = [:]
    /// The number of telegrams so far.
    public internal(set) var telegramCount = 0

    public init(_ bindings: KNXBindings, settings: BusSettings = BusSettings()) {
        self.settings = settings
        dice = SplitMix64(seed: settings.seed)
        faults = KNXFaultList(seed: settings.seed)
        othersPerSecond = settings.othersPerSecond
        install(bindings, keeping: [], at: .zero)
        if othersPerSecond > 0 { schedule.add(.others, at: .zero) }
    }

    /// Replaces the bindings; devices with unchanged bindings keep their state.
    public mutating func replace(with bindings: KNXBindings, at now: Duration) {
        let old = devices
        schedule.removeAll { event in
            switch event {
            case .wake, .report: true
            case .wireFree, .press, .others: false
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

    // MARK: State

    /// The state of the actuator of a facet; nil for a facet that is not on the bus.
    public func state(of facet: FacetName, at now: Duration) -> SimulatedState? {
        places[facet].map { devices[$0.device].states(at: now)[$0.index] }
    }

    /// The answer to a read of this address; nil if no device answers.
    public func value(of group: GroupAddress, at now: Duration) -> Payload? {
        answerers[group]?.first.flatMap { devices[$0].value(of: group, at: now) }
    }

    /// Every facet, in the order of the bindings.
    public var facets: [KNXFacet] { devices.flatMap(\.facets) }

    /// True if nothing is on the wire or waits for it, and no device is about to send. Periodic telegrams of sensors
    /// and presses of wall switches don't count.
    public var isQuiet: Bool {
        current == nil && waiting.isEmpty
            && !schedule.contains { event in
                switch event {
                case .report: true
                case .wake(let device): wakes[device] != nil && !devices[device].reportsForever
                case .wireFree, .press, .others: false
                }
            }
    }

    /// The number of telegrams that wait for the wire.
    public var queueLength: Int { waiting.count }

    // MARK: Events

    /// Puts a telegram in the queue for the wire.
    public mutating func send(_ telegram: GroupTelegram, from origin: PassedTelegram.Origin, at now: Duration) {
        waiting.append(.telegram(telegram, origin))
        startNext(at: now)
    }

    /// Schedules presses of wall switches.
    public mutating func press(_ presses: some Sequence<WallPress>) {
        for press in presses { schedule.add(.press(press.telegram), at: press.time) }
    }

    /// - Returns: False if there are too many faults.
    public mutating func add(_ fault: KNXFault, at now: Duration) -> Bool { faults.add(fault, at: now) }

    /// The devices that are not in the house file fall silent.
    public mutating func silenceOthers() { othersPerSecond = 0 }

    public mutating func clearFaults() { faults.clear() }

    /// When to call `advance` next.
    public var next: Duration? { schedule.next }

    /// Advances the time.
    ///
    /// - Returns: The telegrams sent on the bus, in order.
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
                // Skip a wake-up that was replaced by another.
                guard wakes[device] == time else { break }
                wakes[device] = nil
                react(device, at: time) { $0.wake(at: time, &$1) }
            case .report(let device, let group, let isResponse):
                let object = Waiting.object(device: device, group: group, isResponse: isResponse)
                // A group object that already waits is sent once, with its latest value.
                if isResponse || !waiting.contains(object) { waiting.append(object) }
                startNext(at: time)
            case .press(let telegram): send(telegram, from: .wall, at: time)
            case .others:
                guard othersPerSecond > 0 else { break }
                sendOfOthers(at: time)
                schedule.add(.others, at: time + .seconds(1) / othersPerSecond)
            }
        }
        return passed
    }
}
