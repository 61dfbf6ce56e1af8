import DomoBridge
import DomoLanguage
import DomoModel
import Testing

@testable import DomoFleet

/// A house around a hub, from a seed: domod with its history, the stream of reports, people who give orders, a disk, and
/// everything that goes wrong between them. Each effect may be the last one of the program.
final class FleetWorld {
    struct Position: Hashable {
        var database: String
        var number: UInt64
        var time: Int64
    }

    /// A line on a connection, which domod has not read.
    struct Line {
        var text: String
        var order: OrderDesk.ID
    }

    struct Faults {
        /// Per thousand of the steps.
        var kill = 15
        var disconnect = 15
        var detach = 10
        var refusal = 100
        var newDatabase = 3
        var unsaved = 40
        var lateLine = 150
        var clockStep = 4
    }

    static let house = HouseID("casa0001")!

    var random: SplitMix64
    var faults = Faults()
    var hub: HouseHub
    var kills = 0

    // The time of the fleet, in milliseconds since 1970; the house's wall clock is ahead by `ahead`.
    var time: Int64 = 1_795_212_000_000
    var sinceBoot: Duration = .seconds(1000)
    var ahead: Int64 = 120
    var kernel = KernelClock.unknown

    // The disk.
    var file: [UInt8]?

    // domod.
    var database = "0000000000000001"
    var databases = 1
    var history: [(position: UInt64, line: String)] = []
    var last: UInt64 = 1000
    var removed: [String] = []
    var holes: [(first: UInt64, last: UInt64)] = []
    var written = 0
    var isQuiet = false
    var isAttached = false
    var isConnected = false
    var questions: [HouseQuestion] = []
    /// The connections of users, with the lines that domod has not read.
    var sessions: [Sessions.ID: [Line]] = [:]
    var opening: [Sessions.ID] = []

    // The stream.
    var batches: [String: [UInt8]] = [:]
    var stored: [Position: [UInt8]] = [:]
    var duplicates = 0
    var replacements: [String: String] = [:]
    var gapRecords = 0
    var unacknowledged: [(number: UInt64, isStored: Bool)] = []
    var timeRequests: [(number: UInt64, at: Int64)] = []

    // People.
    var orders: [(order: FleetOrder, isScene: Bool)] = []
    var carriedOut: [String: Int64] = [:]
    var replies: [String: Set<[UInt8]>] = [:]
    var done = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        hub = HouseHub(
            Self.house,
            file: nil,
            seed: seed,
            now: Moment(sinceBoot: .seconds(1000), time: Timestamp(milliseconds: 0))
        )
        start()
    }

    var now: Moment { Moment(sinceBoot: sinceBoot, time: Timestamp(milliseconds: time + ahead)) }

    func chance(_ perMille: Int) -> Bool { random.chance(perMille) }

    private func start() {
        hub = HouseHub(Self.house, file: file, seed: random.next(), now: now)
        hub.use(kernel)
        (isAttached, isConnected) = (false, false)
        (questions, opening, unacknowledged, timeRequests) = ([], [], [], [])
        // What was written to the sockets of the program that ended is still read.
        leftOver += sessions.values.flatMap { $0.map(\.text) }
        sessions = [:]
    }

    /// Lines that were written by a program that has ended.
    var leftOver: [String] = []

    /// kill -9
    func kill() {
        kills += 1
        start()
    }

    // MARK: Effects

    /// - Returns: false if the program was killed.
    @discardableResult
    func perform() -> Bool {
        for effect in hub.takeEffects() {
            if chance(faults.kill / 3) {
                kill()
                return false
            }
            perform(effect)
            // Between what was done and what the hub is told of it.
            if chance(faults.kill / 3) {
                kill()
                return false
            }
        }
        return true
    }

    private func perform(_ effect: HouseEffect) {
        switch effect {
        case .ask(let question): if isAttached { questions.append(question) }
        case .save(let bytes):
            if chance(faults.unsaved) {
                // It may have been written all the same.
                if chance(500) { file = bytes }
                hub.noteNotSaved("disk full", now: now)
            } else {
                file = bytes
                if chance(faults.kill) { return kill() }
                hub.noteSaved(now: now)
            }
            perform()
        case .publish(let subject, let report, let number):
            #expect(subject == FleetSubjects.report(of: Self.house))
            guard isConnected, !chance(faults.refusal) else { return unacknowledged.append((number, false)) }
            store(report)
            unacknowledged.append((number, true))
        case .reply(let answer):
            guard isConnected else { return }
            replies[String(answer.subject.split(separator: ".")[4]), default: []].insert(answer.payload)
        case .askTime(let number): timeRequests.append((number, time))
        case .open(let id, _, _): opening.append(id)
        case .write(let line, let id, let order): sessions[id]?.append(Line(text: line, order: order))
        case .close(let id): sessions[id] = nil
        // Nobody watches.
        case .watch, .report, .endLease: break
        case .log: break
        }
    }

    // MARK: The stream

    private func store(_ bytes: [UInt8]) {
        do throws(ReportFault) {
            let report = try Report(json: bytes)
            #expect(bytes.count <= Report.usualBytes)
            if let replaced = report.replaces { replacements[report.database] = replaced }
            gapRecords += report.gaps.reduce(0) { $0 + $1.records }
            guard report.to > report.from, !report.records.isEmpty else { return }
            let name = "\(report.database).\(report.from)"
            if let earlier = batches[name] {
                duplicates += 1
                #expect(earlier == bytes, "a repeat is another batch")
            }
            batches[name] = bytes
            for record in report.records {
                let key = Position(database: report.database, number: record.cursor, time: record.time)
                if let earlier = stored[key] { #expect(earlier == record.line, "a record is hidden by another one") }
                stored[key] = record.line
            }
        } catch {
            Issue.record("\(error): \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
    }

    // MARK: Steps

    func step() {
        let passed = Int64(random.below(chance(20) ? 20_000 : 400))
        time += passed
        sinceBoot += .milliseconds(passed)
        hub.use(kernel)
        if chance(faults.kill) { kill() }
        if chance(faults.clockStep) { stepClock() }
        toggleSides()
        writeHistory()
        answerQuestions()
        acknowledge()
        openSessions()
        readLines()
        giveOrder()
        hub.advance(to: now)
        perform()
    }

    private func stepClock() {
        // A line that waits in the socket of domod would be compared with another clock.
        guard sessions.values.allSatisfy(\.isEmpty), leftOver.isEmpty else { return }
        ahead = chance(300) ? Int64(random.below(8000)) - 4000 : Int64(random.below(800)) - 400
        kernel = chance(500) ? .unsynchronized : .synchronized(error: abs(ahead) + Int64(random.below(300)))
        hub.use(kernel)
    }

    /// Of some worker, whose clock is wrong by no more than it reports.
    private func timeReply() -> FleetTime {
        guard !chance(100) else { return .unsynchronized }
        let error = random.below(400)
        return .time(time + Int64(random.below(2 * error + 1) - error), error: Int64(error))
    }

    private func toggleSides() {
        if isConnected ? chance(faults.disconnect) : chance(300) {
            isConnected.toggle()
            unacknowledged = []
            timeRequests = []
            if isConnected { hub.noteConnected(now: now) } else { hub.noteDisconnected(now: now) }
            perform()
        }
        if isAttached ? chance(faults.detach) : chance(300) {
            isAttached.toggle()
            questions = []
            if isAttached { return attach() }
            hub.noteDetached(now: now)
            perform()
            let lost = Array(sessions.keys).sorted { $0.number < $1.number }
            for id in lost {
                // domod ended: what it had not read is not carried out.
                sessions[id] = nil
                hub.noteLost(id)
                perform()
            }
            leftOver = []
        }
    }

    private func attach() {
        if chance(faults.newDatabase * 10) {
            databases += 1
            database = "000000000000\(1000 + databases)"
            history = []
            holes = []
        }
        hub.noteAttached(now: now)
        perform()
    }

    private func answerQuestions() {
        for question in questions {
            guard isAttached, !chance(400), questions.first == question else { return }
            questions.removeFirst()
            hub.use(answer(to: question), to: question, now: now)
            guard perform() else { return }
        }
    }

    private func acknowledge() {
        for (number, isStored) in unacknowledged {
            guard !chance(500) else { continue }
            unacknowledged.removeAll { $0.number == number }
            if isStored, !chance(faults.refusal) {
                hub.noteAcknowledged(number, now: now)
            } else if chance(500) {
                // Also after it was stored: the acknowledgement was lost on its way.
                hub.noteRefused(number, "no leader", now: now)
            }
            guard perform() else { return }
        }
        for (number, _) in timeRequests where chance(500) {
            timeRequests.removeAll { $0.number == number }
            hub.useTime(chance(100) ? nil : timeReply(), number: number, now: now)
            guard perform() else { return }
        }
    }
}
