import DomoFleet
import DomoFleetStore
import DomoLanguage
import DomoModel
import DomoWeb
import HTTPTypes
import Hummingbird
import NIOCore

extension FleetAPI {
    /// What a request asks for in its query.
    struct Question {
        var text: String
        var filter: HouseSearch.Filter

        init(text: String?, filter: String?) throws(Problem) {
            self.text = text ?? ""
            guard let found = HouseSearch.Filter(rawValue: filter ?? "all") else {
                throw Problem(
                    .badRequest,
                    "bad-request",
                    "invalid filter \"\(filter?.prefix(40) ?? "")\"",
                    hint: "use \(HouseSearch.Filter.allCases.map(\.rawValue).joined(separator: ", "))"
                )
            }
            self.filter = found
            guard self.text.utf8.count <= 200 else {
                throw Problem(.badRequest, "bad-request", "the text to search for is longer than 200 bytes")
            }
        }
    }

    static func now() -> Int64 { Moment.now().time.milliseconds }

    func list(_ path: RequestPath, for visitor: Visitor) async throws(Problem) -> Response {
        let question = try Question(text: path["search"], filter: path["filter"])
        let limit = try number(path, "limit", 1...HouseSearch.maxPageSize) ?? 100
        let after = path["after"]
        let place = after.flatMap { HouseSearch.Place(text: $0) }
        guard after == nil || place != nil else {
            throw Problem(.badRequest, "bad-request", "invalid \"after\"", hint: "use the \"next\" of the page before")
        }
        let now = Self.now()
        let page = try await people.ask { connection throws(StoreFault) in
            try HouseSearch(connection).houses(
                of: visitor.person,
                named: question.text,
                only: question.filter,
                now: now,
                after: place,
                atMost: limit
            )
        }
        // An empty list would say that all are there.
        guard question.filter != .away || page.isPresenceKnown else { throw Self.presenceUnknown }
        return json { json in
            json.key("houses")
            json.array(page.houses) { json, house in Self.write(house, now, to: &json) }
            json.key("count")
            json.number(Int(page.count))
            json.optional("next", page.next?.text)
            json.key("time")
            json.time(Timestamp(milliseconds: now))
        }
    }

    static let presenceUnknown = Problem(
        .serviceUnavailable,
        "unknown",
        "nobody knows now which houses are connected",
        hint: "start domo-fleet store; it needs half a minute"
    )

    func number(_ path: RequestPath, _ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = path[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .badRequest,
                "bad-request",
                "invalid \(name) \"\(text.prefix(40))\"",
                hint: "use \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    private static func write(_ house: HouseOverview, _ now: Int64, to json: inout JSONWriter) {
        json.object { json in fields(of: house, now, to: &json) }
    }

    private static func fields(of house: HouseOverview, _ now: Int64, to json: inout JSONWriter) {
        json.key("id")
        json.string(house.id)
        json.key("name")
        json.string(house.name)
        json.key("tenant")
        json.string(house.tenant)
        json.key("role")
        json.string(house.role.word)
        if let isOnline = house.isOnline(at: now) {
            json.key("online")
            json.bool(isOnline)
        }
        if let since = house.since(at: now) {
            json.key("since")
            json.time(Timestamp(milliseconds: since))
        }
        if let contact = house.lastContact {
            json.key("lastContact")
            json.time(Timestamp(milliseconds: contact))
        }
        if house.leftOut > 0 {
            json.key("leftOut")
            json.number(Int(house.leftOut))
        }
        guard let state = house.state else { return }
        json.key("version")
        json.string(state.version)
        json.key("alarms")
        json.number(Int(state.alarms))
        json.key("stale")
        json.number(Int(state.stale))
    }

    func totals(for visitor: Visitor) async throws(Problem) -> Response {
        let now = Self.now()
        let totals = try await people.ask { connection throws(StoreFault) in
            try HouseSearch(connection).totals(of: visitor.person, now: now)
        }
        return json { json in
            json.key("houses")
            json.number(Int(totals.houses))
            json.key("alarms")
            json.number(Int(totals.alarms))
            json.key("stale")
            json.number(Int(totals.stale))
            if let away = totals.away {
                json.key("away")
                json.number(Int(away))
            }
        }
    }

    func house(_ id: HouseID, for visitor: Visitor) async throws(Problem) -> Response {
        let access = try await people.access(of: visitor, to: id)
        let now = Self.now()
        let house = try await people.ask { connection throws(StoreFault) in
            try HouseSearch(connection).house(id, of: visitor.person)
        }
        guard let house else { throw .notFound("house \(id)") }
        return json { json in
            Self.fields(of: house, now, to: &json)
            json.key("hasToken")
            json.bool(access.token != nil)
        }
    }

    func gaps(of house: HouseID, for visitor: Visitor) async throws(Problem) -> Response {
        _ = try await people.access(of: visitor, to: house)
        let gaps = try await people.ask { connection throws(StoreFault) in
            try FleetLosses(connection).gaps(in: house)
        }
        return json { json in
            json.key("gaps")
            json.array(gaps) { json, gap in
                json.object { json in
                    json.optional("element", gap.element)
                    json.key("part")
                    json.string(gap.part)
                    json.key("reason")
                    json.string(gap.reason)
                    json.key("from")
                    json.time(Timestamp(milliseconds: gap.first))
                    json.key("to")
                    json.time(Timestamp(milliseconds: gap.last))
                    json.key("records")
                    json.number(Int(gap.records))
                }
            }
        }
    }
}

extension FleetRole {
    var word: String {
        switch self {
        case .read: "read"
        case .act: "act"
        case .manage: "manage"
        }
    }
}
