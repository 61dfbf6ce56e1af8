import DomoTestKit
import Foundation
import Testing

/// A daemon with an unread standard error.
@Suite(.waits) struct UnreadLogTests {
    /// Starts a program whose standard error goes into a pipe that holds a page; whoever has its descriptor may read
    /// it.
    private static func start(_ household: Household, _ options: [String]) throws -> (ChildProcess, log: CInt) {
        let path = household.folder.path + "/log"
        try #require(mkfifo(path, 0o600) == 0)
        // Both ends, so that opening it for writing does not block.
        let log = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        try #require(log >= 0)
        // F_SETPIPE_SZ, which Swift's Glibc has not.
        try #require(fcntl(log, 1031, CInt(4096)) >= 4096)
        let command = "exec \"$0\" \"$@\" 2>\"\(path)\""
        return (try household.start("/bin/sh", ["-c", command, "\(Programs.folder)/domod"] + options), log)
    }

    private static func read(_ log: CInt, into text: inout String) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(log, &buffer, buffer.count), count > 0 {
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    @Test func daemonAnswersAndStopsWithAnUnreadLog() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            let (daemon, log) = try Self.start(household, household.usual + ["--log-level", "debug"])
            defer { close(log) }
            try household.eventually("an answer") { try household.domo("status").status == 0 }
            let connection = try Connection(socket: household.socket)
            // Each order logs a line; the pipe is full after a few dozen.
            for _ in 0..<4 {
                for number in 0..<1000 {
                    try connection.send("set Buzzer \(number.isMultiple(of: 2) ? "on" : "off")\n")
                }
                for _ in 0..<1000 { #expect(try connection.line() != nil) }
            }
            daemon.send(SIGTERM)
            #expect(try daemon.waitForEnd() == 0)
        }
    }

    /// A server that never answers, pending orders, a reload from silent URLs, and an unread log.
    @Test func daemonStopsEvenIfEverythingHangs() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let server = try SilentServer()
            let homes = try SilentServer()
            func configure(_ more: [String]) throws -> String {
                let files = ([household.home] + more).map { "\"\($0)\"" }.joined(separator: ", ")
                let text = "homes: [\(files)]\nserver: \"http://127.0.0.1:\(server.port)\"\n"
                return try household.folder.write("domod.yaml", text)
            }
            let options = ["--config", try configure([]), "--socket", household.socket, "--state", household.state]
            let (daemon, log) = try Self.start(household, options)
            defer { close(log) }
            try household.eventually("an answer") { try household.domo("status").status == 0 }
            let connection = try Connection(socket: household.socket)
            for element in ["Buzzer", "Louver"] {
                let value = element == "Louver" ? "up" : "on"
                try connection.send("set \(element) \(value) --deadline 1m\n")
                try server.accept()
            }
            _ = try configure((1...3).map { "http://127.0.0.1:\(homes.port)/\($0).xml" })
            let reload = try household.start("domo", ["reload"])
            for _ in 1...3 { try homes.accept() }
            // The pipe is full.
            while Glibc.write(log, "x", 1) == 1 {}
            daemon.send(SIGTERM)
            #expect(try daemon.waitForEnd() == 0)
            #expect(try reload.waitForEnd() != 0)
        }
    }

    @Test func countOfDroppedLinesIsLoggedOnceThereIsSpace() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            let (_, log) = try Self.start(household, household.usual + ["--log-level", "debug"])
            defer { close(log) }
            try household.eventually("an answer") { try household.domo("status").status == 0 }
            let connection = try Connection(socket: household.socket)
            for _ in 0..<10 {
                for number in 0..<1000 {
                    try connection.send("set Buzzer \(number.isMultiple(of: 2) ? "on" : "off")\n")
                }
                for _ in 0..<1000 { #expect(try connection.line() != nil) }
            }
            var text = ""
            try household.eventually("the count") {
                Self.read(log, into: &text)
                return text.contains("log lines: standard error was not read")
            }
            expect(try household.domo("set", "Louver", "up"))
            try household.eventually("lines after it") {
                Self.read(log, into: &text)
                return text.contains("Louver up")
            }
        }
    }

    @Test func fatalErrorIsWrittenEvenToASlowReader() throws {
        try Household.with { household in
            let faults = String(repeating: "<Mueble/>", count: 2000)
            try household.folder.write("home.xml", "<Viviendas>\(faults)</Viviendas>")
            let (daemon, log) = try Self.start(household, household.usual)
            defer { close(log) }
            #expect(try daemon.waitForEnd() == 65)
            var text = ""
            Self.read(log, into: &text)
            #expect(text.hasPrefix("domod: "), "\(text)")
        }
    }
}
