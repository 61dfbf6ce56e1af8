import DomoTestKit
import Foundation
import Testing

/// The wall clock is set while the daemon runs, by libfaketime and only for the daemon. Deadlines, polling and
/// the age of readings use the monotonic clock, appointments the wall clock.
@Suite(.waits, .enabled(if: SetClock.library != nil)) struct ClockJumpTests {
    private static func with(
        scenes: [String: String] = [:],
        simulator: [String] = [],
        offset: Int = 0,
        _ body: (Household, SetClock) throws -> Void
    ) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            for (name, text) in scenes { try household.folder.write("scenes/\(name).domo", text) }
            try household.startSimulator(simulator)
            let clock = SetClock(household: household)
            try clock.set(offset)
            let configuration = try household.reportingConfiguration(Household.Reading(timing: ["max-age: 1h"]))
            try clock.start(["\(Programs.folder)/domod", "--config", configuration] + household.places)
            try body(household, clock)
        }
    }

    private static let days = 86_400

    @Test(.letsTimePass, arguments: [400 * days, -400 * days])
    func deadlineTakesItsTime(jump: Int) throws {
        try Self.with { household, clock in
            try household.waitForReading("Buzzer", "off")
            household.simulator?.send(SIGSTOP)
            defer { household.simulator?.send(SIGCONT) }
            let start = ContinuousClock.now
            // Long enough for a slow machine to see it under way.
            let order = try household.start("domo", ["set", "Buzzer", "on", "--deadline", "40s"])
            try household.waitForOrdersInFlight()
            try clock.set(jump)
            #expect(try order.waitForEnd() == 75, "\(order.errorOutput)")
            #expect(ContinuousClock.now - start >= .seconds(40))
        }
    }

    @Test(arguments: [400 * days, -400 * days])
    func readingsStayFreshAndPollingGoesOn(jump: Int) throws {
        try Self.with { household, clock in
            try household.waitForReading("Buzzer", "off")
            try clock.set(jump)
            let order = try household.ask("set Louver up --wait confirmed", Household.ReceiptSeen.self)
            #expect(order.outcome == "confirmed")
            // The daemon has the other time.
            let requested = try #require(try household.orders().first { $0.id == order.id }?.requested)
            #expect(try abs(Self.seconds(requested) - Date().timeIntervalSince1970 - Double(jump)) < 60)
            let reading = try household.reading("Buzzer")
            #expect(reading.value == "off" && !reading.stale)
            try household.atTheWall("Buzzer", "on")
            try household.waitForReading("Buzzer", "on")
            try clock.set(0)
            #expect(try !household.reading("Buzzer").stale)
            try household.atTheWall("Buzzer", "off")
            try household.waitForReading("Buzzer", "off")
            // Both are stored, and the database is intact.
            let count = try Household.query("SELECT count(*) FROM orders", of: household.database)
            #expect(count == "1")
        }
    }

    /// When the clock is set forward over an appointment by seconds, it runs once; set back before it, it does not run
    /// again; set forward by a day, it is skipped with a message.
    @Test(.letsTimePass) func appointmentRunsOnce() throws {
        // The daemon starts at 11:59:00.
        let day = Int(Date().timeIntervalSince1970) / Self.days * Self.days
        let noon = day + 12 * 3600 - Int(Date().timeIntervalSince1970)
        try Self.with(scenes: ["mediodia": "at 12:00\ntoggle Buzzer\n"], offset: noon - 60) { household, clock in
            try household.waitForReading("Buzzer", "off")
            try clock.set(noon + 1)
            _ = try household.signalLines(count: 1)
            try clock.set(noon - 2)
            // Noon passes again.
            try Self.pass(4, household)
            #expect(try household.signals() == ["enable Buzzer → 204"])
            try clock.set(noon + Self.days + 600)
            try household.waitForLog("mediodia")
            try Self.pass(2, household)
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    /// Lets time pass, in which nobody sends the daemon anything.
    private static func pass(_ seconds: Double, _ household: Household) throws {
        #expect(try Connection(socket: household.socket).staysSilent(for: seconds))
    }

    private static func seconds(_ time: String) throws -> Double {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return try format.parse(time).timeIntervalSince1970
    }
}
