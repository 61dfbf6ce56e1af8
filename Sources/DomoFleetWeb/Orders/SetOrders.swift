import DomoFleet
import DomoFleetStore
import DomoModel
import DomoWeb
import HTTPTypes
import NIOCore

/// The orders to sets of houses. They are kept in memory only: an order is for now.
actor SetOrders {
    /// How many houses get an order at the same time.
    private static let parallel = 16
    /// Of a set.
    static let maxHouses = 1000
    /// How many houses an order may go to without a confirmation.
    static let unconfirmed = 10
    /// Of one person, in progress.
    private static let maxRunning = 4
    private static let maxKept = 64

    private let people: People
    private let houses: OpenHouses
    private var orders: [Int: SetOrder] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0

    init(_ people: People, _ houses: OpenHouses) { (self.people, self.houses) = (people, houses) }

    /// - Parameter confirmed: how many houses the person has confirmed.
    /// - Throws: 409 if the number of houses must be confirmed.
    func start(
        _ line: String,
        _ chosen: [(HouseID, String)],
        confirmed: Int?,
        for visitor: Visitor
    ) throws(Problem) -> SetOrder {
        try HousePage.check(line)
        guard !chosen.isEmpty else {
            throw Problem(.badRequest, "bad-request", "no house was chosen", hint: "choose at least one")
        }
        guard chosen.count <= Self.maxHouses else {
            throw Problem(
                .contentTooLarge,
                "bad-request",
                "more than \(Self.maxHouses) houses were chosen",
                hint: "give the order to parts of them"
            )
        }
        guard chosen.count <= Self.unconfirmed || confirmed == chosen.count else {
            let was = confirmed.map { ", not to \($0)" } ?? ""
            throw Problem(
                .conflict,
                "confirm",
                "the order goes to \(chosen.count) houses\(was)",
                hint: "confirm it with \"confirm\": \(chosen.count)"
            )
        }
        let running = orders.values.count { $0.person == visitor.person && !$0.isOver }
        guard running < Self.maxRunning else {
            var problem = Problem(
                .tooManyRequests,
                "busy",
                "\(running) orders of yours to sets of houses are in progress",
                hint: "wait until one has ended, or stop it"
            )
            problem.headers[.retryAfter] = "5"
            throw problem
        }
        try makeRoom()
        last += 1
        let order = SetOrder(
            number: last,
            person: visitor.person,
            line: line,
            started: Moment.now().time.milliseconds,
            houses: chosen
        )
        orders[order.number] = order
        tasks[order.number] = Task { await self.run(order.number, for: visitor) }
        return order
    }

    private func makeRoom() throws(Problem) {
        guard orders.count >= Self.maxKept else { return }
        guard let oldest = orders.values.filter(\.isOver).min(by: { $0.number < $1.number }) else {
            throw Problem(.serviceUnavailable, "busy", "too many orders are in progress", hint: "try again later")
        }
        orders[oldest.number] = nil
    }

    /// - Throws: 404 for an order of somebody else, too.
    func order(_ number: Int, of visitor: Visitor) throws(Problem) -> SetOrder {
        guard let order = orders[number], order.person == visitor.person else { throw .notFound("order \(number)") }
        return order
    }

    func stop(_ number: Int, of visitor: Visitor) throws(Problem) -> SetOrder {
        _ = try order(number, of: visitor)
        orders[number]?.stop()
        return try order(number, of: visitor)
    }

    /// The last orders of a person, the newest first.
    func orders(of visitor: Visitor) -> [SetOrder] {
        orders.values.filter { $0.person == visitor.person }.sorted { $0.number > $1.number }
    }

    // MARK: - Giving them

    private func run(_ number: Int, for visitor: Visitor) async {
        let count = orders[number]?.houses.count ?? 0
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                if index >= Self.parallel { await group.next() }
                group.addTask { await self.give(number, index, for: visitor) }
            }
        }
        tasks[number] = nil
    }

    private func give(_ number: Int, _ index: Int, for visitor: Visitor) async {
        guard let order = orders[number], !order.isStopping else { return }
        orders[number]?.set(index, .sent)
        let outcome: SetOrder.Outcome
        do throws(Problem) {
            outcome = .done(try await reply(of: order.houses[index].id, to: order.line, for: visitor))
        } catch {
            outcome = .failed(code: error.code, message: error.detail)
        }
        orders[number]?.set(index, outcome)
    }

    private func reply(
        of house: HouseID,
        to line: String,
        for visitor: Visitor
    ) async throws(Problem) -> ByteBuffer {
        let token = try await people.access(of: visitor, to: house).tokenToAct()
        return try await houses.page(of: house).give(line, token: token, from: visitor.address)
    }

    /// Ends all, as when the program stops.
    func end() async {
        for (number, task) in tasks {
            orders[number]?.stop()
            task.cancel()
        }
        for task in tasks.values { await task.value }
    }
}

extension People.Access {
    /// - Throws: 403 for somebody who may only look, or has no token of the house.
    func tokenToAct() throws(Problem) -> String {
        guard role >= .act else {
            throw Problem(.forbidden, "not-allowed", "you may look at this house, but give it no orders")
        }
        return try anyToken()
    }

    /// - Throws: 403 for somebody who has no token of the house.
    func anyToken() throws(Problem) -> String {
        guard let token else {
            throw Problem(
                .forbidden,
                "no-house-token",
                "you have no token of this house",
                hint: "ask its owner for a code or a token, and enter it on the page of the house"
            )
        }
        return token
    }
}
