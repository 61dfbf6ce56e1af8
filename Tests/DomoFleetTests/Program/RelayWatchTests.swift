import DomoBridge
import DomoClient
import DomoJSON
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet

/// Events of a house that is reached over the fleet, with the real programs.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RelayWatchTests {
    private static let sectors = """
        <Sector><Nombre>Patio</Nombre>
        <Dispositivo><Nombre>Riego</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo></Sector>
        """

    @Test func eventsComeInOrderAndAllOfThem() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        try household.startFleet()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let events = Events()
        let connection = try await relay.connect(events: events)
        try await connection.waitUntilOrdersAreTaken()
        let watching = #"{"ok":{"watching":"Casa","orders":true}}"#
        #expect(try await connection.reply(to: "watch --orders Casa") == watching)
        // Longer than it takes to renew the lease twice: what the watching needs is there without end.
        let levels = (0..<300).map { 1 + $0 % 99 }
        for (index, level) in levels.enumerated() {
            _ = try await household.answer("set Brillo \(level)")
            if index % 100 == 99 { try await Task.sleep(for: .seconds(8)) }
        }
        let readings = {
            events.all.filter { $0.contains(#""kind":"reading""#) && $0.contains("Casa/Brillo") }
                .compactMap { $0.firstMatch(of: /"value":(\d+)/).flatMap { Int($0.1) } }
        }
        try await eventually("the events") { readings().count == levels.count }
        #expect(readings() == levels)
        #expect(events.has(#""kind":"order""#, "Casa/Brillo") && connection.isOpen)
        connection.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    /// A token with places, over the fleet, against what is outside them.
    @Test func tokenSeesOnlyItsPlaces() async throws {
        let household = try await FleetHousehold(more: Self.sectors)
        let caller = try await household.startCaller()
        try household.startFleet()
        let token = try await household.answer("token new patio --role act --place Casa/Patio")["token"]?.string ?? ""
        let relay = try await household.relay(over: caller, token: Secret(token))
        let events = Events()
        let connection = try await relay.connect(events: events)
        try await connection.waitUntilOrdersAreTaken("set Riego off")
        #expect(try await connection.reply(to: "watch --orders").hasPrefix(#"{"ok":"#))
        for line in ["set Luz on", "toggle Luz", "dim Brillo 4", "show Luz", "why Luz", "history Luz", "watch Luz"] {
            let reply = try await connection.reply(to: line)
            #expect(reply.hasPrefix(#"{"error":"#) && !reply.contains(#""value""#), "\(line): \(reply)")
        }
        for line in ["ls", "ls -r", "model", "orders", "status", "log", "stats", "scenes", "notices"] {
            let reply = try await connection.reply(to: line)
            #expect(!reply.contains("Luz") && !reply.contains("Brillo"), "\(line): \(reply)")
        }
        for line in ["token list", "reload", "watch --telegrams", "notify Hola --to ana"] {
            let reply = try await connection.reply(to: line)
            #expect(reply.contains("not-allowed"), "\(line): \(reply)")
        }
        #expect(try await connection.reply(to: "watch --orders").hasPrefix(#"{"ok":"#))
        _ = try await household.answer("set Luz on")
        _ = try await household.answer("set Riego on")
        try await eventually("the event") { events.has("Riego", #""value":"on""#) }
        #expect(!events.has("Luz"))
        // A token that is revoked sees and does nothing more.
        _ = try await household.answer("token revoke patio")
        try await connection.closed.get()
        let next = try await relay.connect()
        #expect(try await next.reply(to: "ls").contains(#"{"error":"#))
        next.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    /// Who watches must not believe that nothing happens: the connection is closed, as domod's would be.
    @Test func watchingEndsWithTheHouse() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        try household.startFleet()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let first = try await relay.connect()
        try await eventually("the lease") { try await first.reply(to: "watch").hasPrefix(#"{"ok":"#) }
        household.fleet?.send(SIGKILL)
        _ = try household.fleet?.waitForEnd()
        try await first.closed.get()
        // Again, with the server of the fleet.
        try household.startFleet()
        let second = try await relay.connect()
        try await eventually("the lease") { try await second.reply(to: "watch").hasPrefix(#"{"ok":"#) }
        household.domod.send(SIGTERM)
        try await second.closed.get()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    @Test func housesInOneProgramDoNotDisturbEachOther() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        try household.startFleet()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let away = try await HouseRelay.listen(
            try #require(HouseID("casa0002")),
            in: "\(household.folder.path)/relay",
            over: caller,
            principal: "relay1",
            token: Secret(household.token)
        )
        let (near, far) = (try await relay.connect(), try await away.connect())
        try await near.waitUntilOrdersAreTaken()
        for line in ["watch", "ls", "set Luz on"] {
            #expect(try await far.reply(to: line).contains("the house casa0002 is not connected to the fleet"))
            #expect(try await near.reply(to: line).hasPrefix(#"{"ok":"#))
        }
        await away.close()
        #expect(near.isOpen)
        near.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }
}
