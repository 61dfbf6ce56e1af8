import DomoLanguage
import DomoModel

/// Decides when records of the house are read, saved and sent: it does no I/O.
///
/// A page of domod becomes reports; these are saved, then sent one after the other. The server's acknowledgement of one
/// lets the next follow. After a crash the saved ones are sent again, unchanged: what was stored already is recognized by
/// the numbers of its records. The history of the house is what waits: nothing is read of it while nobody takes it.
struct Outbox {
    /// What is to be done next.
    enum Step: Equatable, Sendable {
        /// Ask domod for its status, and for the records after a cursor.
        case fetch(cursor: String)
        /// Write the file durably, and report `noteSaved` or `noteNotSaved`.
        case save([UInt8])
        /// Publish a report, and report what became of it with the number.
        case publish([UInt8], number: UInt64)
    }

    private enum State: Equatable {
        /// Nothing is pending.
        case idle
        case fetching
        /// The file has to be written.
        case unsaved
        case saving
        /// A report has to be sent, not before the time.
        case unsent(at: Duration)
        /// The server was sent a report, and should reply before the time.
        case sent(number: UInt64, until: Duration)
    }

    /// The records of this time are one report.
    static let usualPause: Duration = .seconds(2)
    /// The pause while there are more records than one page.
    static let catchUpPause: Duration = .milliseconds(50)
    /// How often records are read although no event announced any.
    static let checks: Duration = .seconds(30)
    /// How long the acknowledgement of a small report and of a large one is awaited before the report is sent again. One
    /// that comes later counts too.
    static let patience: (small: Duration, large: Duration) = (.seconds(5), .seconds(12))
    /// How long the pause before a report is sent again becomes, while the house is connected: a few KB cost the servers
    /// little, and reports go on soon after a stream has a leader again.
    static let maxPause: Duration = .seconds(8)
    /// The pause of a large report is longer: 10,000 houses which repeat theirs send no more than 50 MB/s together.
    static let repeatedBytesPerSecond = 4 << 10
    /// How often a house reports that nothing happened.
    static let heartbeats: Duration = .seconds(300)
    /// How long the first report after a connection waits at most, so that houses which come back together do not all
    /// send at once.
    static let maxDelay: Duration = .seconds(5)

    private var file: OutboxFile
    /// Where the next page begins; nil for the first record that is kept.
    private var cursor: HouseRecords.Cursor?
    private var state = State.idle
    private var isConnected = false
    private var isAttached = false
    private var nextFetch: Duration = .zero
    /// When records are read because of an event after the last reading.
    private var wanted: Duration?
    private var lastReport: Duration?
    private var lastHead: Report.Head?
    private var more = false
    private var replaced: String?
    private var pause = RetryPause()
    private var number: UInt64 = 0
    /// The last number of an earlier report. Those after it are of the first report that waits.
    private var lastOfOther: UInt64 = 0
    private var random: SplitMix64

    /// For the log; taken with `takeNotes`.
    private var notes: [String] = []

    init(_ file: OutboxFile, random: SplitMix64) {
        self.file = file
        self.random = random
        cursor = file.next
        if !file.pending.isEmpty { state = .unsent(at: .zero) }
    }

    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    // MARK: Both sides

    mutating func noteConnected(at now: Duration) {
        isConnected = true
        let delay = Duration.milliseconds(Int64.random(in: 0...Self.maxDelay.wholeMilliseconds, using: &random))
        nextFetch = now + delay
        if case .unsent = state { state = .unsent(at: now + delay) }
    }

    mutating func noteDisconnected(at now: Duration) {
        isConnected = false
        // Whether it was stored is not known.
        if case .sent = state { state = .unsent(at: now) }
    }

    mutating func noteAttached(at now: Duration) {
        isAttached = true
        nextFetch = max(nextFetch, now)
    }

    mutating func noteDetached() {
        isAttached = false
        if state == .fetching { state = .idle }
    }

    /// domod reported that something happened.
    ///
    /// - Parameter isUrgent: whether it is reported without waiting for more.
    mutating func noteEvent(isUrgent: Bool, at now: Duration) {
        let time = isUrgent ? now : now + Self.usualPause
        wanted = min(wanted ?? time, time)
    }

    // MARK: Steps

    /// When there is a step at the earliest; nil while something else has to happen first.
    var nextMoment: Duration? {
        switch state {
        case .idle: isConnected && isAttached ? min(nextFetch, wanted ?? nextFetch) : nil
        case .unsent(let time): isConnected ? time : nil
        case .sent(_, let until): until
        case .unsaved: .zero
        case .fetching, .saving: nil
        }
    }

    mutating func takeStep(at now: Duration) -> Step? {
        if case .sent(_, let until) = state, until <= now { noteFailure("the server did not reply in time", at: now) }
        switch state {
        case .idle:
            guard isConnected, isAttached, min(nextFetch, wanted ?? nextFetch) <= now else { return nil }
            state = .fetching
            wanted = nil
            return .fetch(cursor: cursor?.text ?? RecordsQuestion.start)
        case .unsaved:
            state = .saving
            return .save(file.bytes)
        case .unsent(let time):
            guard isConnected, time <= now, let report = file.pending.first else { return nil }
            number += 1
            let patience = min(max(Self.patience.small, Self.time(of: report)), Self.patience.large)
            state = .sent(number: number, until: now + patience)
            return .publish(report, number: number)
        case .fetching, .saving, .sent: return nil
        }
    }

    // MARK: domod

    /// - Parameter head: of the house, from the same moment.
    mutating func use(_ page: HouseRecords, head: Report.Head, at now: Duration) {
        guard state == .fetching else { return }
        state = .idle
        nextFetch = now + Self.checks
        if let cursor, cursor.database != page.next.database {
            return startAnew(page.next.database, at: now)
        }
        let from = cursor?.position ?? 0
        let isEmpty = page.records.isEmpty && page.gaps.isEmpty
        if isEmpty, replaced == nil, !isHeadDue(head, at: now) {
            cursor = page.next
            more = page.more
            if more { nextFetch = now + Self.catchUpPause }
            return
        }
        do throws(ReportFault) {
            let reports = try Batches.reports(of: page, from: from, head: head, replaced: replaced)
            file = OutboxFile()
            file.next = page.next
            file.pending = reports.map(\.json)
        } catch {
            notes.append("\(error); trying again in a minute")
            nextFetch = now + .seconds(60)
            return
        }
        cursor = page.next
        more = page.more
        replaced = nil
        lastHead = head
        state = .unsaved
    }

    private func isHeadDue(_ head: Report.Head, at now: Duration) -> Bool {
        guard let lastHead, let lastReport else { return true }
        return (lastHead.alarms, lastHead.stale, lastHead.version) != (head.alarms, head.stale, head.version)
            || now - lastReport >= Self.heartbeats
    }

    mutating func use(_ fault: Fault, at now: Duration) {
        guard state == .fetching else { return }
        state = .idle
        guard fault.code != .otherDatabase else { return startAnew(nil, at: now) }
        notes.append("domod: \(fault.message); reports wait")
        nextFetch = now + pause.next(using: &random)
    }

    /// The house has another database: all of its records are sent.
    private mutating func startAnew(_ database: String?, at now: Duration) {
        replaced = cursor?.database ?? replaced
        notes.append("the history of domod is another database now; all of its records are reported")
        cursor = nil
        nextFetch = now
    }

    // MARK: The file

    mutating func noteSaved(at now: Duration) {
        guard state == .saving else { return }
        state = .unsent(at: now)
    }

    mutating func noteNotSaved(_ reason: String, at now: Duration) {
        guard state == .saving else { return }
        // Without the file a repeat would be another report. What was read is read again.
        notes.append("can't save the cursor of the reports: \(reason); reports wait")
        state = .idle
        forgetPending()
        nextFetch = now + pause.next(using: &random)
    }

    private mutating func forgetPending() {
        guard let report = file.pending.first else { return }
        do throws(ReportFault) {
            let first = try Report(json: report)
            replaced = first.replaces
            cursor = first.from == 0 ? nil : HouseRecords.Cursor(database: first.database, position: first.from)
        } catch {
            notes.append("\(error)")
        }
        file.pending = []
    }

    // MARK: The server

    /// - Returns: whether the report was not acknowledged before.
    mutating func noteAcknowledged(_ number: UInt64, at now: Duration) -> Bool {
        switch state {
        // Perhaps late: the same report was sent again meanwhile, or will be.
        case .unsent, .sent: guard number > lastOfOther, number <= self.number else { return false }
        case .idle, .fetching, .unsaved, .saving: return false
        }
        lastOfOther = self.number
        pause.reset()
        lastReport = now
        if !file.pending.isEmpty { file.pending.removeFirst() }
        guard file.pending.isEmpty else {
            state = .unsent(at: now + Self.catchUpPause)
            return true
        }
        state = .idle
        if more { nextFetch = now + Self.catchUpPause }
        return true
    }

    private static func time(of report: [UInt8]) -> Duration { .seconds(report.count / repeatedBytesPerSecond) }

    /// The server refused a report, or nobody took it: the stream is full, or has no leader.
    mutating func noteRefused(_ number: UInt64, _ reason: String, at now: Duration) {
        guard case .sent(number, _) = state else { return }
        noteFailure(reason, at: now)
    }

    /// The first report that waits is the probe: the others follow when it is acknowledged.
    private mutating func noteFailure(_ reason: String, at now: Duration) {
        if pause.failures == 0 { notes.append("a report was not stored: \(reason); it is sent again") }
        let limit = min(max(Self.maxPause, Self.time(of: file.pending.first ?? [])), RetryPause.last)
        state = .unsent(at: now + pause.next(atMost: limit, using: &random))
    }
}
