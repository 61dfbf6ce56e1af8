import DomoEngine
import DomoLanguage
import DomoModel

/// Push buttons and orders for places, from one seed: people who press and switch, a link that loses, refuses and delays,
/// a disk that is slow or full, and a daemon that is killed at any moment.
public final class ButtonSimulation: SeededRun {
    enum WorldEvent {
        case person
        case outcome(Dispatch.ID, Outcome, run: Int)
        case stored(run: Int)
        case rewrite([OpenPulse], UInt64, run: Int)
        case link(isUp: Bool)
        case kill
        case reload
        case faultsEnd
        case end
    }

    private static let second: Int64 = 1_000_000_000
    private static let activeTime = 600 * second
    private static let settleTime = 300 * second

    public private(set) var violations: [Violation] = []
    public private(set) var coverage = Coverage()
    public private(set) var transcript: [String]?
    public var effectDigest: String? { effectTrace?.digest }
    public var effectLines: [String]? { effectTrace?.lines }
    private var effectTrace: EffectTrace?

    private let seed: UInt64
    private var dice: Dice
    private var agenda = Agenda<WorldEvent>()
    private var time: Int64 = 5 * second
    private let wallClock: Int64 = 1_700_006_400_000
    private var wakeAt: Int64?
    private var runNumber = 0
    private var engine: Engine
    private let port = ButtonPort()
    private let isBus: Bool
    /// Whether people order what is guarded by its own name.
    private let ordersGuarded: Bool
    private var isFaulty: Bool
    private var isUp = true
    private var isOver = false
    private var link: LinkID?
    private var lastRequest: UInt64 = 0

    // The disk.
    private var stored: [OpenPulse] = []
    private var writing: (pulses: [OpenPulse], number: UInt64)?
    private var lastVersion: UInt64 = 0
    private var unwritten: (pulses: [OpenPulse], number: UInt64)?

    // The house.
    /// What the house will carry out, by dispatch.
    private var pending: [UInt64: (name: String, value: Value)] = [:]
    /// Since when each button with a pulse is active.
    private var active: [String: Int64] = [:]

    public init(seed: UInt64, isTraced: Bool = false, recordsEffects: Bool = false) {
        self.seed = seed
        dice = Dice(seed: seed)
        effectTrace = recordsEffects ? EffectTrace(keepsLines: isTraced) : nil
        transcript = isTraced ? [] : nil
        isBus = dice.chance(500)
        ordersGuarded = dice.chance(700)
        isFaulty = dice.chance(800)
        engine = Engine(seed: seed, at: Instant(uptime: time, wall: Timestamp(milliseconds: 1_700_006_400_000)))
    }

    private var instant: Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: wallClock + time / 1_000_000))
    }

    public func run() {
        startDaemon()
        schedule(.person, after: 0)
        if isFaulty {
            for _ in 0..<dice.number(0...4) { schedule(.kill, after: dice.milliseconds(0...600_000)) }
            for _ in 0..<dice.number(0...6) { schedule(.link(isUp: false), after: dice.milliseconds(0...600_000)) }
        }
        for _ in 0..<dice.number(0...3) { schedule(.reload, after: dice.milliseconds(0...600_000)) }
        schedule(.faultsEnd, after: Self.activeTime)
        schedule(.end, after: Self.activeTime + Self.settleTime)
        while violations.isEmpty, !isOver { step() }
        coverage.note("runs")
        coverage.finish()
    }

    private func schedule(_ event: WorldEvent, after span: Int64) { agenda.add(event, at: time + span) }

    private func step() {
        if let wake = wakeAt, wake < agenda.earliest ?? .max {
            time = max(time, wake)
            wakeAt = nil
            feed(.wake)
        } else if let moment = agenda.earliest, let event = agenda.pop() {
            time = moment
            handle(event)
        } else {
            isOver = true
        }
    }

    private func handle(_ event: WorldEvent) {
        switch event {
        case .person:
            guard time < 5 * Self.second + Self.activeTime else { return }
            act()
            schedule(.person, after: dice.milliseconds(0...8_000))
        case .outcome(let id, let outcome, let run):
            guard run == runNumber else { return }
            if let signal = pending.removeValue(forKey: id.number) { carryOut(signal) }
            feed(.outcome(id, outcome))
        case .stored(let run): if run == runNumber { endWrite() }
        case .rewrite(let pulses, let number, let run):
            guard run == runNumber, number == lastVersion else { return }
            unwritten = (pulses, number)
            beginWrite()
        case .link(let isUp): change(isUp: isUp)
        case .kill:
            coverage.note("kills")
            trace { "kill -9" }
            // What is on its way arrives; its connection is closed then.
            for (_, signal) in pending.sorted(by: { $0.key < $1.key }) { carryOut(signal) }
            pending = [:]
            startDaemon()
        case .reload:
            coverage.note("reloads")
            feed(.load(ButtonHouse.catalog(port, isBus: isBus), ids: []))
        case .faultsEnd:
            isFaulty = false
            if !isUp { change(isUp: true) }
        case .end:
            isOver = true
            judgeEnd()
        }
    }

    private func change(isUp: Bool) {
        guard isUp != self.isUp else { return }
        self.isUp = isUp
        coverage.note(isUp ? "link up" : "link down")
        trace { isUp ? "the link is up" : "the link is down" }
        reportLink()
        if !isUp { schedule(.link(isUp: true), after: dice.milliseconds(0...60_000)) }
    }

    private func reportLink() {
        guard isBus, let link else { return }
        feed(.link(link, endpoint: nil, isUp ? .up : .down(reason: "unplugged")))
    }

    // MARK: - The daemon

    private func startDaemon() {
        runNumber += 1
        engine = Engine(seed: seed &+ UInt64(runNumber), at: instant)
        (writing, unwritten, wakeAt, link) = (nil, nil, nil, nil)
        feed(.pulses(stored))
        feed(.load(ButtonHouse.catalog(port, isBus: isBus), ids: []))
        reportLink()
    }

    private func feed(_ input: Input) {
        var effects: [Effect] = []
        engine.handle(input, at: instant, into: &effects)
        for effect in effects {
            effectTrace?.note(effect)
            handle(effect)
        }
        beginWrite()
    }

    private func handle(_ effect: Effect) {
        switch effect {
        case .start(let id, _): link = id
        case .send(let dispatch, _): send(dispatch)
        case .keepPulses(let pulses, let number): (unwritten, lastVersion) = ((pulses, number), number)
        case .wake(let moment): wakeAt = moment.uptime
        default: break
        }
    }

    private func beginWrite() {
        guard writing == nil, let next = unwritten else { return }
        (writing, unwritten) = (next, nil)
        schedule(.stored(run: runNumber), after: dice.milliseconds(isFaulty && dice.chance(30) ? 0...15_000 : 0...30))
    }

    private func endWrite() {
        guard let done = writing else { return }
        writing = nil
        let isStored = !(isFaulty && dice.chance(50))
        if isStored {
            stored = done.pulses
        } else {
            coverage.note("disk full")
            // The daemon writes it again after a while.
            if unwritten == nil {
                schedule(.rewrite(done.pulses, done.number, run: runNumber), after: 10 * Self.second)
            }
        }
        feed(.pulsesStored(upTo: done.number, isStored: isStored))
    }

    // MARK: - The house

    private func send(_ dispatch: Dispatch) {
        let (name, value) = (dispatch.target.name, dispatch.value)
        trace { "\(name)=\(value.word)\(dispatch.isUrgent ? " (end of pulse)" : "")" }
        check(dispatch)
        let (outcome, acts, delay) = fate(of: dispatch)
        if acts { pending[dispatch.id.number] = (name, value) }
        schedule(.outcome(dispatch.id, outcome, run: runNumber), after: delay)
    }

    /// What becomes of a signal: its outcome, whether the house carries it out, and when.
    private func fate(of dispatch: Dispatch) -> (outcome: Outcome, acts: Bool, delay: Int64) {
        if !isUp { return (.notSent(reason: "unplugged"), false, dice.milliseconds(0...100)) }
        guard isFaulty, dice.chance(300) else { return (.accepted, true, dice.milliseconds(0...80)) }
        switch dice.below(6) {
        case 0: return (.notSent(reason: "no route"), false, dice.milliseconds(0...1000))
        case 1: return (.refused(reason: "no", isPassing: dice.chance(500)), false, dice.milliseconds(0...100))
        case 2: return (.lost(reason: "no answer"), true, dice.milliseconds(0...3000))
        case 3: return (.lost(reason: "no answer"), false, dice.milliseconds(0...3000))
        case 4: return (.unacknowledged(reason: "nobody"), dice.chance(500), dice.milliseconds(0...1000))
        // After the order has been given up.
        default:
            coverage.note("late")
            return (.accepted, true, dice.milliseconds(5_000...20_000))
        }
    }

    private func carryOut(_ signal: (name: String, value: Value)) {
        guard ButtonHouse.pulses[signal.name] != nil else { return }
        let begins = signal.value == (signal.name == "Rele" ? Value.off : .on)
        if begins { active[signal.name] = active[signal.name] ?? time } else { active[signal.name] = nil }
        coverage.note(begins ? "pulses begin" : "pulses end")
    }

    // MARK: - People

    private func act() {
        let lines: [String]
        switch dice.below(8) {
        case 0: lines = ["off Casa"]
        case 1: lines = ["off Salon"]
        case 2: lines = ["set Casa \(dice.chance(500) ? "on" : "off") --all"]
        case 3: lines = ["set \(ButtonHouse.lamps[dice.below(2)]) on"]
        default:
            guard ordersGuarded else { return }
            let name = ButtonHouse.guarded[dice.below(ButtonHouse.guarded.count)]
            let isButton = ButtonHouse.buttons.contains(name)
            let value = isButton ? ["press", "on"][dice.below(2)] : ["on", "off"][dice.below(2)]
            lines = ["set \(name) \(value)"]
        }
        for line in lines { request(line) }
    }

    private func request(_ line: String) {
        lastRequest += 1
        trace { "request \(lastRequest): \(line)" }
        coverage.note("requests")
        do throws(Fault) {
            guard let request = try RequestParser.parse(line) else { return }
            feed(.request(request, id: RequestID(lastRequest), principal: .user(0, name: "root")))
        } catch {
            violate("the simulation's own line \(line): \(error.message)", invariant: "linesAreValid")
        }
    }

    // MARK: - Invariants

    private func check(_ dispatch: Dispatch) {
        let name = dispatch.target.name
        if dispatch.isUrgent { return }
        if ButtonHouse.guarded.contains(name), !ordersGuarded {
            violate("\(name)=\(dispatch.value.word)", invariant: "placesNeverReachWhatIsGuarded")
        }
        if ButtonHouse.stayingOn.contains(name), dispatch.value == .off, name == "Marcado" {
            violate(name, invariant: "markedElementsAreLeftOut")
        }
        guard ButtonHouse.buttons.contains(name) else { return }
        coverage.note("presses")
        if !dispatch.isSentOnce { violate(name, invariant: "pressesAreSentOnce") }
        guard ButtonHouse.pulses[name] != nil else { return }
        if !stored.contains(where: { $0.path == ButtonHouse.path(name) }) {
            violate(name, invariant: "pulsesAreWrittenDownFirst")
        }
    }

    private func judgeEnd() {
        for (name, since) in active {
            violate("\(name), active for \((time - since) / Self.second) s", invariant: "pulsesEnd")
        }
        if !stored.isEmpty { violate("\(stored.map(\.path))", invariant: "nothingStaysWrittenDown") }
        for (what, count) in engine.held where count > 0 && ["open pulses", "orders before a pulse"].contains(what) {
            violate("\(count) \(what)", invariant: "everythingEnds")
        }
        if !ordersGuarded { coverage.note("runs without named orders") }
    }

    private func violate(_ what: String, invariant: String) {
        violations.append(Violation(invariant: invariant, what: what))
        trace { "VIOLATED: \(invariant): \(what)" }
    }

    private func trace(_ line: () -> String) {
        guard transcript != nil else { return }
        let text = line()
        transcript?.append("\(instant.wall.rfc3339)  \(text)")
    }
}
