import DomoTestKit
import Foundation
import Glibc
import Testing

/// The memory of a daemon is limited, as by `MemoryMax=` in its unit, with a group of the kernel's memory
/// controller.
@Suite(.waits, .enabled(if: MemoryGroup.canBeMade)) struct MemoryLimitTests {
    private static let mebibyte = 1 << 20

    /// A daemon in its own group, with a limit in MiB.
    private static func with(_ cap: Int, home: String, _ body: (Household, MemoryGroup) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", home)
            try household.startSimulator(["--quiet"])
            let group = try MemoryGroup(household, limit: cap * mebibyte)
            defer { group.remove() }
            try group.start(household)
            try body(household, group)
        }
    }

    /// 64 MiB are enough for a debug build and clients that behave badly.
    @Test func normalAndBadClientsFitIntoTheLimit() throws {
        try Self.with(64, home: Household.lamps(500)) { household, group in
            let daemon = try #require(household.daemon)
            // Clients that never read, each with up to 2 MiB, and clients with half a line.
            let question = Array(String(repeating: "ls -r\n", count: 1000).utf8)
            let deaf = try (0..<8).map { _ in try Connection(socket: household.socket) }
            for connection in deaf { while connection.sendAtOnce(question) == question.count {} }
            let halves = try (0..<100).map { _ in try Connection(socket: household.socket) }
            for half in halves { try half.send(String(repeating: "x", count: 1000)) }
            for round in 0..<3 {
                let lines = (1...500).map { "set Lamp\($0) \(round.isMultiple(of: 2) ? "on" : "off") --deadline 5m\n" }
                expect(try household.run("domo", ["-"], input: lines.joined()))
                expect(try household.domo("reload"))
                expect(try household.domo("export", "--since", "1h"))
                expect(try household.domo("backup", "\(household.folder.path)/copy\(round)"))
            }
            #expect(daemon.status == nil)
            #expect(try group.kills() == 0)
            expect(try household.domo("set", "Lamp1", "off"), says: ["accepted"])
            withExtendedLifetime((deaf, halves)) {}
        }
    }

    /// Clients that take more than the limit: the kernel kills the daemon, and the next one has everything reported as
    /// stored.
    @Test func daemonKilledForItsMemoryLosesNothingStored() throws {
        try Self.with(64, home: Household.lamps(500)) { household, group in
            var last = 0
            for lamp in 1...20 {
                let receipt = try household.ask("set Lamp\(lamp) on", Household.ReceiptSeen.self)
                if receipt.stored == nil { last = receipt.id }
            }
            #expect(last > 0)
            let question = Array(String(repeating: "ls -r\n", count: 1000).utf8)
            var deaf: [Connection] = []
            let daemon = try #require(household.daemon)
            while daemon.status == nil, deaf.count < 200 {
                guard let connection = try? Connection(socket: household.socket) else { break }
                while connection.sendAtOnce(question) == question.count {}
                deaf.append(connection)
                if deaf.count > 20 { try group.squeeze() }
            }
            #expect(try daemon.waitForEnd() == 128 + SIGKILL)
            #expect(try group.kills() > 0)
            deaf = []
            try group.setLimit(64 * Self.mebibyte)

            try group.start(household)
            #expect(try household.orders().map(\.id).max() == last)
            #expect(try household.reading("Lamp20").value == "on")
            let next = try household.ask("set Lamp1 off", Household.ReceiptSeen.self)
            #expect(next.id > last && next.stored == nil)
            #expect(try Household.integrity(of: household.database) == "ok")
        }
    }
}
