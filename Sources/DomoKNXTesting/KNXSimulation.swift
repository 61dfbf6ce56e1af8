import DomoEngine
public import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXSim
import DomoLanguage
import DomoModel

/// A simulated house on a KNX bus without sockets and clocks, from one seed: the engine, its KNX link, the network, the
/// interface, the bus with all its devices, people at both ends, and faults between them. The engine and the link are
/// black boxes: inputs in, effects out. Each invariant is a function with its name.
public final class KNXSimulation: SeededRun {
    public let seed: UInt64
    public internal(set) var violations: [Violation] = []
    public internal(set) var coverage = Coverage()
    public private(set) var transcript: [String]?
    public var effectDigest: String? { effectTrace?.digest }
    public var effectLines: [String]? { effectTrace?.lines }
    /// The effects of the engine and the frames of the link.
    var effectTrace: EffectTrace?

    let scenario: KNXScenario
    let sabotage: Sabotage?
    /// The number of chances for the sabotage so far.
    var chances = 0
    var dice: Dice
    var agenda = Agenda<KNXWorldEvent>()
    let began: Int64 = 5_000_000_000
    var time: Int64
    var isOver = false
    /// True once no more faults begin.
    var isFaultFree = false
    /// True once people do nothing any more.
    var isResting = false

    // MARK: The world

    /// The house as the devices on the bus have it.
    let house: KNXHouse
    var interface: SimulatedInterface
    var interfaceWake: Int64?
    var people: RandomPeople
    /// The latest time at which a fault may still have an effect.
    var faultyUntil = Int64.min
    /// Until then the network takes nothing that is sent by multicast.
    var networkIsGoneUntil = Int64.min
    /// What the multicast socket has to report.
    var socketReports: [BusInput] = []
    /// When the last frame of each stream arrives, in each direction.
    var lastToStream: [Int: Int64] = [:]
    var lastFromStream: [Int: Int64] = [:]
    var lastStream = 0
    var lastPort: UInt16 = 50_000

    // MARK: The daemon

    /// Nil while it is not running.
    var daemon: SimulatedDaemon?
    var lastRun = 0
    /// The readings that survive the daemon.
    var memory: [FacetName: Reading] = [:]
    var lastOrder: UInt64 = 0

    // MARK: Bookkeeping

    var lastRequest: UInt64 = 0
    var requests: [UInt64: TrackedRequest] = [:]
    /// Commands that the link has not answered, by their number.
    var commands: [UInt64: RequestID] = [:]
    /// Orders that are neither accepted nor ended.
    var openOrders: Set<UInt64> = []
    var orderJustSent: UInt64?
    var dispatches: [UInt64: TrackedDispatch] = [:]
    /// Unanswered queries, with the deadline of the answer.
    var queries: [UInt64: Int64] = [:]
    /// The client's telegrams that the interface has sent on the bus.
    var passedOwn: [PassedTelegram] = []
    /// Data of state addresses, delivered since the engine was last notified that the link is down.
    var received: [GroupAddress: Set<Payload>] = [:]
    /// The last state of each facet that was delivered.
    var lastStates: [FacetName: Payload] = [:]
    /// The last data of each state address that was delivered.
    var lastReports: [GroupAddress: Payload] = [:]
    /// All data of the temperatures that shifts belong to.
    var references: [GroupAddress: Set<Payload>] = [:]
    /// As `received`, since the link itself went down.
    var receivedByLink: [GroupAddress: Set<Payload>] = [:]
    /// The last request to the interface; an identical one is a repetition.
    var lastTransmitted: [UInt8] = []
    var sideEffects: [SideEffect] = []
    /// The orders whose telegram acts each time, and was sent.
    var sentSideEffects: Set<UInt64> = []
    /// What the engine was told of covers over the current connection.
    var covers: [String: TrackedCover] = [:]
    /// The orders of covers whose outcome the engine does not know yet.
    var coverOrders: [UInt64: (path: String, value: Value)] = [:]
    var loaded: [String: LoadedCover] = [:]
    /// Of all stops under full load.
    public internal(set) var stopDelays: [StopDelay] = []
    /// What was delivered on the addresses of locks over the current connection.
    var locks: [GroupAddress: Payload] = [:]
    /// Orders that were given to the link while their cover was locked.
    var lockedDispatches: Set<UInt64> = []
    /// Whether the link has reported that it is up.
    var isLinkUp = false
    /// The last known values of exposed facets that were passed to the link.
    var exposedValues: [FacetName: Value] = [:]
    /// All values of exposed facets that were passed to the link.
    var knownExposures: [FacetName: Set<Value>] = [:]
    /// The number of changes of exposed facets that may still be sent.
    var changedExposures: [FacetName: Int] = [:]
    /// Reads on the bus, with the deadline of the answer.
    var openReads: [GroupAddress: Int64] = [:]
    var paceOfOrders: ReferenceBucket
    /// Everything that the engine and the link know of: reads wait for it.
    var paceOfLine: ReferenceBucket
    /// What remains for reads however much others send.
    var paceReserved: ReferenceBucket
    var paceOfReads: ReferenceBucket
    var paceOnWire: ReferenceBucket
    var paceOfReadsOnWire: ReferenceBucket
    var awaitedOrder: AwaitedOrder?
    /// Since when everything is at rest.
    var restedSince: Int64?
    var hasReadAgain = false
    private var stepsInOneMoment = 0
    private var effects: [Effect] = []

    /// - Parameters:
    ///   - isTraced: Whether to keep a transcript.
    ///   - recordsEffects: Whether to make a digest of the effects; with `isTraced` their text is kept too.
    ///   - sabotage: What to break on purpose.
    public convenience init(
        seed: UInt64,
        isTraced: Bool = false,
        recordsEffects: Bool = false,
        sabotage: Sabotage? = nil
    ) {
        self.init(seed: seed, nil, isTraced: isTraced, recordsEffects: recordsEffects, sabotage: sabotage)
    }

    /// A run under full load, without faults, over UDP or TCP.
    ///
    /// - `rate`: the pace, in telegrams per second.
    /// - `others`: the telegrams per second that further devices send.
    /// - `damages`: how often telegrams from the bus can't be decoded for up to 5 s.
    public static func underFullLoad(
        seed: UInt64,
        overTCP: Bool,
        rate: Int,
        others: Int = 0,
        damages: Int = 0
    ) -> KNXSimulation {
        var scenario = KNXScenario.fullLoad(overTCP ? .tcp : .udp, rate: rate, others: others, seed: seed)
        scenario.damages = damages
        return KNXSimulation(seed: seed, scenario, isTraced: false)
    }

    private init(
        seed: UInt64,
        _ scenario: KNXScenario?,
        isTraced: Bool,
        recordsEffects: Bool = false,
        sabotage: Sabotage? = nil
    ) {
        self.seed = seed
        effectTrace = recordsEffects ? EffectTrace(keepsLines: isTraced) : nil
        self.sabotage = sabotage
        transcript = isTraced ? [] : nil
        dice = Dice(seed: seed)
        let random = KNXScenario(&dice, seed: seed)
        self.scenario = scenario ?? random
        var maker = KNXHouseMaker(Dice(seed: dice.next()))
        house = scenario == nil ? maker.make() : maker.makeLoaded(covers: Self.loadedCovers)
        let scenario = self.scenario
        var settings = InterfaceSettings()
        settings.endpoint = Self.server
        settings.slots = InterfaceSettings.slots(scenario.slots)
        settings.routingGroup = scenario.transport == .routing ? .multicast : nil
        interface = SimulatedInterface(house.bindings, settings: settings, bus: scenario.bus)
        people = RandomPeople(
            scenario.isLoaded ? house.bindings.withoutCovers : house.bindings,
            every: scenario.pressInterval,
            seed: seed
        )
        time = began
        let none = ReferenceBucket(perSecond: 1, burst: 1, at: time)
        (paceOfOrders, paceOfLine, paceReserved) = (none, none, none)
        (paceOfReads, paceOnWire, paceOfReadsOnWire) = (none, none, none)
        plan()
    }

    static let server = SocketAddress(host: 0xC0A8_0102, port: 3671)
    static let client: UInt32 = 0xC0A8_010A

    var instant: Instant { instant(at: time) }

    private func instant(at time: Int64) -> Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: 1_700_000_000_000 + time / 1_000_000))
    }

    /// The time scale of the interface and the bus.
    var busTime: Duration { .nanoseconds(time - began) }

    /// Runs until the end, or until the first violation.
    public func run() {
        trace { "\(scenario.transport.rawValue), \(house.elements.count) elements" }
        startDaemon()
        feedInterface(.wake)
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
            feedInterface(.wake)
        } else if daemon?.linkWake == next {
            daemon?.linkWake = nil
            feedLink(.wake)
        } else {
            daemon?.engineWake = nil
            feedEngine(.wake)
        }
    }

    /// Time advances: nothing wakes itself endlessly.
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
        for effect in list {
            effectTrace?.note(effect)
            handle(effect: effect)
        }
        list.removeAll(keepingCapacity: true)
        swap(&list, &effects)
    }

    func feedLink(_ input: KNXLinkMachine.Input) {
        guard let actions = daemon?.machine.handle(input, at: instant) else { return }
        for action in actions { handle(action: action) }
        // As the socket does, once everything else has been carried out.
        while !socketReports.isEmpty { feedLink(.connection(socketReports.removeFirst())) }
    }

    /// Passes an input from the link to the engine, in order.
    func report(_ input: DomoEngine.Input) {
        guard let run = daemon?.number else { return }
        let arrival = max(time + dice.microseconds(scenario.handover), daemon?.lastToEngine ?? time)
        daemon?.lastToEngine = arrival
        agenda.add(.toEngine(input, run: run), at: arrival)
    }

    /// Passes an input from the engine to the link, in order.
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
