import DomoTestKit
import Glibc
import Testing

@Suite(.waits) struct WatchTests {
    @Test func eventsArriveWhileOthersAct() throws {
        try Household.running { household in
            let watch = try household.startWatch()
            expect(try household.domo("set", "Louver", "up"))
            expect(try household.domo("dim", "GradualLighting", "40"))
            try watch.wait(for: "events") { output, _ in
                output.contains("Salon/Louver") && output.contains("~opening") && output.contains("~40 %") ? () : nil
            }
            #expect(!watch.output.contains("\u{1B}"))
            watch.send(SIGINT)
            #expect(try watch.waitForEnd() == 0)
        }
    }

    @Test func watchOfAPlaceShowsNoOther() throws {
        try Household.running { household in
            let watch = try household.startWatch(["Salon"])
            expect(try household.domo("set", "Buzzer", "on"))
            expect(try household.domo("set", "RoomLighting", "on"))
            expect(try household.domo("set", "Louver", "up"))
            try watch.wait(for: "event") { output, _ in output.contains("~opening") ? () : nil }
            #expect(!watch.output.contains("Buzzer") && !watch.output.contains("RoomLighting"))
        }
    }

    @Test func watchEndsWithItsReader() throws {
        try Household.running { household in
            let pipe = try household.start(
                "/bin/sh",
                ["-c", "\(Programs.folder)/domo watch | head -n 1"]
            )
            try household.reload { pipe.status != nil }
            #expect(try pipe.waitForEnd() == 0)
            #expect(pipe.output.split(separator: "\n").count == 1)
        }
    }

    @Test(.letsTimePass) func failedOrderIsAnEvent() throws {
        try Household.running(simulator: ["--fail", "100%"]) { household in
            let watch = try household.startWatch(["--json"])
            expect(try household.domo("set", "Louver", "up", "--deadline", Household.tried), status: 69)
            try watch.wait(for: "event") { output, _ in
                output.contains("\"kind\":\"order\"") && output.contains("500") ? () : nil
            }
        }
    }

    @Test func watchOfAnUnknownPlaceIsRefused() throws {
        try Household.running { household in
            expect(try household.domo("watch", "Salom"), status: 68, says: ["Salon"])
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func watchGoesOnAfterARestartOfTheDaemon(signal: Int32) throws {
        try Household.running { household in
            let watch = try household.startWatch(["Salon"])
            household.daemon?.send(signal)
            _ = try household.daemon?.waitForEnd()
            try watch.wait(for: "the note") { _, errors in errors.contains("domod closed the connection") ? () : nil }
            try household.startDaemon()
            try watch.wait(for: "the return") { _, errors in errors.contains("reconnected to domod") ? () : nil }
            expect(try household.domo("set", "Buzzer", "on"))
            expect(try household.domo("set", "Louver", "up"))
            try watch.wait(for: "the event") { output, _ in output.contains("~opening") ? () : nil }
            #expect(!watch.output.contains("Buzzer"))
            watch.send(SIGINT)
            #expect(try watch.waitForEnd() == 0)
        }
    }

    @Test func watchThatWaitsForTheDaemonEndsWithItsReader() throws {
        try Household.running { household in
            // It writes one line, then waits for more.
            let pipe = try household.start("/bin/sh", ["-c", "\(Programs.folder)/domo watch | sleep 1"])
            household.daemon?.send(SIGKILL)
            #expect(try pipe.waitForEnd() == 0)
        }
    }
}
