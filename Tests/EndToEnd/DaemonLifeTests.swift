import DomoTestKit
import FoundationEssentials
import Glibc
import Testing

@Suite(.waits) struct DaemonLifeTests {
    @Test func socketOfAKilledDaemonIsTakenOver() throws {
        try Household.running { household in
            household.daemon?.send(SIGKILL)
            #expect(try household.daemon?.waitForEnd() == 128 + SIGKILL)
            #expect(household.folder.holds("domo.sock"))
            expect(try household.domo("status"), status: 69, says: ["can't connect to domod"])

            try household.startDaemon()
            expect(try household.domo("set", "Buzzer", "on"), says: ["accepted"])
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func stoppedDaemonFinishesOrdersInFlight(signal: Int32) throws {
        try Household.running { household in
            household.simulator?.send(SIGSTOP)
            let order = try household.start("domo", ["set", "Buzzer", "on", "--deadline", "5m"])
            try household.waitForOrdersInFlight()
            household.daemon?.send(signal)
            household.simulator?.send(SIGCONT)
            #expect(try household.daemon?.waitForEnd() == 0)
            #expect(try order.waitForEnd() == 0)
            #expect(order.output.contains("accepted"), "\(order.output)\(order.errorOutput)")
            #expect(!household.folder.holds("domo.sock"))
        }
    }

    @Test func stoppedDaemonDoesNotWaitForAServerForever() throws {
        try Household.running(simulator: ["--latency", "60s"]) { household in
            let order = try household.start("domo", ["set", "Buzzer", "on", "--deadline", "1m"])
            try household.waitForOrdersInFlight()
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            #expect(try order.waitForEnd() != 0)
        }
    }

    @Test func reloadFromSilentURLsDoesNotKeepADaemonFromStopping() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            func configure(_ more: [String]) throws -> String {
                let homes = ([household.home] + more).map { "\"\($0)\"" }.joined(separator: ", ")
                return try household.folder.write("domod.yaml", "homes: [\(homes)]\n")
            }
            let file = try configure([])
            let daemon = try household.startedDaemon([
                "--config", file, "--socket", household.socket, "--state", household.state,
            ])
            let silent = try SilentServer()
            _ = try configure((1...3).map { "http://127.0.0.1:\(silent.port)/\($0).xml" })
            let reload = try household.start("domo", ["reload"])
            for _ in 1...3 { try silent.accept() }
            daemon.send(SIGTERM)
            #expect(try daemon.waitForEnd() == 0)
            #expect(try reload.waitForEnd() == 69)
        }
    }

    @Test func idleClientsDoNotKeepADaemonFromStopping() throws {
        try Household.running { household in
            let silent = try Connection(socket: household.socket)
            let watcher = try household.start("domo", ["watch"])
            try silent.send("set Buz")
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            #expect(try watcher.waitForEnd() == 69)
        }
    }

    @Test func secondDaemonOnTheSameSocketIsRefused() throws {
        try Household.running { household in
            let options = ["--home", household.home, "--socket", household.socket, "--state", household.state + "2"]
            let second = try household.run("domod", options)
            expect(second, status: 69, output: "", says: ["another domod", household.socket, "--socket"])
            // The variable takes precedence over the file.
            let file = try household.folder.write("other.yaml", "socket: \(household.folder.path)/other.sock\n")
            let third = try household.run(
                "/usr/bin/env",
                [
                    "DOMO_SOCKET=\(household.socket)", "\(Programs.folder)/domod", "--config", file, "--home",
                    household.home,
                    "--state", household.folder.path + "/third",
                ]
            )
            expect(third, status: 69, output: "", says: ["another domod", household.socket, "which DOMO_SOCKET names"])
            expect(try household.domo("set", "Buzzer", "on"))
        }
    }

    @Test func secondDaemonOnTheSameStateFolderIsRefused() throws {
        try Household.running { household in
            let options = ["--home", household.home, "--socket", household.socket + "2", "--state", household.state]
            let second = try household.run("domod", options)
            expect(second, status: 69, output: "", says: ["another domod", household.state, "--state"])
            expect(try household.domo("set", "Buzzer", "on"))
        }
    }

    @Test func socketIsForOwnerAndGroup() throws {
        try Household.running { household in
            var status = stat()
            #expect(stat(household.socket, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o660)
        }
    }

    @Test func fileInPlaceOfTheSocketIsLeftAlone() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("domo.sock", "precious")
            expect(try household.run("domod", household.usual), status: 78, says: [household.socket, "--socket"])
            #expect(household.folder.holds("domo.sock"))
        }
    }

    @Test func memoryOfTheStartIsReleased() throws {
        try Household.running { household in
            let daemon = try #require(household.daemon)
            func kilobytes(_ name: String) throws -> Int {
                let status = try String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
                return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
            }
            try household.eventually("less resident memory than at the start") {
                try kilobytes("VmRSS") < kilobytes("VmHWM") - 4096
            }
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
        }
    }
}
