import DomoTestKit
import Foundation
import Testing

/// A house on a KNX bus in a network: routing and searches by multicast, tunnels over TCP. The bus is on
/// another machine than the daemon, simulated by two network namespaces.
@Suite(.waits) struct KNXNetworkTests {
    /// The house and the networks; nothing runs yet.
    private static func with(_ body: (Household, TwoNetworks) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", KNXTests.home())
            try TwoNetworks.with(household) { try body(household, $0) }
        }
    }

    /// The daemon routes, and the simulated house is behind a router on the other side.
    private static func routing(_ body: (Household, TwoNetworks) throws -> Void) throws {
        try with { household, networks in
            _ = try networks.startSimulator(["--knx-routing", "224.0.23.12"])
            try networks.startDaemon(server: "knx+routing://")
            try body(household, networks)
        }
    }

    private struct Telegrams: Decodable {
        struct Telegram: Decodable {
            var source: String
            var group: String
            var service: String
            var data: String?
        }
        var telegrams: [Telegram]
    }

    private static func telegrams(_ networks: TwoNetworks) throws -> [Telegrams.Telegram] {
        try JSONDecoder().decode(Telegrams.self, from: Data(networks.ask("GET", "/bus/telegrams").utf8)).telegrams
    }

    // MARK: Routing

    @Test func statesAreReadOverRoutingAndAnOrderIsConfirmed() throws {
        try Self.routing { household, networks in
            for name in ["Lamp", "Dimmer", "Warmth"] {
                try household.eventually("the state of \(name)") {
                    try household.domo("show", name).output.contains("confirmed by the house")
                }
            }
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"), says: ["Lamp on (confirmed"])
            let sent = try Self.telegrams(networks).filter { $0.group == "1/0/1" }
            // Its own address is the default of the configuration.
            #expect(sent.map { "\($0.source) \($0.service) \($0.data ?? "")" } == ["15.15.250 write 01"])
            expect(try household.domo("knx", "read", "1/4/1"), says: ["1/4/1 = on"])
        }
    }

    /// An interface server on the machine of the daemon gets all that is sent to it: routing takes the group only.
    @Test func routingTakesNoDatagramsFromAServerOnTheSameMachine() throws {
        try Self.routing { household, networks in
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            let server = try networks.enter(.near) { try GroupSocket.server() }
            try networks.enter(.far) {
                for number in 0..<50 as Range<UInt8> { try GroupSocket.send([number], to: TwoNetworks.near) }
            }
            let seen = try server.receive { $0.count == 50 }
            #expect(Set(seen.map(\.octets)).count == 50)
        }
    }

    @Test func buttonPressIsAnEventAndOwnTelegramsAreNotEchoed() throws {
        try Self.routing { household, networks in
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            let monitor = try household.start("domo", ["--json", "knx", "monitor"])
            try household.eventually("the monitor") {
                _ = try networks.ask("POST", "/bus/press?group=9/1/1&value=on&dpt=1.001")
                return monitor.output.contains("9/1/1")
            }
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"))
            _ = try networks.ask("POST", "/bus/press?group=0/0/1&value=off")
            try household.eventually("the state after the press") {
                let shown = try household.domo("show", "Lamp").output
                return shown.contains("off") && shown.contains("confirmed by the house")
            }
            // Each only once, although multicast returns domod's own telegrams.
            let lines = monitor.output.split(separator: "\n").map(String.init)
            let own = lines.filter { $0.contains("\"address\":\"1/0/1\"") }
            #expect(own.count == 1 && own.allSatisfy { !$0.contains("\"source\"") }, "\(own)")
            let press = lines.filter { $0.contains("\"address\":\"0/0/1\"") }
            #expect(press.count == 1 && press.allSatisfy { $0.contains("\"source\":\"1.1.200\"") }, "\(press)")
        }
    }

    @Test func telegramsOfABurstAreFiveMillisecondsApart() throws {
        try Self.with { household, networks in
            let count = 12
            let lamps = (0..<count).map { number in
                """
                <Dispositivo><Nombre>Lamp \(number)</Nombre><Tipo>1</Tipo>
                  <k:Binario orden="4/0/\(number + 1)" estado="4/4/\(number + 1)" leer="no"/></Dispositivo>
                """
            }
            let home = Household.oneHouse(lamps.joined()).replacingOccurrences(
                of: "<Viviendas>",
                with: "<Viviendas xmlns:k=\"urn:domo:knx:1\">"
            )
            try household.folder.write("home.xml", home)
            let group = try networks.enter(.far) { try GroupSocket(address: TwoNetworks.far) }
            try networks.startDaemon(server: "knx+routing://")
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            let orders = (0..<count).map { "set 'Lamp \($0)' on" }.joined(separator: "\n")
            expect(try household.run("domo", ["-"], input: orders))
            let seen = try group.receive { $0.writes(to: 4, 0).count == count }.writes(to: 4, 0)
            let whole = seen[count - 1].time - seen[0].time
            // A delayed telegram comes closer to the next.
            #expect(whole >= 0.005 * Double(count - 1) - 0.004, "\(seen.map { $0.time - seen[0].time })")
        }
    }

    @Test func nothingIsSentWhileARouterIsBusy() throws {
        try Self.with { household, networks in
            let group = try networks.enter(.far) { try GroupSocket(address: TwoNetworks.far) }
            try networks.startDaemon(server: "knx+routing://")
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            // ROUTING_BUSY: device state 0, wait 1,500 ms, control 0.
            let busy: [UInt8] = [0x06, 0x10, 0x05, 0x32, 0x00, 0x0C, 0x06, 0x00, 0x05, 0xDC, 0x00, 0x00]
            try group.send(busy)
            let indication = try #require(try group.receive { $0.contains { $0.octets == busy } }.last)
            expect(try household.domo("set", "Lamp", "on"), says: ["accepted"])
            let order = try #require(try group.receive { !$0.writes(to: 1, 0).isEmpty }.writes(to: 1, 0).first)
            #expect(order.time - indication.time >= 1.5, "\(order.time - indication.time)")
        }
    }

    private enum Loss: CaseIterable {
        case ownInterface, cable, address

        var reason: String {
            switch self {
            case .ownInterface: "the network interface knx0 is down"
            case .cable: "the network interface knx0 has no connection"
            case .address: "Network is unreachable"
            }
        }

        func begin(_ networks: TwoNetworks) throws {
            switch self {
            case .ownInterface: try networks.setNear(isUp: false)
            case .cable: try networks.setFar(isUp: false)
            case .address: try networks.removeNearAddress()
            }
        }

        func end(_ networks: TwoNetworks) throws {
            switch self {
            case .ownInterface: try networks.setNear(isUp: true)
            case .cable: try networks.setFar(isUp: true)
            case .address: try networks.addNearAddress()
            }
        }
    }

    @Test(arguments: Loss.allCases) private func orderFailsWhileTheNetworkTakesNothing(_ loss: Loss) throws {
        try Self.routing { household, networks in
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            try loss.begin(networks)
            // The kernel notices a cable within a second.
            try household.eventually("the error") {
                let finished = try household.domo("set", "Lamp", "on")
                return finished.status == 69 && finished.errors.contains(loss.reason)
            }
            expect(try household.domo("status"), says: ["unreachable"])
            try loss.end(networks)
            try household.eventually("the network") { try household.domo("set", "Lamp", "on").status == 0 }
        }
    }

    /// Nothing is sent meanwhile: what the bus says would be missed in silence.
    @Test func linkIsUnreachableWithoutItsNetwork() throws {
        try Self.routing { household, networks in
            try household.eventually("the link") { try household.domo("status").output.contains("  reachable") }
            try networks.setFar(isUp: false)
            try household.eventually("the loss") {
                try household.domo("status").output.contains("the network interface knx0 has no connection")
            }
        }
    }

    @Test func networkInterfaceOfRoutingCanBeChosen() throws {
        try Self.with { household, networks in
            _ = try networks.startSimulator(["--knx-routing", "224.0.23.12"])
            try networks.removeMulticastRoute()
            func start(interface: String) throws {
                try household.folder.write(
                    "domod.yaml",
                    "server: {url: \"knx+routing://\", interface: \(interface)}\n"
                )
                try networks.startDaemon(["--config", "\(household.folder.path)/domod.yaml"])
            }
            try start(interface: "eth7")
            try household.eventually("the reason") {
                try household.domo("status").output.contains(
                    "there is no network interface \"eth7\" with an IPv4 address; use one of: lo, knx0"
                )
            }
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            try start(interface: "knx0")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
        }
    }

    /// knxd on the multicast group, with knxtool as a device behind it.
    @Test func realRouterForwardsOrdersAndTelegrams() throws {
        try Self.with { household, networks in
            let bus = try BusDaemon(household, in: networks, routes: true)
            try bus.listen()
            try networks.startDaemon(server: "knx+routing://")
            try bus.wait(for: "1/4/1?")
            expect(try household.domo("set", "Lamp", "on"), says: ["accepted"])
            try bus.wait(for: "1/0/1=01")
            try bus.write("1/4/1", "1")
            try household.eventually("the state") {
                try household.domo("show", "Lamp").output.contains("confirmed by the house")
            }
            try bus.write("0/0/1", "0")
            try household.eventually("the command at the wall") {
                try household.domo("show", "Lamp").output.contains("off")
            }
        }
    }

    // MARK: Searches

    private struct Found: Decodable {
        struct Interface: Decodable {
            struct Slot: Decodable {
                var address: String
                var state: String
            }
            var name: String
            var host: String?
            var address: String?
            var serial: String?
            var tcp: Bool
            var services: [String]
            var slots: [Slot]?
        }
        var interfaces: [Interface]
        var searched: [String]
    }

    /// No link is configured, as for a user who searches for an interface.
    @Test func interfacesAreFoundByMulticastBeforeAnyIsConfigured() throws {
        try Self.with { household, networks in
            _ = try networks.startSimulator(["--knx-port", "3672", "--knx-tcp"])
            _ = try BusDaemon(household, in: networks, routes: false)
            try networks.startDaemon(server: nil)
            let found = try household.decoded(Found.self, "knx", "discover")
            #expect(found.interfaces.map(\.name) == ["domo-sim", "knxd"], "\(found)")
            let simulated = try #require(found.interfaces.first)
            #expect(simulated.host == "\(TwoNetworks.far):3672")
            #expect(simulated.serial == "00fa:646f6d6f" && simulated.address == "1.1.240" && simulated.tcp)
            #expect(simulated.slots?.map(\.state) == ["free", "free", "free", "free"])
            let real = try #require(found.interfaces.last)
            #expect(real.host == "\(TwoNetworks.far):3671" && real.services.contains("tunnelling v1"), "\(real)")
            #expect(found.searched == ["knx0 \(TwoNetworks.near)", "lo 127.0.0.1"])
            expect(
                try household.domo("knx", "discover", "--interface", "knx0"),
                says: ["domo-sim", "tunnelling, TCP", "0 of 4 in use", "\(TwoNetworks.far):3671"]
            )
            expect(try household.domo("knx", "discover", TwoNetworks.far), says: ["knxd", "\(TwoNetworks.far):3671"])
            expect(
                try household.domo("knx", "discover", "--interface", "lo", "--timeout", "300ms"),
                status: 69,
                says: ["no KNX interface answered within 300ms", "knx discover HOST"]
            )
            expect(
                try household.domo("knx", "discover", "--interface", "eth7"),
                status: 64,
                says: ["there is no network interface \"eth7\"", "use one of: lo, knx0"]
            )
        }
    }

    // MARK: Tunnels

    @Test func houseIsReachedThroughATunnelOverTCP() throws {
        try Self.with { household, networks in
            let simulator = try networks.startSimulator(["--knx-tcp"])
            try networks.startDaemon(server: "knx+tcp://\(TwoNetworks.far)")
            try household.eventually("the state") {
                try household.domo("show", "Dimmer").output.contains("confirmed by the house")
            }
            expect(try household.domo("dim", "Dimmer", "40", "--wait", "confirmed"), says: ["40 %", "confirmed"])
            _ = try networks.ask("POST", "/bus/press?group=0/0/1&value=on")
            try household.eventually("the press") {
                let shown = try household.domo("show", "Lamp").output
                return shown.contains("on") && shown.contains("confirmed by the house")
            }
            expect(
                try household.domo("status"),
                says: ["domo-sim", "connected as 1.1.241", "serial number 00fa:646f6d6f", "1 of 4 in use"]
            )
            simulator.finish()
            try household.eventually("the loss") { try household.domo("status").output.contains("unreachable") }
            _ = try networks.startSimulator(["--knx-tcp"])
            try household.eventually("the tunnel") {
                try household.domo("set", "Lamp", "off", "--wait", "confirmed").status == 0
            }
        }
    }

    /// Its network address changes; its serial number stays. The second time the daemon starts only afterwards.
    @Test func movedInterfaceIsFoundByItsSerialNumber() throws {
        try Self.with { household, networks in
            let before = try networks.startSimulator(["--knx-tcp"])
            func startDaemon() throws { try networks.startDaemon(server: "knx+tcp://\(TwoNetworks.far)") }
            func checkFound() throws {
                try household.eventually("the tunnel at the new address") {
                    try household.domo("set", "Lamp", "on", "--wait", "confirmed").status == 0
                }
                try household.waitForLog(
                    "does not answer at \(TwoNetworks.far):3671 but was found at \(TwoNetworks.farToo):3671; connecting there"
                )
            }
            try startDaemon()
            try household.eventually("the tunnel") { try household.domo("set", "Lamp", "on").status == 0 }
            before.finish()
            _ = try networks.startSimulator(["--knx-tcp"], address: TwoNetworks.farToo)
            try checkFound()
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            try startDaemon()
            try checkFound()
        }
    }

    /// Otherwise the next run would wait two minutes for the only tunnel.
    @Test func stoppedDaemonReleasesItsTunnel() throws {
        try Self.with { household, networks in
            _ = try networks.startSimulator(["--knx-slots", "1"])
            for _ in 0..<2 {
                try networks.startDaemon(server: "knx://\(TwoNetworks.far)")
                try household.eventually("the tunnel") { try household.domo("set", "Lamp", "on").status == 0 }
                // Its own tunnel counts.
                try household.eventually("the count") { try household.domo("status").output.contains("1 of 1 in use") }
                household.daemon?.send(SIGTERM)
                #expect(try household.daemon?.waitForEnd() == 0)
            }
        }
    }

    @Test func fullInterfaceIsShownWithItsTunnels() throws {
        try Self.with { household, networks in
            _ = try networks.startSimulator(["--knx-slots", "1"])
            try networks.startDaemon(server: "knx://\(TwoNetworks.far)")
            try household.eventually("the tunnel") { try household.domo("set", "Lamp", "on").status == 0 }
            let other = try networks.start(
                .near,
                "domod",
                [
                    "--home", household.home, "--socket", "\(household.folder.path)/other.sock", "--state",
                    "\(household.folder.path)/other", "--server", "knx://\(TwoNetworks.far)",
                ]
            )
            try other.wait(for: "the reason") { _, errors in
                errors.contains("all tunnels are in use (0x24); 1 of its 1 tunnels are in use") ? () : nil
            }
            expect(
                try household.domo("--socket", "\(household.folder.path)/other.sock", "status"),
                says: ["0x24", "domo-sim", "not connected", "1 of 1 in use"]
            )
        }
    }
}
