import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

@Suite struct RecallTests {
    private func page(_ one: TemporaryHistory, _ period: Period, _ element: String = "A") async throws -> HistoryPage {
        let subject = Recall.Subject(path: element, unit: "°C")
        let reply = await one.answer(.history(subject, period, timeZone: "Europe/Madrid"))
        guard case .history(let page) = reply else {
            Issue.record("\(reply)")
            throw Unexpected()
        }
        return page
    }

    @Test func historyStartsWithTheValueAtItsBeginning() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on, at: time("2026-11-10T08:00:00.000Z"), .assumed, by: .user("ana"))
        one.reading("A", .number(20.5), at: time("2026-11-19T18:00:00.000Z"))
        one.reading("A", .number(21), at: time("2026-11-20T08:00:00.000Z"))
        one.reading("A", .off, at: time("2026-11-20T09:00:00.000Z"))
        one.reading("B", .off, at: time("2026-11-20T09:00:00.000Z"))
        let found = try await page(one, Period())
        #expect(found.element == "A")
        #expect(found.unit == "°C")
        #expect(found.from == time("2026-11-19T12:00:00.000Z"))
        #expect(found.to == one.clock.now)
        #expect(found.next == nil)
        #expect(
            found.entries.map { "\($0.time.rfc3339.dropLast(8)) \($0.type) \($0.value) \($0.by)" } == [
                "2026-11-10T08:00 binary on ana", "2026-11-19T18:00 value 20.5 house",
                "2026-11-20T08:00 value 21 house",
                "2026-11-20T09:00 binary off house",
            ]
        )
        let night = Period(since: TimePoint("2026-11-20T00:00"), until: TimePoint("2026-11-20T09:00"))
        #expect(try await page(one, night).entries.map(\.value) == ["on", "20.5", "21"])
        #expect(try await page(one, Period(), "nothing").entries == [])
    }

    @Test func aLongHistoryComesInPages() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let begin = one.clock.now
        // Texts, which are not summarized, with two types at each time.
        for number in 0..<3000 {
            one.reading("A", .text("text \(number)"), at: begin + .seconds(number))
            one.reading("A", number.isMultiple(of: 2) ? .on : .off, at: begin + .seconds(number))
        }
        one.clock.advance(.seconds(7200))
        var values: [String] = []
        var period = Period()
        var pages = 0
        repeat {
            let found = try await page(one, period)
            var json = JSONWriter()
            json.value(Reply.history(found))
            #expect(json.bytes.count < 512 << 10)
            values += found.entries.map(\.value)
            period.after = found.next
            pages += 1
        } while period.after != nil
        #expect(pages == 3)
        #expect(values.count == 6000)
        #expect(values.filter { $0 != "on" && $0 != "off" } == (0..<3000).map { "text \($0)" })
        #expect(values.filter { $0 == "on" }.count == 1500)
    }

    @Test func pageOfLongTextsIsLimited() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<1000 {
            one.reading(
                "A",
                .text(String(repeating: "\"", count: 1000) + "\(number)"),
                at: one.clock.now + .seconds(number)
            )
        }
        one.clock.advance(.seconds(7200))
        let found = try await page(one, Period())
        var json = JSONWriter()
        json.value(Reply.history(found))
        #expect(json.bytes.count < 512 << 10)
        #expect(found.next != nil)
    }

    @Test(arguments: ["", "x", "1.2.3", "1.5.1.1.1", "1.1.1.9.1", "1.1.1.1.99999999999999999999", "r1.1.1.1.1"])
    func aBadCursorIsRefused(cursor: String) async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let recalls: [Recall] = [
            .history(Recall.Subject(path: "A"), Period(after: cursor), timeZone: nil),
            .export(Period(after: cursor.hasPrefix("r") ? "r" : cursor), timeZone: nil),
        ]
        for recall in recalls {
            guard case .fault(let fault) = await one.answer(recall) else {
                Issue.record("not refused")
                return
            }
            #expect(fault.code == .badRequest)
        }
    }

    @Test func aTimeThatEndsAsItBeginsIsEmpty() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on, at: time("2026-11-20T07:00:00.000Z"))
        let found = try await page(one, Period(since: TimePoint("1d"), until: TimePoint("1d")))
        #expect(found.entries == [])
    }

    @Test func timeSpanThatEndsBeforeItBeginsIsRefused() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let period = Period(since: TimePoint("1d"), until: TimePoint("2d"))
        guard case .fault(let fault) = await one.answer(.history(Recall.Subject(path: "A"), period, timeZone: nil))
        else {
            Issue.record("not refused")
            return
        }
        #expect(fault.code == .badRequest)
    }

    /// An answer is cut by it: it may be too large, and never too small.
    @Test func anOrderTakesAtLeastTheRoomOfItsTexts() {
        var order = OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: time(""), stage: .failed)
        let empty = order.size
        #expect(empty >= 400)
        order.signal = String(repeating: "x", count: 1000)
        #expect(order.size >= empty + 1000)
        order.problem = String(repeating: "\u{1}\"", count: 1000)
        #expect(order.size >= empty + 9000)
        order.attempts = [OrderRecord.Attempt(time: time(""), result: String(repeating: "\n", count: 1000))]
        #expect(order.size >= empty + 15_000)
    }

    @Test func pointsAreMeansOverTime() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        // Four hours in four points: 10 before; 20 at half past the first hour; 30 for a moment; nothing; 40.
        one.reading("A", .number(10), at: time("2026-11-20T07:00:00.000Z"))
        one.reading("A", .number(20), at: time("2026-11-20T08:30:00.000Z"))
        one.reading("A", .number(30), at: time("2026-11-20T09:15:00.000Z"))
        one.reading("A", .number(20), at: time("2026-11-20T09:30:00.000Z"))
        one.reading("A", .number(40), at: time("2026-11-20T11:45:00.000Z"))
        let found = try await page(one, Period(since: TimePoint("4h"), points: 4))
        #expect(found.entries.map(\.time.rfc3339) == ["08", "09", "10", "11"].map { "2026-11-20T\($0):00:00.000Z" })
        #expect(found.entries.map(\.value) == ["20", "20", "20", "40"])
        #expect(
            found.entries.map(\.summary) == [
                HistoryEntry.Summary(seconds: 3600, changes: 1, minimum: 10, mean: 15, maximum: 20),
                HistoryEntry.Summary(seconds: 3600, changes: 2, minimum: 20, mean: 22.5, maximum: 30),
                HistoryEntry.Summary(seconds: 3600, changes: 0, minimum: 20, mean: 20, maximum: 20),
                HistoryEntry.Summary(seconds: 3600, changes: 1, minimum: 20, mean: 25, maximum: 40),
            ]
        )
    }

    /// What was on for half an hour of the one hour that is known was not on for half of four hours.
    @Test func pointSaysHowLongTheValueWasKnown() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .off, at: time("2026-11-20T11:00:00.000Z"))
        one.reading("A", .on, at: time("2026-11-20T11:30:00.000Z"))
        let found = try await page(one, Period(since: TimePoint("4h"), points: 1))
        #expect(
            found.entries.map(\.summary) == [
                HistoryEntry.Summary(seconds: 4 * 3600, changes: 2, minimum: 0, mean: 0.5, maximum: 1, known: 3600)
            ]
        )
    }

    /// The sum of the numbers overflowed, and the mean was no number.
    @Test func meanOfTheLargestNumbersIsANumber() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .text("1e308"), at: time("2026-11-20T07:00:00.000Z"))
        one.reading("A", .text("-1e308"), at: time("2026-11-20T09:00:00.000Z"))
        let found = try await page(one, Period(since: TimePoint("4h"), points: 2))
        #expect(found.entries.map(\.summary?.minimum) == [-1e308, -1e308])
        #expect(found.entries.allSatisfy { $0.summary?.mean.isFinite == true }, "\(found.entries)")
    }

    /// Even if only a short time was assumed, whatever came later.
    @Test func pointIsConfirmedOnlyIfAllOfItWas() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on, at: time("2026-11-20T07:00:00.000Z"))
        one.reading("A", .off, at: time("2026-11-20T09:15:00.000Z"), .assumed)
        one.reading("A", .on, at: time("2026-11-20T09:30:00.000Z"))
        one.reading("A", .off, at: time("2026-11-20T11:45:00.000Z"), .assumed)
        let found = try await page(one, Period(since: TimePoint("4h"), points: 4))
        #expect(found.entries.map(\.value) == ["on", "on", "on", "off"])
        #expect(found.entries.map(\.certainty) == [.confirmed, .assumed, .confirmed, .assumed])
    }

    @Test func pointsOfADirectionAreItsLastChanges() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .up, at: time("2026-11-20T07:00:00.000Z"))
        one.reading("A", .down, at: time("2026-11-20T09:15:00.000Z"))
        one.reading("A", .stop, at: time("2026-11-20T09:30:00.000Z"))
        let found = try await page(one, Period(since: TimePoint("4h"), points: 4))
        #expect(found.entries.map(\.value) == ["up", "stop"])
        #expect(found.entries.allSatisfy { $0.summary == nil })
    }

    @Test func everythingIsExportedOnce() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let begin = one.clock.now
        for number in 0..<5000 {
            // Many have the same time.
            one.reading("E\(number % 7)", .text("\(number)"), at: begin + .seconds(number / 100))
            one.history.persist(
                .order(
                    OrderRecord(
                        id: UInt64(number + 1),
                        element: "E",
                        action: "on",
                        by: .user("x"),
                        requested: begin + .seconds(number / 50)
                    )
                )
            )
        }
        one.clock.advance(.seconds(7200))
        var readings: [String] = []
        var orders: [UInt64] = []
        var period = Period()
        repeat {
            guard case .export(let page) = await one.answer(.export(period, timeZone: nil)) else { throw Unexpected() }
            #expect(page.records.count <= 2000)
            readings += page.records.compactMap { $0.reading.map { $0.value } }
            orders += page.records.compactMap { $0.order?.id }
            period.after = page.next
        } while period.after != nil
        #expect(readings.count == 5000)
        #expect(Set(readings).count == 5000)
        #expect(orders == Array(1...5000))
        guard case .export(let page) = await one.answer(.export(Period(since: TimePoint("1h")), timeZone: nil)) else {
            throw Unexpected()
        }
        #expect(page.records.isEmpty)
    }
}
