import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct PeopleTests {
    private struct Fleet {
        let connection: StoreConnection
        let directory: FleetDirectory
        let tokens: PersonTokens
        let ana: Int64
        let house: HouseID

        init() throws {
            connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
            directory = FleetDirectory(connection)
            tokens = PersonTokens(connection)
            ana = try directory.addPerson("Ana")
            house = try #require(HouseID(houseName(1)))
            try directory.addHouse(house, name: "Casa", tenant: directory.addTenant("Norte"))
        }
    }

    // MARK: - Tokens of people

    @Test func tokenIsKnownUntilItExpiresOrIsRevoked() throws {
        let fleet = try Fleet()
        let token = try fleet.tokens.add(to: fleet.ana, name: "phone", expires: noon + 1000)
        let holder = try fleet.tokens.holder(of: token, at: noon)
        #expect(holder?.person == fleet.ana)
        #expect(holder?.name == "Ana")
        #expect(try fleet.tokens.holder(of: token, at: noon + 1000) == nil)
        #expect(try fleet.tokens.holder(of: .random(), at: noon) == nil)
        let other = try fleet.tokens.add(to: fleet.ana, name: "tablet", expires: nil)
        #expect(try fleet.tokens.tokens(of: fleet.ana).map(\.name) == ["phone", "tablet"])
        #expect(try fleet.tokens.revoke("phone", of: fleet.ana) == 1)
        #expect(try fleet.tokens.holder(of: token, at: noon) == nil)
        #expect(try fleet.tokens.holder(of: other, at: noon) != nil)
        try fleet.directory.removePerson(fleet.ana)
        #expect(try fleet.tokens.holder(of: other, at: noon) == nil)
    }

    @Test func tokenItselfIsNotStored() throws {
        let fleet = try Fleet()
        let token = try fleet.tokens.add(to: fleet.ana, name: "phone", expires: nil)
        let rows = try fleet.connection.run("SELECT person_token::text FROM person_token")
        #expect(rows.count == 1)
        #expect(rows.text(0, 0)?.contains(token.text.suffix(20)) == false)
        #expect(FleetToken(token.text) == token)
        for text in ["", "domofleet_", "domofleet_abc", String(token.text.dropLast()), "x" + token.text] {
            #expect(FleetToken(text) == nil)
        }
    }

    @Test func deviceHasOneToken() throws {
        let fleet = try Fleet()
        _ = try fleet.tokens.add(to: fleet.ana, name: "phone", expires: nil)
        let fault = #expect(throws: StoreFault.self) {
            try fleet.tokens.add(to: fleet.ana, name: "phone", expires: nil)
        }
        #expect(fault?.kind == .data)
    }

    // MARK: - Tokens of houses

    @Test func tokenOfHouseIsOpenedOnlyWithTheTokenThatStoredIt() throws {
        let fleet = try Fleet()
        let one = try fleet.tokens.add(to: fleet.ana, name: "phone", expires: nil)
        let other = try fleet.tokens.add(to: fleet.ana, name: "tablet", expires: nil)
        let holder = try #require(try fleet.tokens.holder(of: one, at: noon))
        let mine = HouseTokens(of: holder, with: one, fleet.connection)
        try mine.save("secret-of-the-house", of: fleet.house)
        #expect(try mine.token(of: fleet.house) == "secret-of-the-house")
        // The same row with another token, as if the number of the owner were changed.
        #expect(try HouseTokens(of: holder, with: other, fleet.connection).token(of: fleet.house) == nil)
        let sealed = try fleet.connection.run("SELECT encode(sealed, 'escape') FROM house_token").text(0, 0)
        #expect(sealed?.contains("secret") == false)
        try mine.save("another", of: fleet.house)
        #expect(try mine.token(of: fleet.house) == "another")
        try mine.remove(fleet.house)
        #expect(try mine.token(of: fleet.house) == nil)
        // With the token of the person goes what was stored with it.
        try mine.save("again", of: fleet.house)
        _ = try fleet.tokens.revoke("phone", of: fleet.ana)
        #expect(try fleet.connection.count("house_token") == 0)
    }

    @Test func sealedTextBelongsToItsHouse() throws {
        let key = try SealedSecret.random(32)
        let sealed = try SealedSecret.seal("text", for: "casa0001", key: key)
        #expect(try SealedSecret.open(sealed, for: "casa0001", key: key) == "text")
        #expect(try SealedSecret.open(sealed, for: "casa0002", key: key) == nil)
        #expect(try SealedSecret.seal("text", for: "casa0001", key: key) != sealed)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(try SealedSecret.open(changed, for: "casa0001", key: key) == nil)
        }
        for count in 0..<sealed.count {
            #expect(try SealedSecret.open(Array(sealed.prefix(count)), for: "casa0001", key: key) == nil)
        }
        let long = String(repeating: "x", count: SealedSecret.maxLength + 1)
        #expect(throws: StoreFault.self) { try SealedSecret.seal(long, for: "casa0001", key: key) }
        #expect(try SealedSecret.open(SealedSecret.seal("", for: "a", key: key), for: "a", key: key) == "")
    }

    // MARK: - What is of interest

    @Test func filtersAndTotalsAgree() throws {
        let fleet = try Fleet()
        let tenant = try fleet.directory.addTenant("Torre")
        try fleet.directory.grant(.read, tenant: tenant, to: fleet.ana)
        for number in 10..<16 {
            let house = try #require(HouseID(houseName(number)))
            try fleet.directory.addHouse(house, name: "Piso \(number)", tenant: tenant)
        }
        let now = noon + HouseOverview.maxSilence
        var quiet = report()
        (quiet.head.alarms, quiet.head.stale) = (0, 0)
        // 10: alarms and stale links. 11: fine. 12: fine, but long ago. 13: reports, but is disconnected. 14, 15: never seen.
        _ = try ReportWriter(fleet.connection).write([
            delivery(10, report(), stored: now), delivery(11, quiet, stored: noon),
            delivery(12, quiet, stored: noon - 1),
            delivery(13, quiet, stored: now),
        ])
        let connected = PresenceBook.State(isConnected: true, since: noon - 5)
        try fleet.connection.note([
            10: connected, 11: connected, 12: connected, 13: .init(isConnected: false, since: now),
        ])
        let search = HouseSearch(fleet.connection)
        func found(_ filter: HouseSearch.Filter) throws -> [String] {
            let page = try search.houses(of: fleet.ana, only: filter, now: now)
            #expect(page.count == page.houses.count)
            if filter == .away { #expect(page.houses.allSatisfy { $0.isOnline(at: now) == false }) }
            let chosen = try search.chosen(
                of: fleet.ana,
                named: "",
                only: filter,
                among: nil,
                now: now,
                atMost: 100
            )
            #expect(chosen.map(\.id.text) == page.houses.map(\.id))
            return page.houses.map(\.name)
        }
        #expect(try found(.all).count == 6)
        #expect(try found(.alarms) == ["Piso 10"])
        #expect(try found(.stale) == ["Piso 10"])
        #expect(try found(.away) == ["Piso 12", "Piso 13", "Piso 14", "Piso 15"])
        #expect(
            try search.totals(of: fleet.ana, now: now)
                == HouseSearch.Totals(houses: 6, alarms: 1, stale: 1, away: 4)
        )
        // Nobody listens any more: none is known to be away.
        try fleet.connection.run("UPDATE presence_listener SET confirmed = 0")
        #expect(try found(.away) == [])
        #expect(try search.totals(of: fleet.ana, now: now).away == nil)
        #expect(try search.isPresenceKnown() == false)
        #expect(try search.house(#require(HouseID(houseName(10))), of: fleet.ana)?.state?.alarms == 1)
        // Of another tenant.
        #expect(try search.house(fleet.house, of: fleet.ana) == nil)
        let among = try search.chosen(
            of: fleet.ana,
            named: "",
            only: .all,
            among: [fleet.house, #require(HouseID(houseName(11)))],
            now: now,
            atMost: 2
        )
        #expect(among.map(\.name) == ["Piso 11"])
    }

    @Test func placeInTheListSurvivesAsText() throws {
        let place = HouseSearch.Place(folded: "casa. de 1", id: houseName(1))
        #expect(HouseSearch.Place(text: place.text) == place)
        #expect(HouseSearch.Place(text: "casa") == nil)
        #expect(HouseSearch.Place(text: "a.b") == nil)
    }
}
