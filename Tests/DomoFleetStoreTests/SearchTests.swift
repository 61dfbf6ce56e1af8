import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct SearchTests {
    /// Two tenants with houses; one person sees all of the first, another one house of the second.
    private struct Fleet {
        let connection: StoreConnection
        let directory: FleetDirectory
        let search: HouseSearch
        let installer: Int64
        let owner: Int64
        let stranger: Int64

        init() throws {
            connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
            directory = FleetDirectory(connection)
            search = HouseSearch(connection)
            let north = try directory.addTenant("Norte")
            let south = try directory.addTenant("Sur")
            for (number, name) in ["Salón Ñandú", "casa azul", "Casa Grande", "100% Öko_Haus", "Ático 3"].enumerated() {
                try directory.addHouse(#require(HouseID(houseName(number))), name: name, tenant: north)
            }
            try directory.addHouse(#require(HouseID(houseName(10))), name: "Casa Azul", tenant: south)
            try directory.addHouse(#require(HouseID(houseName(11))), name: "Casa Roja", tenant: south)
            installer = try directory.addPerson("Ana")
            owner = try directory.addPerson("Luis")
            stranger = try directory.addPerson("Eva")
            try directory.grant(.act, tenant: north, to: installer)
            try directory.grant(.manage, house: #require(HouseID(houseName(10))), to: owner)
        }

        func names(_ person: Int64, _ text: String = "") throws -> [String] {
            let page = try search.houses(of: person, named: text)
            #expect(page.count == page.houses.count)
            #expect(page.next == nil)
            return page.houses.map(\.name)
        }
    }

    @Test func housesAreFoundWithoutCaseAndAccents() throws {
        let fleet = try Fleet()
        #expect(
            try fleet.names(fleet.installer)
                == ["100% Öko_Haus", "Ático 3", "casa azul", "Casa Grande", "Salón Ñandú"]
        )
        #expect(try fleet.names(fleet.installer, "CASA") == ["casa azul", "Casa Grande"])
        #expect(try fleet.names(fleet.installer, "ñandu") == ["Salón Ñandú"])
        #expect(try fleet.names(fleet.installer, "atico") == ["Ático 3"])
        #expect(try fleet.names(fleet.installer, "%") == ["100% Öko_Haus"])
        #expect(try fleet.names(fleet.installer, "_") == ["100% Öko_Haus"])
        #expect(try fleet.names(fleet.installer, "' OR true --") == [])
    }

    @Test func numbersInNamesAreInTheirOrder() throws {
        let fleet = try Fleet()
        let tenant = try fleet.directory.addTenant("Torre")
        try fleet.directory.grant(.read, tenant: tenant, to: fleet.stranger)
        let names = [
            "Casa 1", "CASA 2", "Casa 2 B", "casa 10", "Casa 010", "Casa 100", "Casa A", "Piso 1, 2", "Piso 1, 10",
            "Ático 3",
        ]
        let order = [
            "Ático 3", "Casa 1", "CASA 2", "Casa 2 B", "casa 10", "Casa 010", "Casa 100", "Casa A", "Piso 1, 2",
            "Piso 1, 10",
        ]
        for (number, name) in names.enumerated() {
            try fleet.directory.addHouse(#require(HouseID(houseName(200 + number))), name: name, tenant: tenant)
        }
        let found = try fleet.names(fleet.stranger)
        // Equal but for a zero: one before the other, always the same.
        #expect(found.map { $0 == "Casa 010" ? "casa 10" : $0 } == order.map { $0 == "Casa 010" ? "casa 10" : $0 })
        // Pages of one house each show each house once, in the same order.
        var pages: [String] = []
        var place: HouseSearch.Place?
        repeat {
            let page = try fleet.search.houses(of: fleet.stranger, after: place, atMost: 1)
            pages += page.houses.map(\.name)
            place = page.next.flatMap { HouseSearch.Place(text: $0.text) }
        } while place != nil
        #expect(pages == found)
        let rows = try fleet.connection.run("SELECT indexdef FROM pg_indexes WHERE indexname = 'house_by_name'")
        #expect(rows.count == 1)
    }

    @Test func peopleSeeOnlyTheirHouses() throws {
        let fleet = try Fleet()
        #expect(try fleet.names(fleet.owner) == ["Casa Azul"])
        #expect(try fleet.names(fleet.stranger) == [])
        #expect(try fleet.names(999) == [])
        let house = try #require(HouseID(houseName(10)))
        #expect(try fleet.directory.role(of: fleet.owner, in: house) == .manage)
        #expect(try fleet.directory.role(of: fleet.installer, in: house) == nil)
        let other = try #require(HouseID(houseName(11)))
        for (person, place) in [(fleet.installer, house), (fleet.stranger, house), (fleet.owner, other)] {
            let fault = #expect(throws: StoreFault.self) {
                try HourChart(of: "e1", in: place, from: 0, to: 1, for: person, fleet.connection)
            }
            #expect(fault?.kind == .denied)
        }
        // Taken back.
        try fleet.directory.grant(nil, house: house, to: fleet.owner)
        #expect(try fleet.names(fleet.owner) == [])
    }

    @Test func higherOfTwoRolesCounts() throws {
        let fleet = try Fleet()
        let house = try #require(HouseID(houseName(1)))
        try fleet.directory.grant(.read, house: house, to: fleet.installer)
        #expect(try fleet.directory.role(of: fleet.installer, in: house) == .act)
        try fleet.directory.grant(.manage, house: house, to: fleet.installer)
        #expect(try fleet.directory.role(of: fleet.installer, in: house) == .manage)
        // In the list once.
        #expect(try fleet.search.houses(of: fleet.installer, named: "azul").houses.map(\.role) == [.manage])
    }

    @Test func nameAndIDAreUnique() throws {
        let fleet = try Fleet()
        let north = try fleet.directory.addTenant("Norte")
        for (id, name) in [(houseName(99), "casa azul"), (houseName(1), "Otra"), (houseName(98), "")] {
            let house = try #require(HouseID(id))
            let fault = #expect(throws: StoreFault.self) {
                try fleet.directory.addHouse(house, name: name, tenant: north)
            }
            #expect(fault?.kind == .data)
        }
        #expect(try fleet.directory.addPerson("Ana") == fleet.installer)
        #expect(try fleet.directory.person("Ana") == fleet.installer)
        #expect(try fleet.directory.person("Nadie") == nil)
    }

    @Test func stateAndPresenceAreShown() throws {
        let fleet = try Fleet()
        let writer = try ReportWriter(fleet.connection)
        _ = try writer.write([delivery(1, report(), stored: noon)])
        func one() throws -> HouseOverview? {
            try fleet.search.houses(of: fleet.installer, named: "azul").houses.first
        }
        #expect(try one()?.state == HouseOverview.State(version: "2026.2", alarms: 1, stale: 2, stored: noon))
        #expect(try one()?.isConnected == nil)
        #expect(try one()?.isOnline(at: noon) == nil)
        #expect(try one()?.lastContact == noon)
        try fleet.connection.note([1: .init(isConnected: true, since: noon + 5)])
        #expect(try one()?.isConnected == true)
        #expect(try one()?.lastContact == noon + 5)
        // Connected, but silent for 11 minutes.
        let silence = HouseOverview.maxSilence
        #expect(try one()?.isOnline(at: noon + silence) == true)
        #expect(try one()?.since(at: noon + silence) == noon + 5)
        #expect(try one()?.isOnline(at: noon + 6 + silence) == false)
        #expect(try one()?.since(at: noon + 6 + silence) == noon + 5)
        let other = try fleet.search.houses(of: fleet.installer, named: "grande").houses.first
        #expect(other?.state == nil && other?.lastContact == nil && other?.isConnected == false)
        try fleet.connection.run("UPDATE presence_listener SET confirmed = confirmed - 31000")
        #expect(try one()?.isConnected == nil)
        #expect(try one()?.since(at: noon) == nil)
    }

    @Test func pagesFollowEachOther() throws {
        let fleet = try Fleet()
        let tenant = try fleet.directory.addTenant("Torre")
        try fleet.directory.grant(.read, tenant: tenant, to: fleet.stranger)
        for number in 100..<125 {
            // Equal after folding: the ID decides.
            let spaces = String(repeating: " ", count: number % 4)
            let name = number % 2 == 0 ? "Piso \(number / 4)\(spaces)" : "PISO \(number / 4)\(spaces)"
            try fleet.directory.addHouse(#require(HouseID(houseName(number))), name: name, tenant: tenant)
        }
        var seen: [String] = []
        var place: HouseSearch.Place?
        repeat {
            let page = try fleet.search.houses(of: fleet.stranger, named: "piso", after: place, atMost: 7)
            #expect(page.count == 25)
            #expect(page.houses.count <= 7)
            seen += page.houses.map(\.id)
            place = page.next
        } while place != nil
        #expect(seen.count == 25)
        #expect(Set(seen).count == 25)
    }

    // MARK: - Charts

    /// The database was restored from a backup after the record 5 of 8, and then there were 4 new ones. The restored one
    /// reports all of its records, the first of them with another number.
    @Test func restoredDatabaseCountsOnce() throws {
        let fleet = try Fleet()
        func history(_ database: String, _ times: [Int64], replaces: String? = nil) -> Report {
            var one = report(count: times.count, database: database)
            one.replaces = replaces
            for (index, time) in times.enumerated() {
                one.records[index].element = "e1"
                one.records[index].value = "\(time)"
                one.records[index].time = noon + time
            }
            return one
        }
        func count() throws -> (Int64, Double?, String?) {
            try fleet.connection.run("UPDATE report SET received = date '2026-11-27'")
            let house = try #require(HouseID(houseName(10)))
            let chart = try HourChart(
                of: "e1",
                in: house,
                from: noon,
                to: noon + 1000,
                for: fleet.owner,
                fleet.connection
            )
            return (chart.hours.reduce(0) { $0 + $1.records }, chart.hours.first?.max, chart.hours.first?.last)
        }
        let writer = try ReportWriter(fleet.connection)
        let old = history("old", [1, 2, 3, 4, 5, 6, 7, 8])
        // Another house with the same names counts by itself.
        _ = try writer.write([delivery(10, old), delivery(11, history("new", [1, 2], replaces: "old"))])
        #expect(try count() == (8, 8, "8"))
        let new = history("new", [2, 3, 4, 5, 11, 12, 13, 14], replaces: "old")
        for _ in 0..<2 { _ = try writer.write([delivery(10, new)]) }
        #expect(try count() == (12, 14, "14"))
        #expect(try fleet.connection.count("source", where: "replaces = 'old'") == 2)
        // Restored again, first without a record of its own, and from the same backup.
        var empty = report(count: 0, database: "third")
        empty.replaces = "new"
        _ = try writer.write([delivery(10, empty)])
        #expect(try count() == (12, 14, "14"))
        _ = try writer.write([delivery(10, history("third", [2, 3, 4, 5, 21]))])
        #expect(try count() == (13, 21, "21"))
    }

    /// A clock that was years ahead at the end of the old database hides nothing of the new one.
    @Test func absurdTimeAtTheEndOfAReplacedDatabaseCutsNothing() throws {
        let fleet = try Fleet()
        var old = report(count: 3, database: "old", start: noon)
        for index in 0..<3 { old.records[index].element = "e1" }
        old.records[2].time = noon + 80 * 365 * 86_400_000
        var new = report(count: 3, database: "new", start: noon + 60_000)
        new.replaces = "old"
        for index in 0..<3 { new.records[index].element = "e1" }
        _ = try ReportWriter(fleet.connection).write([delivery(10, old), delivery(10, new)])
        try fleet.connection.run("UPDATE report SET received = date '2026-11-27'")
        let house = try #require(HouseID(houseName(10)))
        let chart = try HourChart(
            of: "e1",
            in: house,
            from: noon,
            to: noon + 3_600_000,
            for: fleet.owner,
            fleet.connection
        )
        #expect(chart.hours.map(\.records) == [5])
    }

    @Test func chartHasARowPerHour() throws {
        let fleet = try Fleet()
        var one = report(count: 7)
        let hour: Int64 = 3_600_000
        let values = ["10", "20.5", "-3", "on", "off", "up", nil]
        let times: [Int64] = [0, 1, 59 * 60_000, hour, hour + 1, 3 * hour, 3 * hour + 1]
        for index in 0..<7 {
            one.records[index].element = "e1"
            one.records[index].value = values[index]
            one.records[index].time = noon + times[index]
        }
        _ = try ReportWriter(fleet.connection).write([delivery(10, one), delivery(11, one)])
        let house = try #require(HouseID(houseName(10)))
        func chart(_ element: String, _ from: Int64, _ to: Int64) throws -> [HourChart.Hour] {
            try HourChart(of: element, in: house, from: from, to: to, for: fleet.owner, fleet.connection).hours
        }
        #expect(
            try chart("e1", noon + 5, noon + 3 * hour + 5) == [
                HourChart.Hour(start: noon, records: 3, min: -3, max: 20.5, mean: 27.5 / 3, last: "-3"),
                HourChart.Hour(start: noon + hour, records: 2, min: 0, max: 1, mean: 0.5, last: "off"),
                HourChart.Hour(start: noon + 3 * hour, records: 2, last: "up"),
            ]
        )
        #expect(try chart("e1", noon - hour, noon) == [])
        #expect(try chart("e2", noon, noon + hour) == [])
        for (from, to) in [(5, 4), (-1, 5), (0, .max), (0, 9000 * hour)] as [(Int64, Int64)] {
            let fault = #expect(throws: StoreFault.self) { try chart("e1", from, to) }
            #expect(fault?.kind == .data)
        }
    }
}
