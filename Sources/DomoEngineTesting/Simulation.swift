public import DomoEngine
import DomoLanguage
import DomoModel

/// A whole system without I/O, from one seed: a house in which people act, servers and a disk that fail, restarts, and
/// a clock that jumps from one event to the next. The engine is a black box: inputs in, effects out. Each invariant is
/// a function with its name; they are checked after each step.
public final class Simulation: SeededRun {
    public enum Mode: String, Sendable, CaseIterable {
        /// Nine seconds with all kinds of faults, then a time without any.
        case short
        /// The same, with a link without polling beside polled ones.
        case links
        /// A week of a busy house.
        case week
        /// Random houses that change with each load: nested sectors, names that repeat, houses without a server.
        case shapes
    }

    public let seed: UInt64
    public internal(set) var violations: [Violation] = []
    public internal(set) var coverage = Coverage()
    /// Everything that happened, if the run is traced.
    public private(set) var transcript: [String]?
    /// A digest of all effects of the engine; nil if they are not recorded.
    public var effectDigest: String? { effectTrace?.digest }
    /// The text behind the digest, if it is kept.
    public var effectLines: [String]? { effectTrace?.lines }
    private var effectTrace: EffectTrace?
    /// The number of inputs of the engine.
    public private(set) var inputs = 0
    public private(set) var engine: Engine

    let scenario: Scenario
    var dice: Dice
    var agenda = Agenda<WorldEvent>()
    var time: Int64 = 5_000_000_000
    /// The wall clock at time 0, in milliseconds since 1970.
    var wallClock: Int64 = 1_700_000_000_000
    let began: Int64
    var wakeAt: Int64?
    /// The number of the current run of the daemon, from 1.
    var runNumber = 0
    var isUp = false
    var isStopping = false
    var isFaultFree = false
    var isOver = false
    var wakesInConvergence = 0
    var queriesInConvergence = 0
    var isConverging = false

    var servers: [SimulatedServer] = []
    var elements: [SimulatedElement] = []
    var elementNumbers: [String: Int] = [:]
    var serverOfHouse: [Int?] = []
    /// The houses and scenes of the last load, if they are random.
    var shape: [House] = []
    var shapedScenes: [Catalog.Scene] = []
    var disk = SimulatedDisk()
    var isCommitting = false

    var requests: [UInt64: PendingRequest] = [:]
    /// The load base and time of each requested load, by request.
    var loadBases: [UInt64: (LoadBase, Instant)] = [:]
    var lastRequest: UInt64 = 0
    var orders: [UInt64: TrackedOrder] = [:]
    /// The highest order number on the disk when this run of the daemon began.
    var lastOrder: UInt64 = 0
    /// All order numbers of this run of the daemon.
    var orderNumbers: Set<UInt64> = []
    var transmissions: [UInt64: Transmission] = [:]
    /// The order that was just stored as sent.
    var orderJustSent: UInt64?
    /// The orders that were superseded in this step.
    var ordersJustSuperseded: [UInt64] = []
    /// The servers that were read in this step.
    var serversJustPolled: [Int] = []
    var sceneStates: [String: SceneState] = [:]
    /// The last start by a time, in any run of the daemon.
    var timeRun: TimeRun?
    /// When, by the wall clock, the previous run of the daemon stopped following its times.
    var previousRunEnded = Timestamp(milliseconds: .max)
    /// The last published reading of each facet, by element number × the size of a table of types + type.
    var publishedReadings: [Int: Reading] = [:]
    /// The scenes that were running when the previous run ended, and were not reported as lost yet.
    var scenesToReportLost: Set<String> = []
    var wasClockSetBack = false
    /// The number of published events of buttons.
    var inputEvents = 0
    /// The latest deadline of all orders, and when a scene last made progress.
    var lastDeadline = Int64.min
    var lastSceneEvent = Int64.min / 2
    /// Two scenes start each other.
    var hasCycle = false
    /// The end was postponed once for a running scene.
    var wasEndPutOff = false
    /// Per element, in nanoseconds.
    var maximumAges: [Int64] = []
    private var effects: [Effect] = []

    /// - Parameters:
    ///   - isTraced: whether to keep a transcript.
    ///   - recordsEffects: whether to make a digest of the engine's effects; with `isTraced` their text is kept too.
    public init(seed: UInt64, mode: Mode, isTraced: Bool = false, recordsEffects: Bool = false) {
        self.seed = seed
        effectTrace = recordsEffects ? EffectTrace(keepsLines: isTraced) : nil
        scenario =
            switch mode {
            case .short: .short
            case .links: .links
            case .week: .week
            case .shapes: .shapes
            }
        dice = Dice(seed: seed)
        transcript = isTraced ? [] : nil
        began = time
        engine = Engine(seed: seed, at: Instant(uptime: time, wall: Timestamp(milliseconds: wallClock)))
        if scenario.hasRandomShapes {
            agenda = Agenda(tieBreaker: Dice(seed: ~seed))
            buildShapes()
        } else {
            build()
        }
        plan()
    }

    var instant: Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: wallClock + time / 1_000_000))
    }

    /// Runs until the end, or until the first violation.
    public func run() {
        start()
        while violations.isEmpty, !isOver { step() }
        coverage.finish()
    }

    private func step() {
        if let wake = wakeAt, wake <= agenda.earliest ?? .max, wake < agenda.earliest ?? .max || dice.chance(500) {
            time = max(time, wake)
            wakeAt = nil
            coverage.hot.wakes += 1
            if isConverging { wakesInConvergence += 1 }
            trace { "wake" }
            feed(.wake)
        } else if let moment = agenda.earliest, let event = agenda.pop() {
            time = moment
            handle(event)
        } else {
            isOver = true
        }
    }

    func schedule(_ event: WorldEvent, after span: Int64) { agenda.add(event, at: time + span) }

    func feed(_ input: Input) {
        inputs += 1
        var list: [Effect] = []
        swap(&list, &effects)
        engine.handle(input, at: instant, into: &list)
        for effect in list {
            effectTrace?.note(effect)
            handle(effect)
        }
        list.removeAll(keepingCapacity: true)
        swap(&list, &effects)
        if !serversJustPolled.isEmpty { ordersGoFirst() }
        if !ordersJustSuperseded.isEmpty { ordersAreSupersededByNewerLevelsAndStops() }
        if scenario.hasRandomShapes { transmissionsAreKnown() }
    }

    /// Reads readings for a check, outside the simulated events.
    func answer(to request: Request, _ id: RequestID) -> [ReadingView] {
        var views: [ReadingView] = []
        for effect in engine.handle(.request(request, id: id, principal: .user(0, name: "judge")), at: instant) {
            if case .reply(_, .element(let view)) = effect { views += view.readings }
            handle(effect)
        }
        return views
    }

    /// A new run of the daemon starts with an empty engine.
    func makeEngine() { engine = Engine(seed: seed &+ UInt64(runNumber) &* 7919, at: instant) }

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
