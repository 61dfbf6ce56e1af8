import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// The effects of setting the wall clock, and when it is trusted.
@Suite struct ClockTests {
    private static let day = Duration.seconds(86_400)

    /// Twenty days of changes and orders, one of each per day.
    private func fill(_ one: TemporaryHistory, days: Int64 = 20) async {
        for day in 0..<days {
            let time = one.clock.now + .seconds(86_400 * (day - days))
            one.reading("A", .text("text \(day)"), at: time)
            one.reading("B", .number(DomoModel.Decimal(integerLiteral: Int(day))), at: time)
            let order = OrderRecord(
                id: UInt64(day + 1),
                element: "A",
                action: "on",
                by: .user("x"),
                requested: time,
                stage: .confirmed
            )
            one.history.persist(.order(order))
        }
        await one.isStored()
    }

    /// Waits until a round of housekeeping is complete.
    private func tidy(_ one: TemporaryHistory, after pause: Duration = .seconds(3700)) async -> Bool {
        await one.isStored()
        let before = one.history.rounds
        one.clock.advance(pause)
        return await eventually { one.history.rounds > before }
    }

    private func count(_ one: TemporaryHistory) throws -> [String] {
        try one.rows("SELECT (SELECT count(*) FROM changes), (SELECT count(*) FROM orders)")
    }

    @Test(arguments: [(119, "119 minutes"), (120, "2 hours"), (2879, "47 hours"), (2880, "2 days")])
    func theWarningSaysHowLongTheClockMustBeSteady(minutes: Int, text: String) async throws {
        let one = TemporaryHistory { $0.clockSteadyFor = .seconds(minutes * 60) }
        defer { one.remove() }
        await fill(one, days: 2)
        one.clock.set(ahead: Self.day * 800)
        #expect(await tidy(one))
        let warning = try #require(one.history.view.warnings.first)
        #expect(warning.hasSuffix("until the clock has been steady for \(text)"), "\(warning)")
    }

    @Test func clockThatJumpsAheadDeletesNothing() async throws {
        let one = TemporaryHistory { $0.clockSteadyFor = .seconds(6 * 3600) }
        defer { one.remove() }
        await fill(one)
        // The clock is trusted now.
        for _ in 0..<8 { #expect(await tidy(one)) }
        #expect(try count(one) == ["40|20"])
        one.clock.set(ahead: Self.day * 800)
        for _ in 0..<3 { #expect(await tidy(one)) }
        one.reading("C", .text("written while it was ahead"))
        #expect(await tidy(one))
        #expect(try count(one) == ["41|20"])
        #expect(try one.rows("SELECT count(*) FROM summaries") == ["0"])
        #expect(one.history.view.warnings.count == 1)
        #expect(one.history.view.warnings.first?.contains("the clock was set ahead by 800 days") == true)
        // Set back, it is trusted at once.
        one.clock.set(ahead: Self.day * -800)
        one.clock.advance(Self.day)
        #expect(await tidy(one))
        #expect(try count(one) == ["41|20"])
        #expect(one.history.view.warnings.count == 1)
    }

    @Test func steadyClockIsTrustedEventually() async throws {
        let one = TemporaryHistory { $0.clockSteadyFor = .seconds(6 * 3600) }
        defer { one.remove() }
        await fill(one)
        for _ in 0..<8 { #expect(await tidy(one)) }
        one.clock.set(ahead: Self.day * 800)
        for _ in 0..<5 { #expect(await tidy(one)) }
        #expect(try count(one) == ["40|20"])
        for _ in 0..<3 { #expect(await tidy(one)) }
        #expect(try count(one) == ["2|1"])
    }

    @Test func daemonThatWasOffForLongDeletesOldRecordsAfterSomeHours() async throws {
        let one = TemporaryHistory { $0.clockSteadyFor = .seconds(6 * 3600) }
        await fill(one)
        one.history.close()
        one.clock.advance(Self.day * 500)
        let two = one.reopened()
        defer { two.remove() }
        #expect(await tidy(two))
        #expect(try count(two) == ["40|20"])
        #expect(two.history.view.warnings.count == 1)
        #expect(two.history.view.warnings.first?.contains("ahead of the newest record by 501 days") == true)
        for _ in 0..<6 { #expect(await tidy(two)) }
        #expect(try count(two) == ["2|1"])
        #expect(two.history.view.warnings.count == 1)
    }

    /// The clock is ahead when the daemon starts: records written a moment ago are no proof.
    @Test func clockThatIsAheadAtTheStartDeletesNothing() async throws {
        let one = TemporaryHistory { $0.clockSteadyFor = .seconds(6 * 3600) }
        await fill(one)
        one.clock.set(ahead: Self.day * 800)
        one.reading("C", .on)
        await one.isStored()
        let two = one.reopened()
        defer { two.remove() }
        for _ in 0..<3 { #expect(await tidy(two)) }
        #expect(try count(two) == ["41|20"])
    }

    @Test func recordsOfTheLastHoursProveTheTime() async throws {
        let one = TemporaryHistory {
            $0.clockSteadyFor = .seconds(6 * 3600)
            $0.keep = Self.day * 10
        }
        defer { one.remove() }
        await fill(one)
        for hour in 1...6 { one.reading("C", .text("\(hour)"), at: one.clock.now + .seconds(-3600 * hour)) }
        #expect(await tidy(one))
        #expect(try one.rows("SELECT count(*) FROM orders") == ["9"])
        #expect(one.history.view.warnings == [])
    }

    @Test func clockThatIsSetBackDoesNotStopHousekeeping() async throws {
        let one = TemporaryHistory { $0.keep = Self.day * 10 }
        defer { one.remove() }
        #expect(await tidy(one))
        one.clock.set(ahead: Self.day * -100)
        await fill(one)
        #expect(await tidy(one))
        #expect(try one.rows("SELECT count(*) FROM orders") == ["9"])
    }

    @Test func heldBackChangeIsWrittenWhenTheClockIsSetBack() async throws {
        let filter = History.Filter(atMostEvery: .seconds(60))
        let one = TemporaryHistory { $0.filters = ["A": filter] }
        defer { one.remove() }
        one.reading("A", .number(1))
        one.clock.advance(.seconds(10))
        one.reading("A", .number(2))
        #expect(await one.isStored())
        #expect(try one.rows("SELECT number FROM changes") == ["1.0"])
        one.clock.set(ahead: Self.day * -100)
        one.history.runUntilIdle()
        #expect(await eventually { (try? one.rows("SELECT count(*) FROM changes")) == ["2"] })
    }

    @Test(
        arguments: [
            // Steps in (wall, boot) seconds, and whether the clock is trusted after them.
            ([(0, 0)], false), ([(3600, 3600)], false), ([(21_600, 21_600)], true),
            // Small steps, and a clock that runs slightly fast.
            ([(21_600, 21_600), (100, 50)], true), ([(21_600, 21_600), (1_005_000, 1_000_000)], true),
            ([(21_600, 21_600), (4000, 60)], false), ([(21_600, 21_600), (4000, 60), (21_600, 21_600)], true),
            // Set ahead and back.
            ([(21_600, 21_600), (4000, 60), (-3880, 60)], true), ([(21_600, 21_600), (-4000, 60)], true),
            // Endless steps.
            (
                [(4000, 3600), (8000, 3600), (8000, 3600), (8000, 3600), (8000, 3600), (8000, 3600), (8000, 3600)],
                false
            ),
        ] as [([(Int, Int)], Bool)]
    )
    func clockIsTrustedIfItKeepsPace(steps: [(Int, Int)], isTrusted: Bool) {
        var trust = ClockTrust(steadyFor: .seconds(6 * 3600))
        var (wall, boot) = (time("2026-11-20T12:00:00.000Z"), Duration.seconds(1_000_000))
        trust.note(wall: wall, boot: boot)
        for (ahead, elapsed) in steps {
            wall = wall + .seconds(ahead)
            boot += .seconds(elapsed)
            trust.note(wall: wall, boot: boot)
        }
        #expect(trust.isTrusted == isTrusted)
    }

    /// A wait by the wall clock hangs if the clock is set back: futex(2), FUTEX_CLOCK_REALTIME.
    @Test func noThreadWaitsForTheWallClock() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.runUntilIdle()
        var waits: [(name: String, usesWallClock: Bool)] = []
        let isSeen = await eventually {
            waits = Self.timedWaits()
            return waits.contains { $0.name == "domo-history" }
        }
        #expect(isSeen)
        #expect(waits.filter(\.usesWallClock).map(\.name) == [])
    }

    /// The threads of domo that wait with a timeout, from proc_pid_syscall(5).
    private static func timedWaits() -> [(name: String, usesWallClock: Bool)] {
        func text(_ path: String) -> String {
            (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        }
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.compactMap { thread in
            let name = text("/proc/self/task/\(thread)/comm")
            let call = text("/proc/self/task/\(thread)/syscall").split(separator: " ")
            // The number of futex(2) on x86-64 and on AArch64.
            guard name.hasPrefix("domo-"), call.count > 4, ["202", "98"].contains(call[0]), call[4] != "0x0",
                let operation = Int(call[2].dropFirst(2), radix: 16)
            else { return nil }
            return (name, operation & 256 != 0)
        }
    }
}
