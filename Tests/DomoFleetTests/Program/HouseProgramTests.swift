import DomoBridge
import DomoJSON
import DomoNATS
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// The real domo-fleet, domod and nats-server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HouseProgramTests {
    private func values(_ household: FleetHousehold, of kind: String, _ element: String) -> [String] {
        household.stored.values.filter { $0.kind == kind && $0.element == element }
            .sorted { $0.cursor < $1.cursor }.compactMap(\.value)
    }

    @Test func orderIsCarriedOutAndReported() async throws {
        let household = try await FleetHousehold()
        // Nobody is there yet, and that is known at once.
        await #expect(throws: NATSFault.noResponders) { try await household.send(household.order("set Luz on")) }
        try household.startFleet()
        let (order, reply) = try await household.give("set Luz on")
        #expect(try await household.answer("show Luz")["readings"]?[0]?["value"]?.string == "on")
        // The same request again: the same reply, and no other order.
        let count = try await household.answer("orders")["orders"]?.count
        #expect(try await household.send(order) == reply)
        #expect(try await household.answer("orders")["orders"]?.count == count)
        // What the token does not allow is refused by domod, and what the fleet may not give by the house.
        let other = household.order("status")
        let wrong = FleetOrder(
            key: "w",
            sent: other.sent,
            deadline: other.deadline,
            principal: "x",
            token: Secret("wrong"),
            line: "ls"
        )
        #expect(String(decoding: try await household.send(wrong), as: UTF8.self).contains("error"))
        let refused = String(decoding: try await household.send(household.order("reload")), as: UTF8.self)
        #expect(refused.contains("not-allowed"))
        #expect(String(decoding: try await household.send(other), as: UTF8.self).hasPrefix(#"{"ok":"#))
        try await eventually("the report") {
            try await household.pull()
            return values(household, of: "reading", "Casa/Luz").last == "on"
        }
        #expect(values(household, of: "order", "Casa/Luz").contains("on"))
        await household.stop()
    }

    @Test func killedHouseReportsEverythingOnce() async throws {
        let household = try await FleetHousehold()
        var expected: [String] = []
        for round in 0..<4 {
            try household.startFleet()
            for level in 0..<10 {
                let value = "\(round * 10 + level + 30)"
                expected.append(value)
                _ = try await household.answer("set Brillo \(value)")
                // So that it is killed at various moments: while it reads, saves or sends. The verdict is the same.
                if level == 5 { try await Task.sleep(for: .milliseconds(1500 + 700 * round)) }
            }
            household.fleet?.send(SIGKILL)
            _ = try household.fleet?.waitForEnd()
        }
        try household.startFleet()
        try await eventually("the reports") {
            try await household.pull()
            return values(household, of: "reading", "Casa/Brillo").last == expected.last
        }
        // Each once, in order, after the value of the start.
        #expect(values(household, of: "reading", "Casa/Brillo").suffix(expected.count) == expected[...])
        household.fleet?.send(SIGTERM)
        #expect(try household.fleet?.waitForEnd() == 0)
        await household.stop()
    }

    @Test func credentialsThatOthersCanReadAreRefused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("credentials", "{}")
        #expect(chmod(path, 0o644) == 0)
        let run = try ChildProcess.run(
            BuiltProgram.path("domo-fleet"),
            ["--credentials", path, "--state", "\(folder.path)/state"]
        )
        #expect(run.status == 78)
        #expect(run.errors.contains("chmod 600"))
    }

    @Test func unknownCommandIsNamed() throws {
        let run = try ChildProcess.run(BuiltProgram.path("domo-fleet"), ["enrol", "domo1.x"])
        #expect(run.status == 64 && run.errors == "domo-fleet: unknown command \"enrol\"; see domo-fleet --help\n")
        let help = try ChildProcess.run(BuiltProgram.path("domo-fleet"), ["help", "operator"])
        #expect(help.status == 0 && help.output.contains("operator"), "\(help)")
    }
}
