import DomoTestKit
import Foundation
import Glibc
import Testing

/// A daemon that is stopped for a while, as on a machine out of memory or a paused virtual machine: time
/// passes without it.
@Suite(.waits) struct StoppedDaemonTests {
    /// Stops it while `meanwhile` runs.
    private static func stop(_ household: Household, _ meanwhile: () throws -> Void) throws {
        let daemon = try #require(household.daemon)
        daemon.send(SIGSTOP)
        defer { daemon.send(SIGCONT) }
        // The signal stops its threads one after another, while they may still read.
        try household.eventually("all threads stopped") {
            let tasks = "/proc/\(daemon.pid)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { task in
                // A thread may end after the list is read.
                guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/stat", encoding: .utf8) else {
                    return false
                }
                // The state follows the name, which is in parentheses.
                return status.split(separator: ")").last?.hasPrefix(" T ") == true
            }
        }
        try meanwhile()
    }

    @Test func clientsWaitAndWatchersContinue() throws {
        try Household.running { household in
            let watch = try household.startWatch()
            let connection = try Connection(socket: household.socket)
            try connection.send("status\n")
            #expect(try connection.line()?.hasPrefix(#"{"ok""#) == true)
            var newcomer: Connection?
            try Self.stop(household) {
                try connection.send("set Louver up\n")
                newcomer = try Connection(socket: household.socket)
                try newcomer?.send("show Buzzer\n")
                #expect(connection.staysSilent(for: 1))
            }
            #expect(try connection.line()?.contains("accepted") == true)
            #expect(try household.reading("Louver").value == "up")
            #expect(try newcomer?.line()?.hasPrefix(#"{"ok""#) == true)
            try watch.wait(for: "the reading") { output, _ in output.contains("Louver") ? () : nil }
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }

    /// The first is sent when the daemon stops, the second waits; both deadlines have passed when it continues.
    @Test(.letsTimePass) func expiredOrderIsNotSent() throws {
        try Household.running { household in
            try household.injectFault("fault=slow&on=signals&name=Louver&latency=4s&count=1")
            let connection = try Connection(socket: household.socket)
            try connection.send(
                "set Louver up --deadline 5s\nset Louver stop --deadline 5s\nset Buzzer on --deadline 5m\n"
            )
            try household.eventually("the first at the house") {
                try household.requests("POST").contains {
                    $0.target.contains("operation=enable&PERVMLSERVICENAME=Louver")
                }
            }
            // The house answers, but nobody reads the answer.
            try Self.stop(household) { #expect(connection.staysSilent(for: 6)) }
            _ = try #require(try connection.line())
            let late = try #require(try connection.line())
            #expect(late.hasPrefix(#"{"error""#), "\(late)")
            #expect(late.contains("deadline"), "\(late)")
            #expect(try connection.line() != nil)
            // This order is sent after anything left.
            expect(try household.domo("set", "Louver", "down"))
            let louver = try household.signals().filter { $0.contains("Louver") }
            #expect(louver == ["enable Louver → 204", "disable Louver → 204"])
        }
    }

    /// Deadlines count from when the daemon reads an order; a program that passes orders on therefore gives the time
    /// until which it is wanted.
    @Test(.letsTimePass) func orderThatWaitedInTheSocketPastItsTimeIsRefused() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/noche.domo", "name \"Noche\"\nset Louver down\n")
            try household.startSimulator()
            try household.startDaemon()
            let connection = try Connection(socket: household.socket)
            // Its reply shows that the connection is open and read.
            try connection.send("set Buzzer on --key k --until \(Self.time(in: 600))\n")
            #expect(try connection.line()?.contains("accepted") == true)
            try Self.stop(household) {
                let (soon, later) = (Self.time(in: 1), Self.time(in: 600))
                try connection.send(
                    """
                    set Louver up --until \(soon)
                    dim GradualLighting 40 --deadline 10m --until \(soon)
                    scene Noche --until \(soon)
                    toggle Buzzer --until \(later)

                    """
                )
                #expect(connection.staysSilent(for: 2))
            }
            for name in ["Salon/Louver: the order", "GradualLighting: the order", "scene Noche: the request"] {
                let late = try #require(try connection.line())
                #expect(late.hasPrefix(#"{"error":{"code":"deadline-passed""#), "\(late)")
                #expect(late.contains("\(name) arrived after "), "\(late)")
            }
            #expect(try connection.line()?.contains("accepted") == true)
            // This order is sent after anything left.
            expect(try household.domo("set", "Louver", "stop"))
            let signals = try household.signals()
            #expect(signals == ["enable Buzzer → 204", "disable Buzzer → 204", "stop Louver → 204"])
            expect(
                try household.domo("set", "Louver", "up", "--until", "2020-01-01T00:00:00Z"),
                status: 75,
                says: ["the order arrived after 2020-01-01T00:00:00.000Z; nothing was sent"]
            )
        }
    }

    private static func time(in seconds: Double) -> String {
        Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The state in between is unknown: the first reply must not show an earlier value as current, neither
    /// a known one nor one that was in the socket for longer than a read may take.
    @Test(.letsTimePass) func readingsFromBeforeAreStale() throws {
        try Household.with { household in
            let device = try SwitchDevice()
            try household.folder.write("home.xml", Household.lamps(1))
            let file = try household.folder.write(
                "domod.yaml",
                """
                homes: \(household.home)
                server:
                  url: \(device.url)
                  dialect: shelly-gen2
                  reading: {every: 1s, max-age: 2s, timeout: 2s}
                  elements: {Lamp1: {id: 0}}
                """
            )
            try household.startedDaemon(["--config", file] + household.places)
            for isOn in [true, false] {
                let value = isOn ? "on" : "off"
                try household.waitForReading("Lamp1", isOn ? "off" : "on")
                let connection = try Connection(socket: household.socket)
                device.hold()
                let (questions, answers) = (device.questions, device.answers)
                try household.eventually("a question") { device.questions > questions }
                try Self.stop(household) {
                    // It answers, and then it changes.
                    device.release()
                    try household.eventually("the answer") { device.answers > answers }
                    device.set(0, isOn: isOn)
                    try connection.send("show Lamp1\n")
                    #expect(connection.staysSilent(for: 3))
                }
                // The old answer of the device arrives at some time; an old value is never shown as current.
                try household.eventually("the new value") {
                    let answer = try #require(try connection.line())
                    let isNew = answer.contains(#""value":"\#(value)""#)
                    #expect(isNew || answer.contains(#""stale":true"#), "\(answer)")
                    try connection.send("show Lamp1\n")
                    return isNew
                }
                try household.waitForReading("Lamp1", value)
            }
        }
    }
}
