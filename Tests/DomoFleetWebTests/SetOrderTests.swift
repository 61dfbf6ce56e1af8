import DomoFleet
import NIOCore
import Testing

@testable import DomoFleetWeb

struct SetOrderTests {
    private func order(_ count: Int) throws -> SetOrder {
        let houses = try (0..<count).map { (try #require(HouseID("house00\($0)")), "House \($0)") }
        return SetOrder(number: 1, person: 7, line: "set Lamp on", started: 0, houses: houses)
    }

    @Test func eachChangeHasANumber() throws {
        var order = try order(3)
        order.set(2, .sent)
        order.set(0, .sent)
        order.set(2, .done(ByteBuffer(string: "{}")))
        #expect(order.houses.map(\.change) == [2, 0, 3])
        #expect(order.changes == 3)
        #expect(!order.isOver)
    }

    @Test func stoppedOrderIsOverWhenWhatWasSentIs() throws {
        var order = try order(3)
        order.set(0, .sent)
        order.stop()
        #expect(order.houses.map(\.outcome.word) == ["sent", "stopped", "stopped"])
        #expect(!order.isOver)
        order.set(0, .failed(code: "unreachable", message: "away"))
        #expect(order.isOver)
        #expect(order.isStopping)
    }
}
