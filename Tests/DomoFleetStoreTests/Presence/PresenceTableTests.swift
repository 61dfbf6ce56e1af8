import DomoFleet
import DomoSystem
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct PresenceTableTests {
    private func rows(_ connection: StoreConnection) throws -> [String] {
        let rows = try connection.run("SELECT house, online, since FROM presence ORDER BY house")
        return (0..<rows.count).map { row in
            let word = rows.bool(row, 1) == true ? "on" : "off"
            return "\(rows.text(row, 0)?.suffix(1) ?? "?") \(word) \(rows.integer(row, 2) ?? -1)"
        }
    }

    @Test func oneListenerAtATimeWrites() throws {
        let settings = try SharedServer.current.makeDatabase()
        let (first, second) = (try StoreConnection.prepared(settings), try StoreConnection.prepared(settings))
        #expect(try PresenceTable(first) != nil)
        #expect(try PresenceTable(second) == nil)
        // As after a kill -9 of the first.
        try second.run("SELECT pg_terminate_backend($1)", [.integer(Int64(first.processID))])
        var next: PresenceTable?
        while next == nil { next = try PresenceTable(second) }
        #expect(throws: StoreFault.self) { try first.run("UPDATE presence_listener SET confirmed = 1") }
    }

    @Test func changesAreWrittenOnce() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        #expect(try !HouseSearch(connection).isPresenceKnown())
        try connection.note([1: .init(isConnected: true, since: 5), 2: .init(isConnected: false, since: 6)])
        #expect(try HouseSearch(connection).isPresenceKnown())
        #expect(try rows(connection) == ["1 on 5", "2 off 6"])
        // Only another state is one since another time.
        try connection.note([1: .init(isConnected: true, since: 9), 2: .init(isConnected: true, since: 7)])
        #expect(try rows(connection) == ["1 on 5", "2 on 7"])
        try connection.note([:])
        #expect(try rows(connection) == ["1 on 5", "2 on 7"])
    }

    /// A house that left while nobody listened is away since the last time that somebody was sure of it.
    @Test func newListenerCorrectsWhatNobodyHeard() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        try connection.note([
            1: .init(isConnected: true, since: 5), 2: .init(isConnected: true, since: 6),
            3: .init(isConnected: false, since: 7), 5: .init(isConnected: false, since: 8),
        ])
        try connection.run("UPDATE presence_listener SET confirmed = 1000")
        #expect(try !HouseSearch(connection).isPresenceKnown())
        try connection.note(
            [
                2: .init(isConnected: true, since: 50), 3: .init(isConnected: true, since: 2000),
                4: .init(isConnected: true, since: 3),
            ],
            isAll: true
        )
        #expect(try rows(connection) == ["1 off 1000", "2 on 6", "3 on 2000", "4 on 3", "5 off 8"])
        #expect(try HouseSearch(connection).isPresenceKnown())
        try connection.note([:], isAll: true)
        #expect(try rows(connection).filter { $0.contains("on") } == [])
    }

    /// With the name that it was enrolled with; a person gives it to a tenant, and may give it another name.
    @Test func houseThatConnectsFirstAppears() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let directory = FleetDirectory(connection)
        let (tenant, ana) = (try directory.addTenant("Torre"), try directory.addPerson("Ana"))
        try directory.grant(.read, tenant: tenant, to: ana)
        let known = try #require(HouseID(houseName(3)))
        try directory.addHouse(known, name: "Ático", tenant: tenant)
        let long = String(repeating: "x", count: 201)
        let names: [Int: String?] = [1: "Piso 10", 2: "Piso 2", 3: "Otro", 4: nil, 5: "", 6: long]
        try connection.note(names.mapValues { .init(isConnected: true, since: 5, name: $0) })
        try connection.note([7: .init(isConnected: false, since: 5, name: "Nunca")])
        let others = [4, 5, 6].map(houseName)
        #expect(try directory.housesWithoutTenant().map(\.name) == others + ["Piso 2", "Piso 10"])
        #expect(try HouseSearch(connection).houses(of: ana).houses.map(\.name) == ["Ático"])
        for number in 1...2 {
            #expect(try directory.giveHouse(#require(HouseID(houseName(number))), to: tenant))
        }
        #expect(try !directory.giveHouse(#require(HouseID(houseName(7))), to: tenant))
        #expect(try HouseSearch(connection).houses(of: ana).houses.map(\.name) == ["Ático", "Piso 2", "Piso 10"])
        // Who may see a single house sees it also without a tenant.
        try directory.grant(.read, house: #require(HouseID(houseName(4))), to: ana)
        #expect(try HouseSearch(connection).houses(of: ana).houses.map(\.tenant) == ["Torre", "", "Torre", "Torre"])
        // Its name stays, also if it connects with another one.
        try connection.note([1: .init(isConnected: false, since: 6)])
        try connection.note([1: .init(isConnected: true, since: 7, name: "Otra vez")])
        #expect(try HouseSearch(connection).houses(of: ana, named: "piso").houses.map(\.name) == ["Piso 2", "Piso 10"])
    }

    @Test func manyHousesAtOnce() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let states = Dictionary(
            uniqueKeysWithValues: (0..<12_000).map { ($0, PresenceBook.State(isConnected: true, since: 1)) }
        )
        try connection.note(states, isAll: true)
        #expect(try connection.count("presence", where: "online") == 12_000)
        try connection.note(states.mapValues { _ in .init(isConnected: false, since: 2) })
        #expect(try connection.count("presence", where: "online") == 0)
    }
}
