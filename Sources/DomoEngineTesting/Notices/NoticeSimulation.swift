import DomoEngine
import DomoLanguage
import DomoModel

/// The notices of a house, from one seed: scenes and people that raise, resolve and acknowledge them, a notifier that is
/// slow, lost, restarted or silent, and a daemon that is killed between a decision and its file.
public final class NoticeSimulation: SeededRun {
    enum WorldEvent {
        case person
        case attach
        case detach
        case kill
        /// The file of the notices is on the disk.
        case stored(run: Int)
        /// The notifier reports what became of a message.
        case report(DeliveryReport, process: Int)
        /// The notifier sends a message.
        case transfer(Delivery, process: Int)
        case end
    }

    static let second: Int64 = 1_000_000_000
    private static let activeTime = 6 * 3600 * second
    /// Longer than any deadline after the end of quiet hours.
    private static let settleTime = 40 * 3600 * second

    public internal(set) var violations: [Violation] = []
    public internal(set) var coverage = Coverage()
    public private(set) var transcript: [String]?
    public var effectDigest: String? { effectTrace?.digest }
    public var effectLines: [String]? { effectTrace?.lines }
    private var effectTrace: EffectTrace?

    let seed: UInt64
    var dice: Dice
    private var agenda = Agenda<WorldEvent>()
    var time: Int64 = 5 * second
    private let began: Int64
    private let wallClock: Int64
    private var wakeAt: Int64?
    private var runNumber = 0
    private(set) var engine: Engine
    private var isOver = false
    var isActive: Bool { time < began + Self.activeTime }

    // The shell: the file, and what waits for it.
    private var stored = NoticeTable()
    private var unstored: NoticeTable?
    private var isStoring = false
    private var held: [Event] = []

    var notifier = SimulatedNotifier()
    var judge = NoticeJudge()
    private var lastRequest: UInt64 = 0
    /// Of the notifier.
    private var processNumber = 1

    public init(seed: UInt64, isTraced: Bool = false, recordsEffects: Bool = false) {
        self.seed = seed
        dice = Dice(seed: seed)
        effectTrace = recordsEffects ? EffectTrace(keepsLines: isTraced) : nil
        transcript = isTraced ? [] : nil
        began = time
        // At any hour of the day, since some are quiet.
        wallClock = 1_700_006_400_000 + Int64(dice.below(86_400)) * 1000
        engine = Engine(seed: seed, at: Instant(uptime: time, wall: Timestamp(milliseconds: wallClock)))
    }

    var instant: Instant {
        Instant(uptime: time, wall: Timestamp(milliseconds: wallClock + (time - began) / 1_000_000))
    }

    public func run() {
        startDaemon()
        schedule(.person, after: 0)
        schedule(.attach, after: dice.milliseconds(0...60_000))
        for _ in 0..<dice.number(0...4) { schedule(.detach, after: dice.milliseconds(0...18_000_000)) }
        for _ in 0..<dice.number(0...3) { schedule(.kill, after: dice.milliseconds(0...18_000_000)) }
        schedule(.end, after: Self.activeTime + Self.settleTime)
        while violations.isEmpty, !isOver { step() }
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
            guard isActive else { return }
            act()
            schedule(.person, after: dice.milliseconds(0...600_000))
        case .attach: attach()
        case .detach:
            guard notifier.isAttached else { return }
            coverage.note("detached")
            trace { "the notifier disconnects" }
            notifier.isAttached = false
            feed(.notifierGone)
            if dice.chance(400) {
                coverage.note("notifier restarted")
                notifier.restart()
                processNumber += 1
            }
            schedule(.attach, after: dice.milliseconds(dice.chance(300) ? 0...7_200_000 : 0...900_000))
        case .kill: kill()
        case .stored(let number): if number == runNumber { endStoring() }
        case .transfer(let delivery, let process): if process == processNumber { transfer(delivery) }
        case .report(let report, let process):
            guard process == processNumber else { return }
            guard notifier.isAttached else {
                notifier.unreported.append(report)
                return
            }
            request(.notifier(.done(report)))
        case .end:
            isOver = true
            judgeEnd()
        }
    }

    // MARK: - The daemon

    private func startDaemon() {
        runNumber += 1
        engine = Engine(seed: seed &+ UInt64(runNumber), at: instant)
        (unstored, isStoring, held, wakeAt) = (nil, false, [], nil)
        judge.restart(from: stored)
        feed(.notices(stored.asRead))
        feed(.load(NoticeHouse.catalog, ids: []))
    }

    private func kill() {
        coverage.note("kills")
        trace { "kill -9" }
        notifier.isAttached = false
        startDaemon()
        schedule(.attach, after: dice.milliseconds(0...30_000))
    }

    func feed(_ input: Input) {
        var effects: [Effect] = []
        engine.handle(input, at: instant, into: &effects)
        for effect in effects {
            effectTrace?.note(effect)
            handle(effect)
        }
        beginStoring()
    }

    private func handle(_ effect: Effect) {
        switch effect {
        case .keepNotices(let table): unstored = table
        case .deliver(let event):
            held.append(event)
            if event.kind == .delivery, let delivery = event.delivery {
                check(judge.noteDecided(delivery, at: event.time, profile: NoticeHouse.profile))
            }
        case .attach: break
        case .publish(let event): if let notice = event.notice { check(judge.note(notice)) }
        case .reply(let id, let reply), .replyStored(let id, let reply): check(judge.note(reply, to: id, at: time))
        case .work(let id, let answer): check(judge.note(answer.reply(), to: id, at: time))
        case .recall(let id, _, let reply): check(judge.note(reply, to: id, at: time))
        case .wake(let moment): wakeAt = moment.uptime
        default: break
        }
    }

    private func check(_ violation: Violation?) {
        guard let violation else { return }
        violations.append(violation)
        trace { "VIOLATED: \(violation)" }
    }

    // MARK: - The file

    /// Messages wait until the file says that they go out.
    private func beginStoring() {
        guard !isStoring else { return }
        if unstored != nil {
            isStoring = true
            writing = unstored
            unstored = nil
            (heldForWrite, held) = (held, [])
            // Now and then the disk is very slow.
            let span = dice.milliseconds(dice.chance(50) ? 0...120_000 : 0...200)
            schedule(.stored(run: runNumber), after: span)
        } else {
            release(held)
            held = []
        }
    }

    private var writing: NoticeTable?
    private var heldForWrite: [Event] = []

    private func endStoring() {
        isStoring = false
        if let writing { stored = writing }
        writing = nil
        let events = heldForWrite
        heldForWrite = []
        release(events)
        beginStoring()
    }

    private func release(_ events: [Event]) {
        for event in events {
            guard let delivery = event.delivery else { continue }
            guard notifier.isAttached else {
                coverage.note("could not be handed over")
                if event.kind == .delivery { feed(.undelivered(delivery.id)) }
                continue
            }
            if event.kind == .withdrawal {
                notifier.withdrawn.insert(delivery.id)
                continue
            }
            coverage.note("handed over: \(delivery.reason.rawValue)")
            trace { "\(delivery.id) to \(delivery.target), \(delivery.reason.rawValue): \(delivery.text)" }
            send(delivery)
        }
    }

    // MARK: - The notifier

    private func attach() {
        guard !notifier.isAttached else { return }
        notifier.isAttached = true
        coverage.note("attached")
        trace { "the notifier attaches" }
        request(.notifier(.attach(NoticeHouse.profile)))
        let reports = notifier.unreported
        notifier.unreported = []
        for report in reports { schedule(.report(report, process: processNumber), after: 0) }
    }

    /// A message waits in the notifier for a while, as when its target is down.
    private func send(_ delivery: Delivery) {
        guard notifier.isNew(delivery.id) else { return }
        let span = dice.chance(200) ? dice.milliseconds(0...3_600_000) : 0
        schedule(.transfer(delivery, process: processNumber), after: span)
    }

    private func transfer(_ delivery: Delivery) {
        func report(_ outcome: DeliveryReport.Outcome, _ message: String) {
            let report = DeliveryReport(id: delivery.id, outcome: outcome, message: message)
            schedule(.report(report, process: processNumber), after: 0)
        }
        if notifier.withdrawn.contains(delivery.id) { return report(.failed, "withdrawn") }
        if instant.wall > delivery.deadline { return report(.failed, "not sent before its deadline") }
        guard notifier.begin(delivery.id) else { return report(.unknown, "it was being sent") }
        check(judge.noteSent(delivery))
        // Some never report.
        if dice.chance(60) { return coverage.note("never reported") }
        let span = dice.milliseconds(dice.chance(100) ? 0...7_200_000 : 0...20_000)
        var report = DeliveryReport(id: delivery.id, outcome: .sent)
        switch dice.below(10) {
        case 0, 1: report = DeliveryReport(id: delivery.id, outcome: .failed, message: "HTTP 403")
        case 2: report = DeliveryReport(id: delivery.id, outcome: .unknown, message: "the connection broke")
        default: break
        }
        if delivery.reason == .call { report.answer = CallAnswer(status: dice.chance(500) ? 200 : 500) }
        schedule(.report(report, process: processNumber), after: span)
        if dice.chance(50) {
            coverage.note("reported twice")
            let other = DeliveryReport(id: delivery.id, outcome: .failed, message: "again")
            schedule(.report(other, process: processNumber), after: span + dice.milliseconds(0...1000))
        }
    }

    // MARK: - People

    private func act() {
        switch dice.below(12) {
        case 0...6:
            let scene = NoticeHouse.scenes[dice.below(NoticeHouse.scenes.count)].name
            request(.scene(name: scene, explain: false))
        case 7:
            var notice = NewNotice("prueba", to: [["ana"], ["familia", "luis"], ["nadie"]][dice.below(3)])
            notice.isUrgent = dice.chance(500)
            notice.waits = dice.chance(700)
            request(.notify(notice))
        case 8: request(.notify(NewNotice(nil, to: [], about: "puerta", isResolution: true)))
        default:
            let number = UInt64(max(1, Int(judge.lastNotice) - dice.below(4)))
            request(.notices(.acknowledge(number: number)))
        }
    }

    private func request(_ request: Request) {
        lastRequest += 1
        let id = RequestID(lastRequest)
        trace { "request \(lastRequest): \(request.line)" }
        judge.begin(id, at: time, isLong: request.verb == .scene)
        feed(.request(request, id: id, principal: .user(0, name: "root")))
    }

    private func judgeEnd() {
        check(judge.end())
        let left = engine.held.filter { ["pending messages", "calls", "requests for notices"].contains($0.key) }
        for (what, count) in left where count > 0 {
            check(Violation(invariant: "everythingEnds", what: "\(count) \(what) are left"))
        }
        coverage.note("runs")
        for (state, count) in judge.finalStates { for _ in 0..<count { coverage.note("messages \(state)") } }
    }

    // MARK: - Trace

    func trace(_ line: () -> String) {
        guard transcript != nil else { return }
        let text = line()
        transcript?.append("\(instant.wall.rfc3339)  \(text)")
    }
}

extension NoticeTable {
    /// As it is after a restart: only the wall clock is known.
    fileprivate var asRead: NoticeTable {
        func read(_ moment: Instant) -> Instant { Instant(uptime: 0, wall: moment.wall) }
        var table = self
        for index in table.notices.indices {
            table.notices[index].windowEnd = read(notices[index].windowEnd)
            table.notices[index].nextRepeat = notices[index].nextRepeat.map(read)
            if let at = notices[index].escalation?.at { table.notices[index].escalation?.at = read(at) }
            for (id, pending) in notices[index].pending {
                table.notices[index].pending[id]?.deadline = read(pending.deadline)
                table.notices[index].pending[id]?.due = read(pending.due)
            }
        }
        return table
    }
}
