import DomoFleet
import DomoFleetStore
import DomoLanguage
import DomoModel
import DomoWeb
import HTTPTypes
import Hummingbird
import NIOCore

// Orders to sets of houses.

extension FleetAPI {
    private struct OrderBody: JSONBody {
        static let properties: Set = ["line", "houses", "search", "filter", "confirm"]

        var line: String
        /// The IDs; else all that match `search` and `filter`.
        var houses: [String]?
        var search: String?
        var filter: String?
        /// How many houses the person has confirmed.
        var confirm: Int?
    }

    func give(_ request: Request, for visitor: Visitor) async throws(Problem) -> Response {
        let body = try await OrderBody.read(from: request, upTo: Self.maxBody)
        guard body.houses == nil || (body.search == nil && body.filter == nil) else {
            throw Problem(
                .badRequest,
                "bad-request",
                "the houses are given twice",
                hint: "use either \"houses\" or \"search\" and \"filter\""
            )
        }
        guard body.houses != nil || body.search != nil || body.filter != nil else {
            throw Problem(
                .badRequest,
                "bad-request",
                "missing property \"houses\"",
                hint: "or use \"search\" and \"filter\"; \"filter\": \"all\" are all houses"
            )
        }
        let chosen = try await chosen(body, for: visitor)
        let order = try await orders.start(body.line, chosen, confirmed: body.confirm, for: visitor)
        return json(of: order, after: 0, status: .accepted)
    }

    /// The houses and their names, each once, in the order of the list.
    private func chosen(_ body: OrderBody, for visitor: Visitor) async throws(Problem) -> [(HouseID, String)] {
        let question = try Question(text: body.search, filter: body.filter)
        var given: Set<HouseID>?
        if let texts = body.houses {
            var ids: Set<HouseID> = []
            for text in texts { ids.insert(try id(text)) }
            given = ids
        }
        let now = Self.now()
        let limit = given?.count ?? SetOrders.maxHouses
        let chosen = try await people.ask { [given] connection throws(StoreFault) -> [(HouseID, String)]? in
            let search = HouseSearch(connection)
            if question.filter == .away {
                guard try search.isPresenceKnown() else { return nil }
            }
            return try search.chosen(
                of: visitor.person,
                named: question.text,
                only: question.filter,
                among: given.map(Array.init),
                now: now,
                atMost: limit
            ).map { ($0.id, $0.name) }
        }
        guard let chosen else { throw Self.presenceUnknown }
        if let given, let missing = given.subtracting(chosen.map(\.0)).min() { throw .notFound("house \(missing)") }
        return chosen
    }

    func progress(_ number: Int, _ path: RequestPath, for visitor: Visitor) async throws(Problem) -> Response {
        let after = try self.number(path, "after", 0...Int.max) ?? 0
        return json(of: try await orders.order(number, of: visitor), after: after)
    }

    func json(of orders: [SetOrder]) -> Response {
        json { json in
            json.key("orders")
            json.array(orders) { json, order in
                json.object { json in Self.head(of: order, to: &json) }
            }
        }
    }

    /// - Parameter after: only houses with a later change; 0 for all.
    func json(of order: SetOrder, after: Int, status: HTTPResponse.Status = .ok) -> Response {
        json(status: status) { json in
            Self.head(of: order, to: &json)
            json.key("changes")
            json.number(order.changes)
            json.key("houses")
            json.array(order.houses.filter { after == 0 || $0.change > after }) { json, house in
                json.object { json in Self.write(house, to: &json) }
            }
        }
    }

    private static func head(of order: SetOrder, to json: inout JSONWriter) {
        json.key("number")
        json.number(order.number)
        json.key("line")
        json.string(order.line)
        json.key("time")
        json.time(Timestamp(milliseconds: order.started))
        json.key("over")
        json.bool(order.isOver)
        var counts: [String: Int] = [:]
        for house in order.houses { counts[house.outcome.word, default: 0] += 1 }
        json.key("counts")
        json.object { json in
            json.key("all")
            json.number(order.houses.count)
            for word in ["waiting", "sent", "done", "failed", "stopped"] {
                json.key(word: word)
                json.number(counts[word, default: 0])
            }
        }
    }

    private static func write(_ house: SetOrder.House, to json: inout JSONWriter) {
        json.key("id")
        json.string(house.id.text)
        json.key("name")
        json.string(house.name)
        json.key("state")
        json.string(house.outcome.word)
        switch house.outcome {
        case .waiting, .sent, .stopped: break
        case .done(let reply):
            json.key("reply")
            json.numeral(String(buffer: reply))
        case .failed(let code, let message):
            json.key("code")
            json.string(code)
            json.key("message")
            json.string(message)
        }
    }
}
