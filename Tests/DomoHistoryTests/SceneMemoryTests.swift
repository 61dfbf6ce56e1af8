import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

@Suite struct SceneMemoryTests {
    private func run(
        of scene: String,
        at started: Timestamp,
        ended: Timestamp? = nil,
        _ outcome: SceneOutcome? = nil
    ) -> SceneRecord {
        SceneRecord(
            scene: scene,
            by: .trigger("at 23:30"),
            started: started,
            ended: ended,
            outcome: outcome,
            failed: outcome == .failed ? 2 : 0,
            message: outcome.map { "\($0), «así»" }
        )
    }

    @Test(arguments: SceneOutcome.allCases)
    func lastRunRoundTrips(outcome: SceneOutcome) async throws {
        let one = TemporaryHistory()
        let now = one.clock.now
        let records = [
            run(of: "Buenas noches", at: now, ended: now + .milliseconds(1234), outcome), run(of: "Riego", at: now),
        ]
        for record in records { one.history.persist(.scene(record)) }
        #expect(await one.isStored())
        let two = one.reopened()
        defer { two.remove() }
        // A run without an end stays without one, however the daemon ended.
        #expect(two.history.load().scenes == records)
    }

    @Test func runReplacesThePreviousOne() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let now = one.clock.now
        one.history.persist(.scene(run(of: "Noche", at: now)))
        // In another batch, and twice in one.
        #expect(await one.isStored())
        one.history.persist(.scene(run(of: "Noche", at: now, ended: now + .seconds(1), .failed)))
        let last = run(of: "Noche", at: now + .seconds(5))
        one.history.persist(.scene(last))
        #expect(await one.isStored())
        #expect(one.history.load().scenes == [last])
        #expect(try one.rows("SELECT count(*) FROM scenes") == ["1"])
    }

    @Test func viewsAreReadable() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(.scene(run(of: "Noche", at: one.clock.now, ended: one.clock.now + .seconds(1), .done)))
        #expect(await one.isStored())
        #expect(
            try one.rows("SELECT * FROM readable_scenes") == [
                "Noche|2026-11-20T12:00:00.000Z|2026-11-20T12:00:01.000Z|at 23:30|trigger|done|0|done, «así»"
            ]
        )
    }

    @Test func oldRunsAreDeleted() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(30 * 86_400) }
        defer { one.remove() }
        let now = one.clock.now
        let old = now + .seconds(-31 * 86_400)
        one.history.persist(.scene(run(of: "Vieja", at: old, ended: old + .seconds(60), .done)))
        one.history.persist(.scene(run(of: "Larga", at: old, ended: now, .done)))
        one.history.persist(.scene(run(of: "Nueva", at: now)))
        #expect(await one.isStored())
        one.clock.advance(.seconds(3700))
        #expect(
            await eventually {
                one.history.runUntilIdle()
                return one.history.tidied >= one.clock.now
            }
        )
        #expect(one.history.load().scenes.map(\.scene) == ["Larga", "Nueva"])
    }

    @Test func waitingRunsAreBoundedAndTheNewestOfEachScene() async throws {
        let one = TemporaryHistory {
            $0.file = $0.file.replacing("history.sqlite", with: "later/history.sqlite")
            $0.maxWaiting = 100
        }
        defer { one.remove() }
        for number in 0..<500 { one.history.persist(.scene(run(of: "S\(number)", at: one.clock.now))) }
        #expect(one.history.view.waiting == 100)
        #expect(one.history.view.dropped == 400)
        for second in 1...500 { one.history.persist(.scene(run(of: "Noche", at: one.clock.now + .seconds(second)))) }
        #expect(one.history.view.waiting <= 100)
        try FileManager.default.createDirectory(
            at: one.folder.appending(path: "later"),
            withIntermediateDirectories: true
        )
        #expect(await eventually { one.history.view.state == .working && one.history.view.waiting == 0 })
        #expect(one.history.load().scenes.count <= 100)
    }

    @Test(arguments: ["started = 9000000000000000000", "ended = 'noon'"])
    func timeOutsideTheCalendarIsRefused(update: String) async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(.scene(run(of: "Noche", at: one.clock.now)))
        #expect(await one.isStored())
        one.history.close()
        try change(one.file, "UPDATE scenes SET \(update)")
        #expect(throws: Problem.times) { try Schema().verify(try Database(one.file)) }
    }
}
