import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// The last orders of all elements, of one element, and of elements in some places.
@Suite struct OrderListTests {
    @Test(
        arguments: [
            (nil, nil, [5, 4, 3, 2, 1]), (nil, ["A/B"], [3, 1]), (nil, ["A"], [5, 4, 3, 1]),
            (nil, ["A/B", "X"], [3, 2, 1]),
            (nil, ["A/B/Luz", "A/Bc"], [4, 1]), (nil, [], []), (nil, ["A/%", "Ñ"], []), ("X", nil, [2]),
            ("X", ["A"], []),
            ("A/B/Luz", ["A"], [1]),
        ] as [(String?, [String]?, [UInt64])]
    )
    func ordersAreFilteredByElementAndPlaces(element: String?, places: [String]?, numbers: [UInt64]) async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for (id, path) in [(1, "A/B/Luz"), (2, "X"), (3, "A/B/Sol"), (4, "A/Bc"), (5, "A/Ñ/Luz")] as [(UInt64, String)]
        {
            let record = OrderRecord(id: id, element: path, action: "on", by: .user("x"), requested: one.clock.now)
            one.history.persist(.order(record))
        }
        guard
            case .orders(let list) = await one.answer(.orders(elements: element.map { [$0] }, within: places, last: 10))
        else {
            throw Unexpected()
        }
        #expect(list.orders.map(\.id) == numbers)
        guard
            case .orders(let last) = await one.answer(.orders(elements: element.map { [$0] }, within: places, last: 1))
        else {
            throw Unexpected()
        }
        #expect(last.orders.map(\.id) == Array(numbers.prefix(1)))
        let elements = element.map { [$0] }
        guard
            case .orders(let older) = await one.answer(.orders(elements: elements, within: places, last: 2, before: 4))
        else {
            throw Unexpected()
        }
        #expect(older.orders.map(\.id) == Array(numbers.filter { $0 < 4 }.prefix(2)))
    }

    /// Their times are in the wrong order if the clock was set back in between.
    @Test func newestOrderIsThatWithTheHighestNumber() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for (id, time) in [(1, 1_800_000_000_000), (2, 1_000_000), (3, 2_000_000)] as [(UInt64, Int64)] {
            let requested = Timestamp(milliseconds: time)
            one.history.persist(
                .order(OrderRecord(id: id, element: "X", action: "on", by: .user("x"), requested: requested))
            )
        }
        #expect(try await one.orders(last: 2).map(\.id) == [3, 2])
        #expect(try await one.orders("X").map(\.id) == [3, 2, 1])
    }

    @Test func ordersAreFilteredByTime() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let first = one.clock.now
        for id in 1...3 as ClosedRange<UInt64> {
            let requested = Timestamp(milliseconds: first.milliseconds + Int64(id) * 1000)
            one.history.persist(
                .order(OrderRecord(id: id, element: "X", action: "on", by: .user("x"), requested: requested))
            )
        }
        let since = Timestamp(milliseconds: first.milliseconds + 2000)
        guard case .orders(let list) = await one.answer(.orders(elements: nil, last: 10, since: since)) else {
            throw Unexpected()
        }
        #expect(list.orders.map(\.id) == [3, 2])
    }

    @Test func thousandsOfPlacesWork() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(
            .order(OrderRecord(id: 1, element: "P1999/Luz", action: "on", by: .user("x"), requested: one.clock.now))
        )
        let places = (0..<2000).map { "P\($0)" }
        guard case .orders(let list) = await one.answer(.orders(elements: nil, within: places, last: 10)) else {
            throw Unexpected()
        }
        #expect(list.orders.map(\.id) == [1])
    }
}
