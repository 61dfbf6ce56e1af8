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
    @Test func linesAreCarriedOutWithTheRightsOfTheToken() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        let relay = try await household.relay(over: caller)
        let connection = try await relay.connect()
        #expect(try await connection.reply(to: "ls").contains("not-allowed"))
        try household.startFleet()
        #expect(try await connection.reply(to: "login wrong").contains(#"{"error":"#))
        #expect(try await connection.reply(to: "ls").contains("not-allowed"))
        try await eventually("the login") {
            try await connection.reply(to: "login \(household.token) --from 192.0.2.7").contains(#""name":"fleet""#)
        }
        try await connection.waitUntilOrdersAreTaken()
        #expect(try await connection.reply(to: "set Luz on").hasPrefix(#"{"ok":"#))
        #expect(try await household.answer("show Luz")["readings"]?[0]?["value"]?.string == "on")
        #expect(String(buffer: try await household.daemon.ask(line: "token list")).contains("relay1 192.0.2.7"))
        // An ad-hoc scene, and what concerns several elements.
        #expect(try await connection.reply(to: "run Cine 'set Luz off' 'dim Brillo 30'").contains(#""outcome":"done""#))
        #expect(try await household.answer("show Brillo")["readings"]?[0]?["value"]?.number == 30)
        #expect(try await connection.reply(to: "off Casa").hasPrefix(#"{"ok":{"elements":[]"#))
        #expect(try await connection.reply(to: "scene stop").hasPrefix(#"{"ok":{"scenes":[]"#))
        #expect(try await connection.reply(to: "scene stop Nada").contains("there is no scene"))
        // What the house or domod refuses comes back as an error, and the connection goes on.
        #expect(try await connection.reply(to: "reload").contains("can't be given over the fleet"))
        #expect(try await connection.reply(to: "set Nada on").contains("unknown-element"))
        #expect(try await connection.reply(to: "nonsense").contains("bad-request"))
        #expect(try await connection.reply(to: "logout").contains(#""role":"none""#))
        #expect(try await connection.reply(to: "ls").contains("not-allowed"))
        connection.close()
        await relay.close()
        #expect(access(relay.path, F_OK) != 0)
        await caller.stop()
        await household.stop()
    }

    @Test func repliesKeepTheOrderOfTheLines() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        try household.startFleet()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let connection = try await relay.connect()
        try await connection.waitUntilOrdersAreTaken()
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
        let caller = try await household.startCaller()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let connection = try await relay.connect()
        for line in ["set Luz on", "ls"] {
            let text = try await connection.reply(to: line)
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
        let caller = try await household.startCaller()
        try household.startFleet()
        let token = Secret(household.token)
        let relay = try await household.relay(over: caller) { $0.value == "person" ? token : nil }
        let connection = try await relay.connect()
        #expect(try await connection.reply(to: "login \(token.value)").contains("not-allowed"))
        try await eventually("the login") {
            try await connection.reply(to: "login person").contains(#""name":"fleet""#)
        }
        #expect(try await connection.reply(to: "ls").contains(#""places""#))
        connection.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }

    @Test func onlyTheUserOfTheProgramCanOpenTheSocket() async throws {
        let household = try await FleetHousehold()
        let caller = try await household.startCaller()
        let relay = try await household.relay(over: caller)
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

    /// More than a message of NATS may have.
    @Test func longReplyArrivesWhole() async throws {
        let elements = (0..<3000).map {
            "<Dispositivo><Nombre>Un elemento con nombre largo \($0)</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>"
        }
        let household = try await FleetHousehold(more: elements.joined())
        let caller = try await household.startCaller()
        try household.startFleet()
        let relay = try await household.relay(over: caller, token: Secret(household.token))
        let connection = try await relay.connect()
        try await eventually("the house's clock") { try await connection.reply(to: "ls").hasPrefix(#"{"ok":"#) }
        let expected = String(buffer: try await household.daemon.ask(line: "model"))
        #expect(expected.utf8.count > 2 * OrderDesk.maxReply)
        // Several at the same time, and short ones between them.
        let replies = try (0..<6).map { try connection.start(line: $0 % 2 == 0 ? "model" : "show Luz") }
        for (number, reply) in replies.enumerated() {
            let text = String(buffer: try await reply.get())
            #expect(number % 2 == 0 ? text == expected : text.contains("Casa/Luz"))
        }
        connection.close()
        await relay.close()
        await caller.stop()
        await household.stop()
    }
}
