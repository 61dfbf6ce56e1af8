import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// A new database is created only for the first record or query.
@Suite struct LateCreationTests {
    private static func make(_ adjust: (inout History.Settings) -> Void = { _ in }) -> TemporaryHistory {
        TemporaryHistory {
            $0.createsLate = true
            adjust(&$0)
        }
    }

    private func size(of one: TemporaryHistory) -> Int { FileIdentity.size(one.file) }

    @Test func startDoesNotWaitForTheCreation() async throws {
        let one = Self.make()
        defer { one.remove() }
        #expect(one.history.lastOrder() == 0)
        #expect(one.history.load() == Memory())
        one.history.update(filters: [:], keep: .seconds(86_400), size: 1 << 20, timeZone: nil, isDurable: true)
        one.history.migrate()
        one.history.runUntilIdle()
        #expect(size(of: one) == 0)
        #expect(one.history.view.state == .working)
        one.reading("Salon/Luz", .on)
        #expect(await one.isStored())
        #expect(try one.rows("SELECT path FROM elements") == ["Salon/Luz"])
        // The settings that came before.
        #expect(one.history.synchronous == 2)
        #expect(one.changes.list.isEmpty)
    }

    @Test func recordsThatNobodyWaitsForCreateIt() async throws {
        let one = Self.make()
        defer { one.remove() }
        one.reading("Salon/Luz", .on)
        #expect(await eventually { one.history.view.waiting == 0 })
        #expect(try one.rows("SELECT path FROM elements") == ["Salon/Luz"])
    }

    @Test func queryCreatesIt() async {
        let one = Self.make()
        defer { one.remove() }
        guard case .orders = await one.answer(.orders(elements: nil, within: [], last: 10)) else {
            Issue.record("no orders")
            return
        }
        #expect(size(of: one) > 0)
    }

    @Test func checkCreatesIt() async {
        let one = Self.make()
        defer { one.remove() }
        one.history.check()
        one.history.runUntilIdle()
        #expect(size(of: one) > 0)
    }

    @Test func endWithoutRecordsLeavesAnEmptyFileForTheNextRun() async throws {
        let one = Self.make()
        one.history.close()
        #expect(size(of: one) == 0)
        let two = one.reopened()
        defer { two.remove() }
        two.reading("Salon/Luz", .on)
        #expect(await two.isStored())
        #expect(try two.rows("SELECT path FROM elements") == ["Salon/Luz"])
    }

    @Test func recordsBeforeTheEndAreStored() async throws {
        let one = Self.make()
        one.reading("Salon/Luz", .on)
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.element) == ["Salon/Luz"])
        #expect(size(of: two) > 0)
    }

    @Test func databaseOfAnotherRunIsOpenedAtOnce() async throws {
        let one = TemporaryHistory()
        one.reading("Salon/Luz", .on)
        #expect(await one.isStored())
        let two = one.reopened { $0.createsLate = true }
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.element) == ["Salon/Luz"])
    }

    @Test func fileThatCannotBeCreatedIsReportedAtOnce() async {
        let one = Self.make { $0.file = "/proc/none/history.sqlite" }
        defer { one.remove() }
        #expect(one.history.load() == Memory())
        #expect(one.history.view.state == .failing)
    }

    @Test func problemOfTheCreationIsReportedWhenItHappens() async {
        let one = Self.make { $0.schema.steps.append("no SQL") }
        defer { one.remove() }
        #expect(one.history.load() == Memory())
        one.reading("Salon/Luz", .on)
        #expect(await !one.isStored())
        #expect(one.history.view.state == .failing)
        #expect(one.history.view.waiting == 1)
    }

    @Test func fileIsLockedUntilItIsCreated() {
        let one = Self.make()
        defer { one.remove() }
        #expect(one.history.load() == Memory())
        #expect(throws: Problem.inUse) { try DatabaseLock(of: one.file) }
    }
}
