import DomoTestKit
import Foundation
import Testing

@Suite(.waits) struct OutageTests {
    @Test func orderForADeadServerReportsIt() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            try household.killSimulator()

            let order = try household.domo("set", "Buzzer", "off", "--deadline", Household.tried)
            expect(order, status: 69, says: [household.serverURL, "unreachable", "nothing was sent"])
            try household.waitUntilUnreachable()
            expect(try household.domo("status"), says: ["unreachable"])
            expect(try household.domo("show", "Buzzer"), says: ["on (stale)"])
        }
    }

    @Test func nextOrderWorksOnceTheServerIsBack() throws {
        try Household.running { household in
            let port = household.port
            try household.killSimulator()
            expect(try household.domo("set", "Buzzer", "on", "--deadline", Household.tried), status: 69)
            try household.startSimulator(port: port)
            expect(try household.domo("set", "Buzzer", "on"), says: ["accepted"])
            #expect(try household.signals() == ["enable Buzzer → 204"])
            let status = try household.domo("status")
            expect(status, says: ["reachable"])
            #expect(!status.output.contains("unreachable"))
        }
    }

    /// The model house's server reports no states.
    @Test func serverThatGoesAndComesBackIsNoticedWithoutAnOrder() throws {
        try Household.running { household in
            let port = household.port
            try household.eventually("the first check") { try household.domo("status").output.contains(" reachable") }
            try household.killSimulator()
            #expect(try household.domo("set", "Buzzer", "on", "--deadline", "200ms").status != 0)
            try household.waitUntilUnreachable()
            try household.startSimulator(port: port)
            try household.waitUntilReachable()
            // Checks leave no trace in the house.
            #expect(try household.signals() == [])
        }
    }

    @Test func daemonThatStartsWithoutItsServerSaysSo() throws {
        try Household.running { household in
            let port = household.port
            try household.stopDaemon()
            try household.killSimulator()
            try household.startDaemon()
            try household.waitUntilUnreachable()
            try household.startSimulator(port: port)
            try household.waitUntilReachable()
        }
    }

    /// The kernel accepts connections for a server that hangs.
    @Test func hungServerIsNotReachable() throws {
        try Household.running { household in
            household.simulator?.send(SIGSTOP)
            expect(try household.domo("set", "Buzzer", "on", "--deadline", Household.tried), status: 75)
            try household.waitUntilUnreachable()
            household.simulator?.send(SIGCONT)
            try household.waitUntilReachable()
        }
    }

    @Test func orderGivenDuringAShortOutageIsCarriedOut() throws {
        try Household.running { household in
            let port = household.port
            try household.killSimulator()
            let order = try household.start("domo", ["set", "Buzzer", "on"])
            try household.waitForLog("unreachable")
            try household.startSimulator(port: port)
            #expect(try order.waitForEnd() == 0)
            #expect(order.output.contains("on try "), "\(order.output)")
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    @Test func nothingIsReplayedAfterItsDeadline() throws {
        try Household.running { household in
            let port = household.port
            try household.killSimulator()
            #expect(try household.domo("set", "Louver", "up", "--deadline", "500ms").status != 0)
            try household.startSimulator(port: port)
            // This order is sent after anything left of the first.
            expect(try household.domo("set", "Buzzer", "on"))
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    @Test(.letsTimePass) func orderThatWaitedForAHungServerIsNotSentLate() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            household.simulator?.send(SIGSTOP)
            // The deadline of the waiting orders passes before that of the first, however far apart they arrive.
            let orders =
                "set --deadline 3s Louver up\nset --deadline 500ms Louver stop\nset --deadline 500ms Louver down\n"
            let batch = try household.run("domo", ["-"], input: orders)
            expect(batch, status: 75, says: ["line 1", "line 2", "line 3", "may have been carried out"])
            household.simulator?.send(SIGCONT)
            expect(try household.domo("set", "Buzzer", "off"))
            // The first was sent and may arrive; the others were never sent.
            #expect(try household.signals().filter { $0.contains("Louver") }.allSatisfy { $0.hasPrefix("enable") })
        }
    }

    @Test(.letsTimePass) func recoveredServerAcceptsTheNextOrder() throws {
        try Household.running { household in
            household.simulator?.send(SIGSTOP)
            expect(try household.domo("set", "Buzzer", "on", "--deadline", Household.tried), status: 75)
            household.simulator?.send(SIGCONT)
            expect(try household.domo("set", "Buzzer", "off"))
            #expect(try household.signals().last == "disable Buzzer → 204")
            expect(try household.domo("show", "Buzzer"), says: ["~off"])
        }
    }

    @Test func deadServerDoesNotAffectAnother() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.sample("samples/dos-casas.xml"))
            try household.startSimulator()
            let configuration = try household.folder.write(
                "domod.yaml",
                """
                homes: \(household.home)
                server: \(household.serverURL)
                houses:
                  \(Self.firstHouse):
                    server: http://127.0.0.1:9
                """
            )
            try household.startedDaemon([
                "--config", configuration, "--socket", household.socket, "--state", household.state,
            ])
            let elements = try household.elements()
            let dead = try #require(
                elements.first { $0.path.hasPrefix(Self.firstHouse) && $0.types.contains("binary") }
            )
            let alive = try #require(
                elements.first { !$0.path.hasPrefix(Self.firstHouse) && $0.types.contains("binary") }
            )
            // The order for the dead server goes on for as long as the test.
            let waiting = try household.start("domo", ["set", dead.path, "on", "--deadline", "300s"])
            try household.waitForOrdersWaiting()
            for value in ["on", "off", "on"] {
                expect(try household.domo("set", alive.path, value, "--deadline", "60s"), says: ["accepted"])
            }
            #expect(waiting.status == nil)
        }
    }

    private static let firstHouse: String = {
        let text = Household.sample("samples/dos-casas.xml")
        let start = text.range(of: "<Nombre>")!.upperBound
        return String(text[start...].prefix { $0 != "<" }).trimmingCharacters(in: .whitespacesAndNewlines)
    }()
}
