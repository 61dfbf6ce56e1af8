import DomoLanguage
import DomoModel
import Testing

@testable import DomoFleet

/// What is read, saved and sent, and when.
struct OutboxTests {
    static let head = Report.Head(version: "1", alarms: 0, stale: 0, time: 0)

    var outbox = Outbox(OutboxFile(), random: SplitMix64(seed: 1))

    static func page(
        _ lines: Int,
        from: UInt64 = 100,
        size: Int = 5,
        more: Bool = false,
        holes: String = ""
    ) throws -> HouseRecords {
        let text = String(repeating: "x", count: size)
        let line = #"{"element":"Casa/L","reading":{"time":"2026-11-20T21:04:05.123Z","value":"\#(text)"}}"#
        let list = Array(repeating: line, count: lines).joined(separator: ",")
        let next = from + UInt64(lines)
        let reply =
            #"{"ok":{"database":"0000000000000001","records":[\#(list)],"holes":[\#(holes)],"#
            + #""next":"0000000000000001.\#(next)","more":\#(more)}}"#
        return try HouseRecords(reply: Array(reply.utf8))
    }

    /// Connects both sides, and reads the first page.
    mutating func fetch(at now: Duration = .seconds(10)) -> String? {
        outbox.noteAttached(at: .zero)
        outbox.noteConnected(at: .zero)
        guard case .fetch(let cursor) = outbox.takeStep(at: now) else { return nil }
        return cursor
    }

    /// - Returns: the reports of a page, each acknowledged.
    mutating func sent(at now: Duration) throws -> [Report] {
        guard case .save(let file) = outbox.takeStep(at: now) else { return [] }
        outbox.noteSaved(at: now)
        var reports: [Report] = []
        var time = now
        for _ in try OutboxFile(file).pending {
            guard case .publish(let report, let number) = outbox.takeStep(at: time) else { break }
            reports.append(try Report(json: report))
            let isNew = outbox.noteAcknowledged(number, at: time)
            #expect(isNew)
            time += .seconds(1)
        }
        #expect(try OutboxFile(file).pending == reports.map(\.json))
        return reports
    }

    @Test mutating func nothingIsReadWithoutBothSides() {
        #expect(outbox.takeStep(at: .seconds(10)) == nil)
        outbox.noteAttached(at: .zero)
        #expect(outbox.takeStep(at: .seconds(10)) == nil)
        outbox.noteDetached()
        outbox.noteConnected(at: .zero)
        #expect(outbox.takeStep(at: .seconds(10)) == nil && outbox.nextMoment == nil)
        #expect(fetch() == "start")
    }

    @Test mutating func houseWaitsAMomentAfterConnecting() throws {
        var moments: Set<Duration> = []
        for seed in 0..<20 {
            outbox = Outbox(OutboxFile(), random: SplitMix64(seed: UInt64(seed)))
            outbox.noteAttached(at: .seconds(1))
            outbox.noteConnected(at: .seconds(1))
            moments.insert(try #require(outbox.nextMoment))
        }
        #expect(moments.count > 15 && moments.allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(6) })
    }

    @Test mutating func largePageIsSeveralReportsThatFollowEachOther() throws {
        _ = fetch()
        outbox.use(try Self.page(12, size: 40_000, more: true), head: Self.head, at: .seconds(10))
        let reports = try sent(at: .seconds(10))
        #expect(reports.count == 6)
        #expect(reports.allSatisfy { $0.json.count <= Report.usualBytes })
        #expect(reports.first?.from == 0 && reports.last?.to == 112)
        for (one, next) in zip(reports, reports.dropFirst()) { #expect(one.to == next.from) }
        #expect(Set(reports.flatMap { $0.records.map(\.cursor) }).count == 12)
        // The next page follows at once.
        #expect(outbox.takeStep(at: .seconds(30)) == .fetch(cursor: "0000000000000001.112"))
    }

    @Test mutating func recordThatIsTooLargeIsAGap() throws {
        _ = fetch()
        outbox.use(try Self.page(1, size: 120_000), head: Self.head, at: .seconds(10))
        let report = try #require(try sent(at: .seconds(10)).first)
        #expect(report.records.isEmpty && report.to == 101)
        #expect(report.gaps.map(\.reason) == [.tooLarge] && report.gaps.map(\.part) == ["readings"])
    }

    @Test mutating func holeOfTheHistoryIsAGap() throws {
        _ = fetch()
        let hole =
            #"{"element":"Casa/\#("L")","part":"readings","reason":"lost","from":"2026-11-20T21:04:05.123Z","to":"2026-11-20T21:05:05.123Z","records":7}"#
        outbox.use(try Self.page(0, holes: hole), head: Self.head, at: .seconds(10))
        let report = try #require(try sent(at: .seconds(10)).first)
        #expect(report.gaps.count == 1 && report.gaps.first?.records == 7 && report.gaps.first?.reason == .lost)
        let many = Array(repeating: hole, count: 500).joined(separator: ",")
        #expect(outbox.takeStep(at: .seconds(50)) != nil)
        outbox.use(try Self.page(0, holes: many), head: Self.head, at: .seconds(50))
        let merged = try #require(try sent(at: .seconds(50)).first)
        #expect(merged.gaps.count == 1 && merged.gaps.first?.records == 3500 && merged.gaps.first?.element == nil)
    }

    @Test mutating func otherDatabaseBeginsAnewAndIsSaid() throws {
        _ = fetch()
        outbox.use(try Self.page(2), head: Self.head, at: .seconds(10))
        _ = try sent(at: .seconds(10))
        guard case .fetch = outbox.takeStep(at: .seconds(60)) else {
            Issue.record("not read")
            return
        }
        outbox.use(Fault(.otherDatabase, "another"), at: .seconds(60))
        #expect(outbox.takeStep(at: .seconds(60)) == .fetch(cursor: "start"))
        #expect(outbox.takeNotes().count == 1)
        let line = #"{"reading":{"time":"2026-11-20T21:04:05.123Z","value":"on"}}"#
        let reply = #"{"ok":{"database":"b","records":[\#(line)],"holes":[],"next":"b.5","more":false}}"#
        outbox.use(try HouseRecords(reply: Array(reply.utf8)), head: Self.head, at: .seconds(60))
        let report = try #require(try sent(at: .seconds(60)).first)
        #expect((report.database, report.replaces, report.from, report.to) == ("b", "0000000000000001", 0, 5))
    }

    /// The pauses after refusals of the same report.
    mutating func pauses(_ count: Int) throws -> [Duration] {
        var first: [UInt8]?
        var now: Duration = .seconds(10)
        var pauses: [Duration] = []
        for _ in 0..<count {
            guard case .publish(let report, let number) = outbox.takeStep(at: now) else {
                throw Fault(.busy, "not sent")
            }
            #expect(report == first ?? report)
            first = report
            // Nothing else is sent meanwhile.
            #expect(outbox.takeStep(at: now) == nil)
            outbox.noteRefused(number, "the stream is full", at: now)
            let next = try #require(outbox.nextMoment)
            pauses.append(next - now)
            #expect(outbox.takeStep(at: next - .milliseconds(1)) == nil)
            now = next
        }
        return pauses
    }

    /// Short enough that reports go on soon after the stream can store them.
    @Test mutating func fullStreamMeansLater() throws {
        _ = fetch()
        outbox.use(try Self.page(2), head: Self.head, at: .seconds(10))
        _ = outbox.takeStep(at: .seconds(10))
        outbox.noteSaved(at: .seconds(10))
        let pauses = try pauses(12)
        #expect(pauses[0] <= .seconds(1))
        #expect(pauses[4...].allSatisfy { $0 >= .seconds(4) && $0 <= .seconds(8) } && Set(pauses[4...]).count > 1)
        #expect(outbox.takeNotes() == ["a report was not stored: the stream is full; it is sent again"])
        // Without any reply it is the same.
        let now = try #require(outbox.nextMoment)
        guard case .publish = outbox.takeStep(at: now) else {
            Issue.record("not sent")
            return
        }
        #expect(outbox.takeStep(at: now + Outbox.patience.small) == nil)
        let after = try #require(outbox.nextMoment) - now - Outbox.patience.small
        #expect(after >= .seconds(4) && after <= .seconds(8))
    }

    /// The report is the same, so that any acknowledgement of it counts, once.
    ///
    /// - Parameter isPause: whether it comes before the report is sent again.
    @Test(arguments: [true, false]) mutating func lateAcknowledgementCounts(isPause: Bool) throws {
        _ = fetch()
        outbox.use(try Self.page(4, size: 40_000), head: Self.head, at: .seconds(10))
        _ = outbox.takeStep(at: .seconds(10))
        outbox.noteSaved(at: .seconds(10))
        var now: Duration = .seconds(10)
        guard case .publish(let first, let number) = outbox.takeStep(at: now) else { throw Fault(.busy, "not sent") }
        now += Outbox.patience.large
        #expect(outbox.takeStep(at: now) == nil)
        var last = number
        if !isPause {
            now = try #require(outbox.nextMoment)
            guard case .publish(first, number: let again) = outbox.takeStep(at: now) else {
                throw Fault(.busy, "not sent again")
            }
            last = again
        }
        let isNew = outbox.noteAcknowledged(number, at: now)
        // The second attempt was stored too: that says nothing about the next report.
        let isNewAgain = outbox.noteAcknowledged(last, at: now)
        #expect(isNew && !isNewAgain)
        now += Outbox.catchUpPause
        guard case .publish(let second, let next) = outbox.takeStep(at: now) else { throw Fault(.busy, "not sent") }
        #expect(second != first && next > last)
        let isNext = outbox.noteAcknowledged(next, at: now)
        #expect(isNext && outbox.takeStep(at: now) == nil)
        let isLast = outbox.noteAcknowledged(next, at: now)
        #expect(!isLast)
    }

    /// What many houses send again and again must not fill the lines of the servers.
    @Test mutating func largeReportIsSentAgainMoreSeldom() throws {
        _ = fetch()
        outbox.use(try Self.page(12, size: 40_000), head: Self.head, at: .seconds(10))
        _ = outbox.takeStep(at: .seconds(10))
        outbox.noteSaved(at: .seconds(10))
        var sent = 0
        var time: Duration = .zero
        for pause in try pauses(40).dropFirst(10) {
            sent += 80_000
            time += pause
        }
        // Half of the longest pause, at least.
        #expect(sent / Int(time.components.seconds) <= 2 * Outbox.repeatedBytesPerSecond)
        #expect(time <= .seconds(30 * 60))
    }

    @Test mutating func eventsAreReadSoonAndTogether() throws {
        _ = fetch()
        outbox.use(try Self.page(2), head: Self.head, at: .seconds(10))
        outbox.noteEvent(isUrgent: false, at: .seconds(10))
        _ = try sent(at: .seconds(10))
        for second in 10..<12 { outbox.noteEvent(isUrgent: false, at: .seconds(second)) }
        #expect(outbox.takeStep(at: .milliseconds(11_999)) == nil)
        #expect(outbox.takeStep(at: .seconds(12)) != nil)
        // While it is read.
        outbox.noteEvent(isUrgent: true, at: .seconds(12))
        outbox.use(try Self.page(0, from: 102), head: Self.head, at: .seconds(12))
        #expect(outbox.nextMoment == .seconds(12))
        #expect(outbox.takeStep(at: .seconds(12)) != nil)
        outbox.use(try Self.page(0, from: 102), head: Self.head, at: .seconds(12))
        #expect(outbox.nextMoment == .seconds(42))
    }

    @Test mutating func changedStateOfTheHouseIsReportedWithoutRecords() throws {
        _ = fetch()
        outbox.use(try Self.page(2), head: Self.head, at: .seconds(10))
        _ = try sent(at: .seconds(10))
        _ = outbox.takeStep(at: .seconds(60))
        outbox.use(try Self.page(0, from: 102), head: Self.head, at: .seconds(60))
        #expect(try sent(at: .seconds(60)).isEmpty)
        _ = outbox.takeStep(at: .seconds(100))
        var alarm = Self.head
        alarm.alarms = 1
        outbox.use(try Self.page(0, from: 102), head: alarm, at: .seconds(100))
        let report = try #require(try sent(at: .seconds(100)).first)
        #expect(report.head.alarms == 1 && report.records.isEmpty && (report.from, report.to) == (102, 102))
        _ = outbox.takeStep(at: .seconds(400))
        outbox.use(try Self.page(0, from: 102), head: alarm, at: .seconds(400))
        #expect(try sent(at: .seconds(400)).count == 1, "a heartbeat")
    }

    @Test func fileIsReadAsItWasWrittenAndNothingElse() throws {
        var file = OutboxFile()
        #expect(try OutboxFile(file.bytes) == file)
        file.next = HouseRecords.Cursor("0000000000000001.7")
        file.pending = [try ReportTests.report().json, try ReportTests.report().json]
        #expect(try OutboxFile(file.bytes) == file)
        for text in ["", "[]", "{}", #"{"v":1}"#, #"{"v":1,"pending":[{}]}"#, #"{"v":1,"next":"x","pending":[]}"#] {
            #expect(throws: ReportFault.self) { try OutboxFile(Array(text.utf8)) }
        }
        for length in 0..<file.bytes.count - 2 where length % 7 == 0 {
            #expect(throws: ReportFault.self) { try OutboxFile(Array(file.bytes.prefix(length))) }
        }
    }

    @Test(arguments: [
        "", "{}", #"{"ok":{}}"#, #"{"ok":{"database":"a","records":[],"next":"b.1"}}"#,
        #"{"error":{"code":"busy","message":"x"}}"#,
    ])
    func unreadablePageIsAFault(_ text: String) {
        #expect(throws: Fault.self) { try HouseRecords(reply: Array(text.utf8)) }
    }

    @Test mutating func pageWithMoreRecordsThanPositionsIsNotSent() throws {
        _ = fetch()
        var page = try Self.page(5)
        page.next.position = 3
        outbox.use(page, head: Self.head, at: .seconds(10))
        #expect(outbox.takeNotes().count == 1)
        #expect(outbox.nextMoment == .seconds(70))
    }
}
