import DomoBridge
import DomoClient
import DomoJSON
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet

/// The socket of a house that is reached over the fleet, with the real domod, domo-fleet and nats-server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RelayTests {
    private func caller(_ household: FleetHousehold) async throws -> FleetCaller {
        let settings = try household.asker.settings(name: "relay")
        let caller = FleetCaller(settings, asker: "relay1", on: FleetHousehold.loop) { _ in }
        caller.start()
        try await eventually("a connection to NATS") { caller.isConnected }
        return caller
    }

    private func relay(
        _ household: FleetHousehold,
        over caller: FleetCaller,
        token: Secret? = nil,
        exchange: HouseRelay.Exchange? = nil
    ) async throws -> HouseRelay {
        try await HouseRelay.listen(
            household.house,
            in: "\(household.folder.path)/relay",
            over: caller,
            principal: "relay1",
            token: token,
            exchange: exchange
        )
    }

    private func connect(_ relay: HouseRelay) async throws -> DaemonConnection {
        try await DaemonConnection.connect(to: relay.path, on: FleetHousehold.loop)
    }

    private func reply(_ connection: DaemonConnection, _ line: String) async throws -> String {
        String(buffer: try await connection.ask(line: line))
    }

    /// The house refuses orders that were sent before it started.
    private func waitUntilItTakesOrders(_ connection: DaemonConnection) async throws {
        try await eventually("an order that is carried out") {
            try await reply(connection, "set Luz off").hasPrefix(#"{"ok":"#)
        }
    }

    @Test func linesAreCarriedOutWithTheRightsOfTheToken() async throws {
        let household = try await FleetHousehold()
        let caller = try await caller(household)
        let relay = try await relay(household, over: caller)
        let connection = try await connect(relay)
        #expect(try await reply(connection, "ls").contains("not-allowed"))
        try household.startFleet()
        #expect(try await reply(connection, "login wrong").contains(#"{"error":"#))
        #expect(try await reply(connection, "ls").contains("not-allowed"))
        try await eventually("the login") {
            try await reply(connection, "login \(household.token) --from 192.0.2.7").contains(#""name":"fleet""#)
        }
        try await waitUntilItTakesOrders(connection)
        #expect(try await reply(connection, "set Luz on").hasPrefix(#"{"ok":"#))
        #expect(try await household.answer("show Luz")["readings"]?[0]?["value"]?.string == "on")
        #expect(String(buffer: try await household.daemon.ask(line: "token list")).contains("relay1 192.0.2.7"))
        // What the house or domod refuses comes back as an error, and the connection goes on.
        #expect(try await reply(connection, "reload").contains("can't be given over the fleet"))
        #expect(try await reply(connection, "set Nada on").contains("unknown-element"))
        #expect(try await reply(connection, "nonsense").contains("bad-request"))
        #expect(try await reply(connection, "logout").contains(#""role":"none""#))
        #expect(try await reply(connection, "ls").contains("not-allowed"))
        connection.close()
        await relay.close()
        #expect(access(relay.path, F_OK) != 0)
        await caller.stop()
        await household.stop()
    }

    @Test func repliesKeepTheOrderOfTheLines() async throws {
        let household = try await FleetHousehold()
        let caller = try await caller(household)
        try household.startFleet()
        let relay = try await relay(household, over: caller, token: Secret(household.token))
        let connection = try await connect(relay)
        try await waitUntilItTakesOrders(connection)
        var replies: [(level: Int, reply: EventLoopFuture<ByteBuffer>)] = []
        for level in 0..<100 {
            // More than the house takes at once.
            replies.append((level, try connection.start(line: "set Brillo \(level)")))
            replies.append((level, try connection.start(line: "show Brillo")))
            replies.append((-1, try connection.start(line: "nonsense")))
        }
        for (level, reply) in replies {
            let text = String(buffer: try await reply.get())
            let action = text.contains("outcome")
            let expected = action ? #""action":"\#(level)""# : #""value":\#(level),"#
            #expect(text.contains(level < 0 ? "bad-request" : expected))
        }
        connection.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    @Test func houseThatIsAwayIsKnownAtOnce() async throws {
        let household = try await FleetHousehold()
        let caller = try await caller(household)
        let relay = try await relay(household, over: caller, token: Secret(household.token))
        let connection = try await connect(relay)
        for line in ["set Luz on", "ls"] {
            let text = try await reply(connection, line)
            #expect(text.contains("the house casa0001 is not connected to the fleet") && text.contains("unreachable"))
        }
        connection.close()
        await relay.close()
        await caller.stop()
        #expect(!caller.isConnected)
        await household.stop()
    }

    /// A program signs people in by itself, and knows the token that each has in the house.
    @Test func loginMayBeExchanged() async throws {
        let household = try await FleetHousehold()
        let caller = try await caller(household)
        try household.startFleet()
        let token = Secret(household.token)
        let relay = try await relay(household, over: caller) { $0.value == "person" ? token : nil }
        let connection = try await connect(relay)
        #expect(try await reply(connection, "login \(token.value)").contains("not-allowed"))
        try await eventually("the login") {
            try await reply(connection, "login person").contains(#""name":"fleet""#)
        }
        #expect(try await reply(connection, "ls").contains(#""places""#))
        connection.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    @Test func onlyTheUserOfTheProgramCanOpenTheSocket() async throws {
        let household = try await FleetHousehold()
        let caller = try await caller(household)
        let relay = try await relay(household, over: caller)
        var status = stat()
        #expect(stat(relay.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        await relay.close()
        let folder = "\(household.folder.path)/open"
        #expect(mkdir(folder, 0o755) == 0 && chmod(folder, 0o755) == 0)
        await #expect(throws: HouseFault.self) {
            try await HouseRelay.listen(household.house, in: folder, over: caller, principal: "x")
        }
        await #expect(throws: HouseFault.self) {
            let long = String(repeating: "x", count: 100)
            return try await HouseRelay.listen(household.house, in: "/tmp/\(long)", over: caller, principal: "x")
        }
        await caller.stop()
        await household.stop()
    }
}
