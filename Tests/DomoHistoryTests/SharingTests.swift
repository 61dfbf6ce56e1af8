import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

@Suite struct SharingTests {
    @Test func databaseOfAnotherDaemonIsNotTouched() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let order = OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: one.clock.now)
        one.history.persist(.order(order))
        _ = await one.answer(.backup(.begin))
        let before = one.files
        let two = TemporaryHistory { $0.file = one.file }
        defer { two.remove() }
        #expect(two.history.view.state == .failing)
        #expect(two.history.view.problem?.contains("another domod is using it") == true)
        two.reading("B", .on)
        #expect(await two.isStored() == false)
        #expect(try await one.orders() == [order])
        #expect(one.files == before)
        one.history.close()
        #expect(await eventually { two.history.view.state == .working && two.history.view.waiting == 0 })
        #expect(try two.rows("SELECT path FROM readable_changes") == ["B"])
    }
}
