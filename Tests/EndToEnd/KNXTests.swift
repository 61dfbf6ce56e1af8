import DomoTestKit
import Foundation
import Testing

/// A house on a KNX bus: a real knxd, and knxtool as its other devices.
@Suite(.waits) struct KNXTests {
    private static let elements = """
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo>
          <k:Binario orden="1/0/1" estado="1/4/1"><k:Escucha grupo="0/0/1"/></k:Binario></Dispositivo>
        <Dispositivo><Nombre>Dimmer</Nombre><Tipo>2</Tipo><Tipo>1</Tipo>
          <k:Binario orden="1/0/2" estado="1/4/2"/><k:Nivel orden="1/2/2" estado="1/5/2"/></Dispositivo>
        <Dispositivo><Nombre>Warmth</Nombre><Tipo>4</Tipo>
          <k:Valor estado="3/0/1" dpt="9.001"/></Dispositivo>
        """

    static func home() -> String {
        Household.oneHouse(elements).replacingOccurrences(
            of: "<Viviendas>",
            with: "<Viviendas xmlns:k=\"urn:domo:knx:1\">"
        )
    }

    /// The house, its bus, and a listener on it.
    private static func with(_ body: (Household, BusDaemon) throws -> Void) throws {
        try Household.with { household in
            let bus = try BusDaemon(household)
            try bus.listen()
            try household.folder.write("home.xml", home())
            try household.startedDaemon(
                [
                    "--home", household.home, "--socket", household.socket, "--state", household.state, "--server",
                    bus.url,
                ]
            )
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            try body(household, bus)
        }
    }

    @Test func orderIsATelegramAndTheStatusConfirmsIt() throws {
        try Self.with { household, bus in
            let order = try household.start("domo", ["set", "Lamp", "on", "--wait", "confirmed"])
            try bus.wait(for: "1/0/1=01")
            try bus.write("1/4/1", "1")
            #expect(try order.waitForEnd() == 0, "\(order.output)\(order.errorOutput)")
            #expect(order.output.contains("Lamp on (confirmed"))
            expect(try household.domo("show", "Lamp"), says: ["on", "confirmed by the house"])
        }
    }

    @Test func startOnlySendsReads() throws {
        try Self.with { household, bus in
            try bus.wait(for: "3/0/1?")
            try bus.write("1/4/1", "1")
            try household.eventually("the state") { try household.domo("show", "Lamp").output.contains("on") }
            #expect(Set(bus.seen.filter { $0.hasSuffix("?") }) == ["1/4/1?", "1/4/2?", "1/5/2?", "3/0/1?"])
            #expect(bus.seen.filter { !$0.hasSuffix("?") } == ["1/4/1=01"])
        }
    }

    @Test func wallSwitchIsSeenAndItsStatusConfirmed() throws {
        try Self.with { household, bus in
            try bus.write("0/0/1", "1")
            try household.eventually("the command") {
                try household.domo("show", "Lamp").output.contains("on")
            }
            let shown = try household.domo("show", "Lamp").output
            #expect(!shown.contains("confirmed by the house"))
            try bus.write("1/4/1", "1")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            try bus.write("3/0/1", octets: "0C", "33")
            try household.eventually("the value") { try household.domo("show", "Warmth").output.contains("21.5") }
            #expect(bus.seen.filter { $0.contains("=") } == ["0/0/1=01", "1/4/1=01", "3/0/1=0C33"])
        }
    }

    @Test func levelIsSentWithTheWidthOfItsType() throws {
        try Self.with { household, bus in
            expect(try household.domo("dim", "Dimmer", "40"), says: ["40 %", "accepted"])
            try bus.wait(for: "1/2/2=66")
        }
    }

    @Test func commandsReadWriteAndMonitorTheBus() throws {
        try Self.with { household, bus in
            let monitor = try household.start("domo", ["knx", "monitor"])
            expect(
                try household.domo("knx", "write", "3/1/1", "21.5", "--dpt", "9.001"),
                says: ["confirmed by the bus"]
            )
            try bus.wait(for: "3/1/1=0C33")
            // It prints nothing when it has begun, so wait until it shows a telegram.
            try household.eventually("the monitor") {
                try bus.write("9/1/1", "1")
                return monitor.output.contains("9/1/1")
            }
            try bus.write("1/4/1", "1")
            _ = try monitor.wait(for: "the name") { output, _ in output.contains("Lamp") ? true : nil }
            let unanswered = try household.domo("knx", "read", "3/0/1")
            #expect(unanswered.status == 75, "\(unanswered)")
            #expect(try household.domo("knx", "read", "1/0/1").status != 0)
            expect(try household.domo("knx", "doctor"), says: ["addresses that don't answer reads", "1/4/2"])
        }
    }

    /// Each order is answered once; earlier readings are stale until the bus reports them again.
    @Test func killedBusDaemonLosesNoReplyAndMakesReadingsStale() throws {
        try Self.with { household, bus in
            try bus.write("1/4/1", "1")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            var orders: [ChildProcess] = []
            for round in 0..<40 {
                if round == 10 { bus.kill() }
                if round == 30 { try bus.start() }
                orders.append(
                    try household.start("domo", ["set", "Lamp", round % 2 == 0 ? "off" : "on", "--deadline", "3s"])
                )
            }
            for order in orders {
                let status = try order.waitForEnd()
                #expect([0, 69, 75].contains(status), "\(order.output)\(order.errorOutput)")
            }
            try household.eventually("the bus") {
                try household.domo("status").output.contains("  reachable")
            }
            let shown = try household.domo("show", "Lamp").output
            #expect(!shown.contains("confirmed by the house"))
            // The tunnel is up again some seconds later; earlier telegrams are missed.
            try household.eventually("the state") {
                try bus.write("1/4/1", "0")
                return try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            #expect(try household.domo("set", "Lamp", "on").status == 0)
        }
    }

    @Test func reloadedHouseFileKeepsTheTunnelAndOnlySendsReads() throws {
        try Self.with { household, bus in
            try bus.wait(for: "3/0/1?")
            let before = bus.seen.count
            let moved = Self.home().replacingOccurrences(of: "estado=\"1/4/1\"", with: "estado=\"1/4/9\"")
            try household.folder.write("home.xml", moved)
            expect(try household.domo("reload"))
            try bus.wait(for: "1/4/9?")
            #expect(bus.seen.dropFirst(before).allSatisfy { $0.hasSuffix("?") }, "\(bus.seen)")
            try bus.write("1/4/9", "1")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
        }
    }
}
