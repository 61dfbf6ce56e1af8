import DomoEngine
public import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXSim
import DomoLanguage
import DomoModel

/// A house on a KNX bus without sockets and clocks, from one seed: the engine, its KNX link, the network, the interface
/// and the bus with all its devices, people at both ends, and everything that goes wrong between them. The engine and the
/// link are black boxes: inputs in, effects out. Each invariant is a function with its name.
public final class KNXSimulation: SeededRun {
    public let seed: UInt64
    public internal(set) var violations: [Violation] = []
    public internal(set) var coverage = Coverage()
    public private(set) var transcript: [String]?

    let scenario: KNXScenario
    let sabotage: Sabotage?
    /// How often there was a chance for it.
    var chances = 0
    var dice: Dice
    var agenda = Agenda<KNXWorldEvent>()
    let began: Int64 = 5_000_000_000
    var time: Int64
    var isOver = false
    /// No fault begins any more.
    var isFaultFree = false
    /// Nobody does anything any more.
    var isResting = false

    // MARK: The world

    /// As the devices on the bus are.
    let house: KNXHouse
    var interface: SimulatedInterface
    var interfaceWake: Int64?
    var people: RandomPeople
    /// The last moment at which something of a fault may have gone on.
    var faultyUntil = Int64.min
    /// When the last frame of each stream arrives, in each direction.
    var lastToStream: [Int: Int64] = [:]
    var lastFromStream: [Int: Int64] = [:]
    var lastStream = 0
    var lastPort: UInt16 = 50_000

    // MARK: The daemon

    /// Nil while it does not run.
    var daemon: SimulatedDaemon?
    var lastRun = 0
    /// What outlives the daemon.
    var memory: [FacetName: Reading] = [:]
    var lastOrder: UInt64 = 0

    // MARK: What is known of what goes on

    var lastRequest: UInt64 = 0
    var requests: [UInt64: TrackedRequest] = [:]
    /// Commands that the link has not answered, by the number that it was given.
    var commands: [UInt64: RequestID] = [:]
    /// Orders that were neither accepted nor have ended.
    var openOrders: Set<UInt64> = []
    var orderJustSent: UInt64?
    var dispatches: [UInt64: TrackedDispatch] = [:]
    /// Queries without their answer, and when they have to have it.
    var queries: [UInt64: Int64] = [:]
    /// What the interface sent of the client's, with the moments.
    var passedOwn: [PassedTelegram] = []
    /// Data of addresses that report something, delivered since the engine was last told that the link is down.
    var heard: [GroupAddress: Set<Payload>] = [:]
    /// The same, since the link itself went down.
    var heardByLink: [GroupAddress: Set<Payload>] = [:]
    /// The last request to the interface: one that is the same is a repetition.
    var lastTransmitted: [UInt8] = []
    var sideEffects: [SideEffect] = []
    /// Covers that were sent to a position which is reached by time, over the present connection.
    var timedCovers: Set<String> = []
    /// What the link was last told of facets that are exposed, where they were known.
    var exposedValues: [FacetName: Value] = [:]
    /// All that it was told of them.
    var knownExposures: [FacetName: Set<Value>] = [:]
    /// How many changes of facets that are exposed may still be sent.
    var changedExposures: [FacetName: Int] = [:]
    /// Reads on the bus, and until when an answer is waited for.
    var openReads: [GroupAddress: Int64] = [:]
    var paceOfEngine: ReferenceBucket
    var paceOfReads: ReferenceBucket
    var paceOnWire: ReferenceBucket
    var paceOfReadsOnWire: ReferenceBucket
    /// What would be left of the pace, had every read left a token.
    var paceBehindReads: ReferenceBucket
    var awaitedOrder: AwaitedOrder?
    /// Since when nothing has gone on.
    var restedSince: Int64?
    var hasReadAgain = false
    private var stepsInOneMoment = 0
    private var effects: [Effect] = []

    /// - Parameters:
    ///   - isTraced: whether a transcript is kept.
    ///   - sabotage: what is broken on purpose.
    public init(seed: UInt64, isTraced: Bool = false, sabotage: Sabotage? = nil) {
        self.seed = seed
        self.sabotage = sabotage
        transcript = isTraced ? [] : nil
        dice = Dice(seed: seed)
        scenario = KNXScenario(&dice, seed: seed)
        var maker = KNXHouseMaker(Dice(seed: dice.next()))
        house = maker.make()
        var settings = InterfaceSettings()
        settings.endpoint = Self.server
        settings.slots = InterfaceSettings.slots(scenario.slots)
        settings.routingGroup = scenario.transport == .routing ? .multicast : nil
        interface = SimulatedInterface(house.bindings, settings: settings, bus: scenario.bus)
        people = RandomPeople(house.bindings, every: scenario.pressInterval, seed: seed)
        time = began
        paceOfEngine = ReferenceBucket(perSecond: 1, burst: 1, at: time)
        (paceOfReads, paceOnWire, paceOfReadsOnWire) = (paceOfEngine, paceOfEngine, paceOfEngine)
        paceBehindReads = paceOfEngine
        plan()
    }

    static let server = SocketAddress(host: 0xC0A8_0102, port: 3671)
    static let client: UInt32 = 0xC0A8_010A

    var instant: Instant { instant(at: time) }

    private func instant(at time: Int64) -> Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: 1_700_000_000_000 + time / 1_000_000))
    }

    /// As the interface and the bus count time.
    var busTime: Duration { .nanoseconds(time - began) }

    /// Runs until the end, or until the first violation.
    public func run() {
        trace { "\(scenario.transport.rawValue), \(house.elements.count) elements" }
        startDaemon()
        takeInterface(.wake)
        while violations.isEmpty, !isOver { step() }
    }

    private func step() {
        let timers = [agenda.earliest, interfaceWake, daemon?.linkWake, daemon?.engineWake]
        guard let next = timers.compactMap(\.self).min() else {
            isOver = true
            return
        }
        stepsInOneMoment = next > time ? 0 : stepsInOneMoment + 1
        time = max(time, next)
        timeGoesOn()
        if agenda.earliest == next, let event = agenda.pop() {
            handle(event)
        } else if interfaceWake == next {
            interfaceWake = nil
            takeInterface(.wake)
        } else if daemon?.linkWake == next {
            daemon?.linkWake = nil
            feedLink(.wake)
        } else {
            daemon?.engineWake = nil
            feedEngine(.wake)
        }
    }

    /// Nothing wakes itself again and again.
    private func timeGoesOn() {
        if stepsInOneMoment > 10_000 { violate("\(stepsInOneMoment) steps in one moment") }
    }

    func schedule(_ event: KNXWorldEvent, after span: Int64) { agenda.add(event, at: time + span) }

    // MARK: - The engine and the link

    func feedEngine(_ input: DomoEngine.Input) {
        guard daemon != nil else { return }
        var list: [Effect] = []
        swap(&list, &effects)
        daemon?.engine.handle(input, at: instant, into: &list)
        for effect in list { take(effect) }
        list.removeAll(keepingCapacity: true)
        swap(&list, &effects)
    }

    func feedLink(_ input: KNXLinkMachine.Input) {
        guard let actions = daemon?.machine.take(input, at: instant) else { return }
        for action in actions { take(action) }
    }

    /// From the link to the engine, in order.
    func report(_ input: DomoEngine.Input) {
        guard let run = daemon?.number else { return }
        let arrival = max(time + dice.microseconds(scenario.handover), daemon?.lastToEngine ?? time)
        daemon?.lastToEngine = arrival
        agenda.add(.toEngine(input, run: run), at: arrival)
    }

    /// From the engine to the link, in order.
    func pass(_ input: KNXLinkMachine.Input) {
        guard let run = daemon?.number else { return }
        let (inputs, delay) = sabotaged(input)
        let arrival = max(time + dice.microseconds(scenario.handover), daemon?.lastToLink ?? time)
        daemon?.lastToLink = arrival
        for input in inputs { agenda.add(.toLink(input, run: run), at: arrival + delay) }
    }

    // MARK: - Trace

    func trace(_ line: () -> String) {
        guard transcript != nil else { return }
        let text = line()
        transcript?.append("\(Double((time - began) / 1000) / 1_000_000) s  \(text)")
    }

    func violate(_ what: String, invariant: String = #function) {
        let name = String(invariant.prefix { $0 != "(" })
        violations.append(Violation(invariant: name, what: what))
        trace { "VIOLATED: \(name): \(what)" }
    }
}

extension Dice {
    /// In nanoseconds.
    mutating func microseconds(_ range: ClosedRange<Int>) -> Int64 { Int64(number(range)) * 1000 }
}
