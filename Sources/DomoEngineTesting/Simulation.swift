public import DomoEngine
import DomoLanguage
import DomoModel

/// A whole system without I/O, from one seed: a house that moves by itself, servers and a disk that fail, people,
/// restarts, and a clock that goes from one event to the next. The engine is seen from outside alone: inputs in, effects
/// out. After each step the invariants are checked, each in a function that bears its name.
public final class Simulation {
    public enum Mode: Sendable {
        /// Half a minute in which everything goes wrong, and a time of peace.
        case short
        /// A week of a busy house.
        case week
    }

    public struct Violation: Sendable, CustomStringConvertible {
        public let invariant: String
        public let what: String
        public var description: String { "\(invariant): \(what)" }
    }

    public let seed: UInt64
    public internal(set) var violations: [Violation] = []
    public internal(set) var coverage = Coverage()
    /// All that happened, where it is traced.
    public private(set) var transcript: [String]?
    /// What the engine did, as a digest; nil where that is not recorded.
    public var effectDigest: String? { effectTrace?.digest }
    /// The text behind it, where it is kept.
    public var effectLines: [String]? { effectTrace?.lines }
    private var effectTrace: EffectTrace?
    /// How many inputs the engine was given.
    public private(set) var inputs = 0
    public private(set) var engine: Engine

    let scenario: Scenario
    var dice: Dice
    var agenda = Agenda()
    var time: Int64 = 5_000_000_000
    /// The wall clock is ahead by so many milliseconds.
    var wallClock: Int64 = 1_700_000_000_000
    let began: Int64
    var wakeAt: Int64?
    /// Counts restarts.
    var life = 0
    var isUp = false
    var isStopping = false
    var isHealed = false
    var isOver = false
    var wakesInPeace = 0
    var questionsInPeace = 0
    var isPeace = false

    var servers: [SimulatedServer] = []
    var elements: [SimulatedElement] = []
    var elementNumbers: [String: Int] = [:]
    var serverOfHouse: [Int] = []
    var disk = SimulatedDisk()
    var isCommitting = false

    var requests: [UInt64: Asked] = [:]
    var lastRequest: UInt64 = 0
    var orders: [UInt64: OrderLife] = [:]
    /// The highest number that an order had on the disk when this life began.
    var lastOrder: UInt64 = 0
    /// All that were used in this life.
    var orderNumbers: Set<UInt64> = []
    var open: [UInt64: Open] = [:]
    /// The order whose sending was stored just now.
    var justSent: UInt64?
    /// Servers that were asked in this step.
    var justPolled: [Int] = []
    var sceneLives: [String: SceneLife] = [:]
    /// The last start by a time; it outlives the daemon.
    var timeRun: TimeRun?
    /// Until when, by the clock on the wall, the last life went by its times.
    var lastLifeEnded = Timestamp(milliseconds: .max)
    /// What was last told of a type of an element, by the numbers of both.
    var toldReadings: [Int: Reading] = [:]
    /// What ran when the life before ended, and was not told of.
    var lostScenes: Set<String> = []
    /// Two scenes start each other.
    var hasCircle = false
    /// By element, in nanoseconds.
    var maximumAges: [Int64] = []
    private var effects: [Effect] = []

    /// - Parameters:
    ///   - isTraced: whether a transcript is kept of all that happened.
    ///   - recordsEffects: whether a digest of the engine's effects is made, and with `isTraced` their text kept.
    public init(seed: UInt64, mode: Mode, isTraced: Bool = false, recordsEffects: Bool = false) {
        self.seed = seed
        effectTrace = recordsEffects ? EffectTrace(keepsLines: isTraced) : nil
        scenario = mode == .week ? .week : .short
        dice = Dice(seed: seed)
        transcript = isTraced ? [] : nil
        began = time
        engine = Engine(seed: seed, at: Instant(uptime: time, wall: Timestamp(milliseconds: wallClock)))
        build()
        plan()
    }

    var instant: Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: wallClock + time / 1_000_000))
    }

    /// Runs until the end, or until something happened that must not.
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
            if isPeace { wakesInPeace += 1 }
            trace { "wake" }
            feed(.wake)
        } else if let moment = agenda.earliest, let happening = agenda.pop() {
            time = moment
            happen(happening)
        } else {
            isOver = true
        }
    }

    func note(_ happening: Happening, after span: Int64) { agenda.note(happening, at: time + span) }

    func feed(_ input: Input) {
        inputs += 1
        var list: [Effect] = []
        swap(&list, &effects)
        engine.handle(input, at: instant, into: &list)
        for effect in list {
            effectTrace?.note(effect)
            take(effect)
        }
        list.removeAll(keepingCapacity: true)
        swap(&list, &effects)
        if !justPolled.isEmpty { ordersGoFirst() }
    }

    /// Asks beside the course of things.
    func answer(to request: Request, _ id: RequestID) -> [ReadingView] {
        var views: [ReadingView] = []
        for effect in engine.handle(.request(request, id: id, principal: .user(0, name: "judge")), at: instant) {
            if case .reply(_, .element(let view)) = effect { views += view.readings }
            take(effect)
        }
        return views
    }

    /// The next life begins with nothing.
    func renewEngine() { engine = Engine(seed: seed &+ UInt64(life) &* 7919, at: instant) }

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
