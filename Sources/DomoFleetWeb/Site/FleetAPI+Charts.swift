import DomoFleet
import DomoFleetStore
import DomoLanguage
import DomoModel
import DomoWeb
import HTTPTypes
import Hummingbird

// Charts across houses, from the reports in PostgreSQL.

extension FleetAPI {
    private static let maxSeries = 10
    private static let hour: Int64 = 3_600_000

    private struct Series: Sendable {
        var house: HouseID
        var name: String
        var hours: [HourChart.Hour]
    }

    func charts(_ path: RequestPath, for visitor: Visitor) async throws(Problem) -> Response {
        let words = path["houses"]?.split(separator: ",") ?? []
        guard (1...Self.maxSeries).contains(words.count) else {
            throw Problem(
                .badRequest,
                "bad-request",
                "\(words.count) houses for a chart",
                hint: "use houses=ID,ID with 1 to \(Self.maxSeries) of them"
            )
        }
        var houses: [HouseID] = []
        for word in words { houses.append(try id(word)) }
        guard let element = path["element"], !element.isEmpty else {
            throw Problem(.badRequest, "bad-request", "missing parameter: element", hint: "element=Salon/Termometro")
        }
        let to = try time(path, "to") ?? Self.now()
        let from = try time(path, "from") ?? max(0, to - 48 * Self.hour)
        for house in houses { _ = try await people.access(of: visitor, to: house) }
        let series = try await people.ask { [houses] connection throws(StoreFault) in
            var series: [Series] = []
            for house in houses {
                let name = try HouseSearch(connection).house(house, of: visitor.person)?.name ?? house.text
                let chart = try HourChart(
                    of: element,
                    in: house,
                    from: from,
                    to: to,
                    for: visitor.person,
                    connection
                )
                series.append(Series(house: house, name: name, hours: chart.hours))
            }
            return series
        }
        return json { json in
            json.key("element")
            json.string(element)
            json.key("from")
            json.time(Timestamp(milliseconds: from))
            json.key("to")
            json.time(Timestamp(milliseconds: to))
            json.key("series")
            json.array(series) { json, series in
                json.object { json in
                    json.key("house")
                    json.string(series.house.text)
                    json.key("name")
                    json.string(series.name)
                    json.key("hours")
                    json.array(series.hours) { json, hour in json.object { json in Self.write(hour, to: &json) } }
                }
            }
        }
    }

    private static func write(_ hour: HourChart.Hour, to json: inout JSONWriter) {
        json.key("time")
        json.time(Timestamp(milliseconds: hour.start))
        json.key("records")
        json.number(Int(hour.records))
        if let mean = hour.mean, let min = hour.min, let max = hour.max {
            json.key("min")
            json.number(min)
            json.key("max")
            json.number(max)
            json.key("mean")
            json.number(mean)
        }
        json.optional("last", hour.last)
    }

    private func time(_ path: RequestPath, _ name: String) throws(Problem) -> Int64? {
        guard let text = path[name] else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw Problem(
                .badRequest,
                "bad-request",
                "invalid time \"\(text.prefix(40))\" for \(name)",
                hint: "use 2026-12-24T18:00:00.000Z"
            )
        }
        return time.milliseconds
    }

    /// The elements that a house has reported in the last week, by name.
    func elements(of house: HouseID, for visitor: Visitor) async throws(Problem) -> Response {
        _ = try await people.access(of: visitor, to: house)
        let now = Self.now()
        let names = try await people.ask { connection throws(StoreFault) in
            try HourChart.elements(in: house, since: now - 7 * 24 * Self.hour, connection)
        }
        return json { json in
            json.key("elements")
            json.array(names) { $0.string($1) }
        }
    }
}
