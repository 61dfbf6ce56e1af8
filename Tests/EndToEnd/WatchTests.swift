import Glibc
import Testing

@Suite(.waits) struct WatchTests {
    @Test func eventsArriveWhileOthersAct() throws {
        try Household.running { household in
            let watch = try household.startWatch()
            expect(try household.domo("set", "Louver", "up"))
            expect(try household.domo("dim", "GradualLighting", "40"))
            try watch.wait(for: "events") { output, _ in
                output.contains("Salon/Louver") && output.contains("~up") && output.contains("~40 %") ? () : nil
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
            try watch.wait(for: "event") { output, _ in output.contains("~up") ? () : nil }
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

    @Test func failedOrderIsAnEvent() throws {
        try Household.running(simulator: ["--fail", "100%"]) { household in
            let watch = try household.startWatch(["--json"])
            expect(try household.domo("set", "Louver", "up", "--deadline", "500ms"), status: 69)
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

    @Test func watchEndsWithTheDaemon() throws {
        try Household.running { household in
            let watch = try household.startWatch()
            household.daemon?.send(SIGTERM)
            #expect(try watch.waitForEnd() == 69)
            #expect(watch.errorOutput.contains("no more events"))
        }
    }
}
