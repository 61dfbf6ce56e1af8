import DomoTestKit
import Foundation
import Testing

/// Attacks on KNX over UDP, with the steps of an attacker: another host (127.0.0.2 beside 127.0.0.1), or a local user with
/// another port. The house does not change, the link stays, and what was sent is counted.
@Suite(.waits) struct KNXForgeryTests {
    /// 1/4/1, the state of the lamp, and 1/0/1, its command.
    private static let state: UInt16 = 0x0C01
    private static let command: UInt16 = 0x0801

    private struct Status: Decodable {
        struct Link: Decodable {
            struct Connection: Decodable {
                struct Dropped: Decodable {
                    var count: Int
                    var sender: String?
                    var answer: String?
                }
                var dropped: Dropped?
            }
            var connection: Connection?
        }
        var links: [Link]?
    }

    private static func dropped(_ household: Household) throws -> Status.Link.Connection.Dropped? {
        let output = try household.domo("--json", "status").output
        let status = try JSONDecoder().decode(Status.self, from: Data(output.utf8))
        return status.links?.compactMap(\.connection?.dropped).first
    }

    private static func port(_ household: Household) throws -> Int {
        let ports = try Forger.ports(of: try #require(household.daemon?.pid))
        #expect(ports.count == 1, "\(ports)")
        return try #require(ports.first)
    }

    /// A house on a real knxd.
    private static func onBus(_ body: (Household, BusDaemon) throws -> Void) throws {
        try Household.with { household in
            let bus = try BusDaemon(household)
            try bus.listen()
            try household.folder.write("home.xml", KNXTests.home())
            try household.startedDaemon(household.places + ["--server", bus.url])
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            try body(household, bus)
        }
    }

    /// A house on the simulated interface, at its port.
    private static func simulated(_ body: (Household, Int) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", KNXTests.home())
            try household.startSimulator(["--knx", "--knx-port", "0"])
            let prefix = "listening on knx://127.0.0.1:"
            let port = try household.simulator?.wait(for: "the interface") { output, _ in
                output.split(separator: "\n").first { $0.hasPrefix(prefix) }.flatMap { Int($0.dropFirst(prefix.count)) }
            }
            let found = try #require(port)
            try household.startedDaemon(household.places + ["--server", "knx://127.0.0.1:\(found)"])
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            try body(household, found)
        }
    }

    // MARK: - The tunnel

    /// 65,536 telegrams for each channel and sequence number, and 28,000 DISCONNECT_REQUESTs.
    @Test(arguments: ["127.0.0.2", "127.0.0.1"]) func blindDatagramsChangeNothing(host: String) throws {
        try Self.onBus { household, bus in
            try bus.write("1/4/1", "0")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            let forger = try Forger(host)
            let port = try Self.port(household)
            for sequence in 0...255 as ClosedRange<UInt8> {
                for channel in 0...255 as ClosedRange<UInt8> {
                    try forger.send(Forger.indication(channel, sequence, Self.state, 1), to: port)
                }
            }
            for number in 0..<28_000 { try forger.send(Forger.disconnect(UInt8(number & 255)), to: port) }
            // What it sent came before this.
            try household.eventually("the count") { try Self.dropped(household)?.count ?? 0 > 90_000 }
            #expect(try Self.dropped(household)?.sender == "\(host):\(forger.port)")
            expect(try household.domo("show", "Lamp"), says: ["off", "confirmed by the house"])
            // The same socket: the link was never lost.
            #expect(try Self.port(household) == port)
            expect(try household.domo("status"), says: ["  reachable", "datagrams of others dropped, the last from"])
            expect(
                try household.domo("knx", "write", "3/1/1", "21.5", "--dpt", "9.001"),
                says: ["confirmed by the bus"]
            )
            expect(try household.domo("set", "Lamp", "on"), says: ["accepted"])
            try bus.wait(for: "1/0/1=01")
            let doctor = try household.domo("doctor").output
            #expect(
                doctor.contains("datagrams of others dropped") && doctor.contains("nothing of it reached the house")
            )
            let log = household.daemon.map { $0.output + $0.errorOutput } ?? ""
            #expect(log.components(separatedBy: "of senders that are not accepted").count == 2, "\(log)")
        }
    }

    /// An attacker answers before the interface, which is slow, and names itself for telegrams.
    @Test(arguments: ["127.0.0.2", "127.0.0.1"]) func forgedConnectResponseTakesNoTunnelOver(host: String) throws {
        try Household.with { household in
            let interface = try Forger("127.0.0.1")
            let forger = try Forger(host)
            try household.folder.write("home.xml", KNXTests.home())
            try household.startedDaemon(household.places + ["--server", "knx://127.0.0.1:\(interface.port)"])
            func request() throws -> Int {
                while let (octets, port) = interface.receive(waits: true) {
                    if Forger.isConnectRequest(octets) { return port }
                }
                throw KitFault(description: "no CONNECT_REQUEST")
            }
            let port = try request()
            let own = UInt8(host.suffix(1)) ?? 0
            for channel in 1...20 as ClosedRange<UInt8> {
                try forger.send(Forger.description, to: port)
                try forger.send(Forger.connected(channel, data: (own, forger.port)), to: port)
            }
            try household.eventually("the count") { try Self.dropped(household)?.count ?? 0 == 40 }
            let order = try household.domo("set", "Lamp", "on", "--deadline", "1s")
            #expect(order.status != 0 && !order.output.contains("accepted"), "\(order)")
            #expect(forger.receive() == nil)
            let doctor = try household.domo("doctor").output
            #expect(doctor.contains("\(host):\(forger.port) answered in place of the interface"), "\(doctor)")
            // The right answer is still awaited, or will be by the next attempt.
            try interface.send(Forger.description, to: port)
            try interface.send(Forger.connected(7, data: (1, interface.port)), to: port)
            try household.eventually("the tunnel") {
                if try household.domo("status").output.contains("  reachable") { return true }
                while let (octets, port) = interface.receive() {
                    guard Forger.isConnectRequest(octets) else { continue }
                    try interface.send(Forger.description, to: port)
                    try interface.send(Forger.connected(7, data: (1, interface.port)), to: port)
                }
                return false
            }
            #expect(forger.receive() == nil)
        }
    }

    /// The interface itself names another host for telegrams.
    @Test func dataEndpointAtAnotherHostIsRefused() throws {
        try Household.with { household in
            let interface = try Forger("127.0.0.1")
            try household.folder.write("home.xml", KNXTests.home())
            try household.startedDaemon(household.places + ["--server", "knx://127.0.0.1:\(interface.port)"])
            try household.eventually("the reason") {
                while let (octets, port) = interface.receive() {
                    if Forger.isConnectRequest(octets) {
                        try interface.send(Forger.connected(7, data: (2, 3671)), to: port)
                    }
                }
                return try household.domo("status").output.contains(
                    "telegrams to be sent to 127.0.0.2:3671, another host"
                )
            }
        }
    }

    // MARK: - The simulated interface

    @Test(arguments: ["127.0.0.2", "127.0.0.1"]) func simulatedInterfaceBelievesItsClientsAlone(host: String) throws {
        try Self.simulated { household, port in
            expect(try household.domo("set", "Lamp", "off", "--wait", "confirmed"), says: ["confirmed"])
            let forger = try Forger(host)
            for channel in 0...255 as ClosedRange<UInt8> {
                for sequence in 0...8 as ClosedRange<UInt8> {
                    try forger.send(Forger.request(channel, sequence, Self.command, 1), to: port)
                }
                try forger.send(Forger.disconnect(channel), to: port)
            }
            // Nothing was refused by the house, and nothing ended.
            expect(try household.domo("set", "Dimmer", "on", "--wait", "confirmed"), says: ["confirmed"])
            expect(try household.domo("show", "Lamp"), says: ["off", "confirmed by the house"])
            let telegrams = try household.run(
                "/usr/bin/curl",
                ["-fsS", "http://127.0.0.1:\(household.port)/bus/telegrams"]
            )
            #expect(telegrams.output.components(separatedBy: "\"1/0/1\"").count == 2, "\(telegrams.output)")
        }
    }
}
