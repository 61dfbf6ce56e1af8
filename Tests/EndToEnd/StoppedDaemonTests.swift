import Foundation
import Glibc
import Testing

/// A daemon that does not run for a while, as on a machine that is out of memory or a virtual one that is paused: time
/// passes without it.
@Suite(.waits) struct StoppedDaemonTests {
    /// Stops it for so many seconds.
    private static func stop(_ household: Household, for seconds: Double, _ meanwhile: () throws -> Void) throws {
        let daemon = try #require(household.daemon)
        daemon.send(SIGSTOP)
        defer { daemon.send(SIGCONT) }
        let end = Date(timeIntervalSinceNow: seconds)
        try meanwhile()
        Thread.sleep(until: end)
    }

    @Test func clientsWaitAndWhoWatchedStillDoes() throws {
        try Household.running { household in
            let watch = try household.startWatch()
            let connection = try Connection(socket: household.socket)
            try connection.send("status\n")
            #expect(try connection.line()?.hasPrefix(#"{"ok""#) == true)
            var newcomer: Connection?
            try Self.stop(household, for: 3) {
                try connection.send("set Louver up\n")
                newcomer = try Connection(socket: household.socket)
                try newcomer?.send("show Buzzer\n")
            }
            #expect(try connection.line()?.contains("accepted") == true)
            #expect(try household.reading("Louver").value == "up")
            #expect(try newcomer?.line()?.hasPrefix(#"{"ok""#) == true)
            try watch.wait(for: "the reading") { output, _ in output.contains("Louver") ? () : nil }
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }

    /// The first is on its way when the daemon stops, the second waits behind it; the time of both is over when it goes on.
    @Test func orderWhoseDeadlinePassedIsNotSent() throws {
        try Household.running(simulator: ["--latency", "1s"]) { household in
            let connection = try Connection(socket: household.socket)
            try connection.send("set Louver up --deadline 3s\nset Louver stop --deadline 3s\nset Buzzer on\n")
            try household.waitForOrdersInFlight()
            // The house gets what was sent, and answers, but nobody is there to hear it.
            try Self.stop(household, for: 4) {}
            _ = try #require(try connection.line())
            let late = try #require(try connection.line())
            #expect(late.hasPrefix(#"{"error""#), "\(late)")
            #expect(late.contains("deadline"), "\(late)")
            #expect(try connection.line() != nil)
            // This order goes out behind anything that would be left.
            expect(try household.domo("set", "Louver", "down"))
            let louver = try household.signals().filter { $0.contains("Louver") }
            #expect(louver == ["enable Louver → 204", "disable Louver → 204"])
        }
    }

    /// What happened meanwhile is not known: the first answer must not show a value from before as if it were seen now,
    /// neither one that was known nor one that lay in the socket.
    @Test func readingsFromBeforeAreStale() throws {
        let reading = Household.Reading(questions: [.all], timing: ["every: 1s", "max-age: 1500ms"])
        try Household.telling(simulator: ["--latency", "300ms"], reading) { household in
            for value in ["on", "off"] {
                try household.waitForReading("Buzzer", value == "on" ? "off" : "on")
                let connection = try Connection(socket: household.socket)
                try household.waitForQuestion()
                try Self.stop(household, for: 3) {
                    // The house answers, and then it changes.
                    Thread.sleep(forTimeInterval: 0.5)
                    try household.atTheWall("Buzzer", value)
                    try connection.send("show Buzzer\n")
                }
                let answer = try #require(try connection.line())
                let isNew = answer.contains(#""value":"\(value)""#)
                #expect(isNew || answer.contains(#""stale":true"#), "\(answer)")
            }
            try household.waitForReading("Buzzer", "off")
        }
    }
}

extension Household {
    /// Waits until the house is asked for its state once more.
    fileprivate func waitForQuestion() throws {
        let before = try requests("GET").count
        try eventually("a question") { try self.requests("GET").count > before }
    }
}
