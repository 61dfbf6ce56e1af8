import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// The log of the house.
@Suite struct HouseLogTests {
    private func log(
        _ one: TemporaryHistory,
        _ question: HouseLogQuestion = HouseLogQuestion(last: 1000),
        about: String? = nil,
        within places: [String]? = nil
    ) async throws -> HouseLog {
        let recall = Recall.houseLog(question, about: about, within: places, timeZone: "Europe/Madrid")
        switch await one.answer(recall) {
        case .houseLog(let log): return log
        case let reply:
            Issue.record("\(reply)")
            throw Unexpected()
        }
    }

    private func keep(
        _ kind: HouseLogEntry.Kind,
        _ one: TemporaryHistory,
        _ subject: String? = nil,
        places: [String]? = [],
        by cause: Cause? = nil,
        message: String? = nil,
        reason: HouseLogEntry.Reason? = nil,
        values: [String]? = nil,
        after seconds: Int64 = 0
    ) {
        var entry = HouseLogEntry(kind, at: one.clock.now + .seconds(seconds), by: cause, message: message)
        switch kind {
        case .scene, .notRun: entry.scene = subject
        case .linkLost, .linkBack: entry.link = subject
        default: entry.element = subject
        }
        (entry.reason, entry.values, entry.places) = (reason, values, places)
        if kind == .scene { entry.outcome = .done }
        one.history.persist(.event(entry))
    }

    @Test func everythingThatHappenedIsListedTheNewestFirst() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let now = one.clock.now
        one.reading("Casa/Puerta", .on, at: now)
        one.reading("Casa/Lamp", .on, at: now + .seconds(1), by: .token("phone"))
        one.reading("Casa/Temperature", .number(21), at: now + .seconds(2))
        one.reading("Casa/Unknown", nil, at: now + .seconds(2), .unknown)
        keep(.notRun, one, "Noche", by: .trigger("at 12:00"), reason: .between, values: ["23:00", "06:30"], after: 3)
        keep(.linkLost, one, "bus", message: "no answer", after: 4)
        for (number, stage) in [(1, OrderStage.failed), (2, .confirmed)] {
            let order = OrderRecord(
                id: UInt64(number),
                element: "Casa/Lamp",
                action: "off",
                by: .user("root"),
                requested: now + .seconds(5),
                stage: stage,
                problem: stage == .failed ? "unreachable" : nil
            )
            one.history.persist(.order(order))
        }
        keep(.linkBack, one, "bus", after: 6)
        keep(.scene, one, "Noche", by: .user("ana"), after: 7)
        let entries = try await log(one).entries
        #expect(
            entries.map(\.kind) == [.scene, .linkBack, .failedOrder, .linkLost, .notRun, .ordered, .change]
        )
        #expect(entries.map(\.subject) == ["Noche", "bus", "Casa/Lamp", "bus", "Noche", "Casa/Lamp", "Casa/Puerta"])
        #expect(entries[0].outcome == .done && entries[0].by == .user("ana"))
        #expect(entries[2].order == 1 && entries[2].stage == .failed && entries[2].message == "unreachable")
        #expect(entries[4].reason == .between && entries[4].values == ["23:00", "06:30"])
        #expect(entries[5].by == .token("phone") && entries[5].value == "on" && entries[5].certainty == .confirmed)
        #expect(entries[6].by == .house)
        // After a restart, too.
        let two = one.reopened()
        #expect(try await log(two).entries == entries)
        #expect(
            try two.rows("SELECT kind, subject, reason, cause FROM readable_events WHERE kind = 'not-run'")
                == ["not-run|Noche|between 23:00 06:30|at 12:00"]
        )
        two.history.close()
    }

    @Test func pagesAreWholeWhereverTheyEnd() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<40 {
            let time = one.clock.now + .seconds(number / 4)
            // Some at the same time.
            one.reading("Casa/E\(number % 5)", number % 2 == 0 ? .on : .off, at: time)
            one.reading("Casa/E\(number % 5)", .level(Percent(clamping: number + 1)), at: time)
            keep(.scene, one, "S\(number)", after: Int64(number / 4))
        }
        let whole = try await log(one)
        #expect(whole.next == nil)
        #expect(whole.entries.count { $0.kind == .scene } == 40)
        #expect(whole.entries == whole.entries.sorted { $0.time > $1.time })
        for last in [1, 2, 3, 7, 50] {
            var (entries, next): ([HouseLogEntry], String?) = ([], nil)
            repeat {
                let page = try await log(one, HouseLogQuestion(last: last, before: next))
                #expect(page.entries.count <= last && !page.entries.isEmpty)
                entries += page.entries
                next = page.next
            } while next != nil
            // A page may end between the facets of one element.
            let scenes = { (entries: [HouseLogEntry]) in entries.compactMap(\.scene) }
            #expect(scenes(entries) == scenes(whole.entries))
            let missing = whole.entries.filter { !entries.contains($0) }
            #expect(missing == [], "\(last)")
        }
    }

    /// `80 %` says that it is on.
    @Test func facetsThatChangedTogetherAreOneEntry() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for (element, level, second) in [("Lamp", 80, Value.on), ("Other", 0, .off), ("Blind", 30, .up)] {
            one.reading(element, second)
            one.reading(element, .level(Percent(clamping: level)))
        }
        let entries = try await log(one).entries
        #expect(Set(entries.map { "\($0.element ?? "") \($0.value ?? "")" }) == ["Lamp 80", "Other off", "Blind up"])
    }

    @Test func entriesAreFilteredByKindPlaceAndTime() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Salon/Lamp", .on, by: .token("phone"))
        one.reading("Casa/Salon/Door", .on, by: .house)
        one.reading("Casa/Salones/Lamp", .on, by: .house)
        keep(.scene, one, "Both", places: ["Casa/Salon/Lamp", "Casa/Cocina/Lamp"])
        keep(.scene, one, "Whole", places: ["Casa"])
        keep(.scene, one, "Room", places: ["Casa/Salon"])
        keep(.scene, one, "Unknown", places: nil)
        keep(.linkLost, one, "bus", places: ["Casa"])
        keep(.started, one, places: nil)
        func subjects(
            _ kinds: [HouseLogEntry.Kind] = [],
            about: String? = nil,
            within: [String]? = nil
        ) async throws -> Set<String?> {
            let question = HouseLogQuestion(last: 1000, kinds: kinds)
            return Set(try await log(one, question, about: about, within: within).entries.map(\.subject))
        }
        #expect(try await subjects([.change]) == ["Casa/Salon/Door", "Casa/Salones/Lamp"])
        #expect(try await subjects([.ordered]) == ["Casa/Salon/Lamp"])
        #expect(
            try await subjects(about: "Casa/Salon")
                == ["Casa/Salon/Lamp", "Casa/Salon/Door", "Both", "Whole", "Room", "bus"]
        )
        // Somebody limited sees only what is theirs as a whole, and no links.
        #expect(try await subjects(within: ["Casa/Salon"]) == ["Casa/Salon/Lamp", "Casa/Salon/Door", "Room"])
        #expect(
            try await subjects(within: ["Casa"])
                == ["Casa/Salon/Lamp", "Casa/Salon/Door", "Casa/Salones/Lamp", "Both", "Whole", "Room"]
        )
        #expect(try await subjects(within: []) == [])
        let later = HouseLogQuestion(since: TimePoint("2026-11-20T12:00:01Z"))
        #expect(try await log(one, later).entries == [])
        let earlier = HouseLogQuestion(until: TimePoint("2026-11-20T11:59:59Z"))
        #expect(try await log(one, earlier).entries == [])
    }

    @Test func equalSkipsAreCountedForAnHour() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for seconds: Int64 in [0, 1, 3599, 3601] {
            keep(.notRun, one, "Noche", by: .trigger("every 1m"), reason: .running, after: seconds)
            await one.isStored()
        }
        let entries = try await log(one).entries
        #expect(entries.map(\.count) == [nil, 3])
        #expect(entries.last?.last == one.clock.now + .seconds(3599))
    }

    /// Also after a restart of the daemon.
    @Test func linkIsLostAndBackOnce() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        keep(.linkBack, one, "bus")
        keep(.linkLost, one, "bus", message: "no answer", after: 1)
        keep(.linkLost, one, "bus", message: "refused", after: 2)
        await one.isStored()
        keep(.linkLost, one, "server", message: "refused", after: 3)
        keep(.linkBack, one, "bus", after: 4)
        keep(.linkBack, one, "bus", after: 5)
        #expect(try await log(one).entries.map(\.kind) == [.linkBack, .linkLost, .linkLost])
    }

    @Test func nobodyDisplacesTheEventsOfOthers() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        keep(.scene, one, "Rare", after: -10)
        for number in 0..<700 { keep(.scene, one, "Busy", after: Int64(number)) }
        await one.isStored()
        #expect(
            try one.rows("SELECT subject, count(*) FROM events GROUP BY subject")
                == ["Busy|\(HouseLogEntry.Kind.maxEventsOfSubject)", "Rare|1"]
        )
        for number in 0..<6000 { keep(.input, one, "E\(number)") }
        await one.isStored()
        #expect(await one.isTidied())
        #expect(
            try one.rows("SELECT kind, count(*) FROM events GROUP BY kind")
                == ["input|\(HouseLogEntry.Kind.maxEvents)", "scene|\(HouseLogEntry.Kind.maxEventsOfSubject + 1)"]
        )
    }

    @Test func eventsAreKeptAsLongAsOtherRecords() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(30 * 86_400) }
        defer { one.remove() }
        keep(.scene, one, "Old", after: -31 * 86_400)
        keep(.scene, one, "New", after: -29 * 86_400)
        #expect(await one.isTidied())
        #expect(try await log(one).entries.map(\.scene) == ["New"])
    }

    @Test func invalidCursorIsRefused() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for cursor in ["", "x", "1.2", "1.9.3", "1.1.3", "1.2.3.4"] {
            let recall = Recall.houseLog(HouseLogQuestion(before: cursor), about: nil, within: nil, timeZone: nil)
            guard case .fault(let fault) = await one.answer(recall) else {
                Issue.record("\(cursor)")
                continue
            }
            #expect(fault.code == .badRequest)
        }
    }
}
