import DomoTestKit
import Foundation
import Testing

/// Elements of one house on devices with their own addresses: a problem of one device is reported for that device and
/// affects no other.
@Suite(.waits) struct EndpointTests {
    private static func lamps(_ names: [String]) -> String {
        Household.oneHouse(names.map { "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }.joined())
    }

    /// - Parameters:
    ///   - server: the URL of the server of the house, which controls `Home`.
    ///   - devices: elements with their own device, and the number of their switch there.
    private static func start(
        _ household: Household,
        server: String,
        _ devices: [(String, url: String, id: Int)],
        maxInFlight: Int = 2
    ) throws {
        try household.folder.write("home.xml", lamps(["Home"] + devices.map(\.0)))
        let elements = devices.map { "    \($0.0): {id: \($0.id), url: \"\($0.url)\"}\n" }.joined()
        let file = try household.folder.write(
            "domod.yaml",
            """
            homes: \(household.home)
            socket: \(household.socket)
            state: \(household.state)
            server:
              url: \(server)
              max-in-flight: \(maxInFlight)
              dialect: shelly-gen2
              reading: {every: 1s, timeout: 10s}
              elements:
                Home: {id: 0}

            """ + elements
        )
        try household.startedDaemon(["--config", file])
    }

    private struct Status: Decodable {
        struct Server: Decodable {
            var server: String
            var reachable: Bool?
            var problem: String?
        }
        struct Link: Decodable {
            struct Endpoint: Decodable {
                var endpoint: String
                var reachable: Bool?
            }
            var endpoints: [Endpoint]
            var problem: String?
        }
        var servers: [Server]
        var links: [Link]
    }

    private static func outOfReach(_ household: Household) throws -> [String] {
        try household.decoded(Status.self, "status").servers.filter { $0.reachable == false }.map(\.server)
    }

    @Test func onlyTheDeadDeviceIsReported() throws {
        let (house, good) = (try SwitchDevice(), try SwitchDevice())
        try SwitchDevice.withDeadPort { port in
            let dead = "http://127.0.0.1:\(port)"
            try Household.with { household in
                try Self.start(household, server: house.url, [("Good", good.url, 0), ("Dead", dead, 0)])
                let watch = try household.startWatch()
                for name in ["Home", "Good"] { try household.waitForReading(name, "off") }

                let order = try household.domo("set", "Dead", "on", "--deadline", Household.tried)
                expect(order, status: 69, says: ["\(dead) is unreachable: connection refused", "nothing was sent"])
                for other in [house, good] { #expect(!"\(order)".contains(other.url), "\(order)") }
                let seen = try #require(try household.orders("orders Dead").first)
                #expect(seen.problem?.contains("\(dead) is unreachable") == true, "\(seen)")
                #expect(seen.signal?.contains("\(dead)/") == true, "\(seen)")

                try household.eventually("out of reach") { try Self.outOfReach(household) == [dead] }
                let status = try household.decoded(Status.self, "status")
                let problems = Dictionary(uniqueKeysWithValues: status.servers.map { ($0.server, $0.problem) })
                #expect(problems == [house.url: nil, good.url: nil, dead: "connection refused"])
                let link = try #require(status.links.first)
                let reached = link.endpoints.map { ($0.endpoint, $0.reachable) }
                #expect(Dictionary(uniqueKeysWithValues: reached) == [house.url: true, good.url: true, dead: false])
                // The link has several endpoints: its problem is that of one endpoint.
                #expect(link.problem == "\(dead): connection refused")

                try household.waitForLog("warning \(dead) unreachable: connection refused")
                try household.eventually("the event") { watch.output.contains("\(dead)  unreachable") }
                for text in [household.daemon?.errorOutput ?? "", watch.output] {
                    for other in [house, good] { #expect(!text.contains("\(other.url) unreachable"), "\(text)") }
                }
                for name in ["Home", "Good"] { #expect(try !household.reading(name).stale) }
                #expect(try household.reading("Dead").certainty == "unknown")
                expect(try household.domo("set", "Good", "on", "--wait", "confirmed"), says: ["confirmed"])
                expect(try household.domo("set", "Home", "on", "--wait", "confirmed"), says: ["confirmed"])
                #expect(try Self.outOfReach(household) == [dead])
            }
        }
    }

    @Test func slowDeviceDelaysOnlyItsOwnOrders() throws {
        let (house, good, slow) = (try SwitchDevice(), try SwitchDevice(), try SwitchDevice())
        try SwitchDevice.withDeadPort { port in
            try Household.with { household in
                let devices = [
                    ("Good", good.url, 0), ("Dead", "http://127.0.0.1:\(port)", 0), ("Slow", slow.url, 0),
                    ("Slower", slow.url, 1),
                ]
                try Self.start(household, server: house.url, devices)
                try household.waitForReading("Good", "off")

                slow.hold()
                let late = try household.start("domo", ["set", "Slow", "on", "--deadline", Household.tried])
                // Each order waits for the previous one.
                let waiting = try Connection(socket: household.socket)
                for number in 0..<20 {
                    try waiting.send("set Slower \(number % 2 == 0 ? "on" : "off") --deadline 5m\n")
                }
                try household.waitForOrdersWaiting()
                for number in 0..<20 {
                    let value = number % 2 == 0 ? "on" : "off"
                    let receipt = try household.ask("set Good \(value)", Household.ReceiptSeen.self)
                    #expect(receipt.attempts == 1)
                }
                #expect(good.orders.count == 20)
                #expect(try late.waitForEnd() == 75)
                #expect(late.errorOutput.contains("\(slow.url) did not answer"), "\(late.errorOutput)")
                for other in [house, good] { #expect(!late.errorOutput.contains(other.url), "\(late.errorOutput)") }

                // Changes at the device are still seen while the other orders are pending.
                good.set(0, isOn: true)
                try household.waitForReading("Good", "on")
                try household.waitForOrdersWaiting()
                #expect(try Self.outOfReach(household).filter { $0 == good.url || $0 == house.url } == [])
            }
        }
    }

    /// The device is slow and takes one order at a time, but it is reachable.
    @Test func orderThatWaitedForASlowDeviceExpiresAndTheDeviceIsReachable() throws {
        let (house, slow) = (try SwitchDevice(), try SwitchDevice())
        try Household.with { household in
            try Self.start(
                household,
                server: house.url,
                [("Slow", slow.url, 0), ("Second", slow.url, 1), ("Third", slow.url, 2), ("Fourth", slow.url, 3)],
                maxInFlight: 1
            )
            try household.waitForReading("Slow", "off")
            slow.hold()
            let waiting = try Connection(socket: household.socket)
            for number in 0..<4 { try waiting.send("set Slow \(number % 2 == 0 ? "on" : "off") --deadline 5m\n") }
            try household.waitForOrdersWaiting()
            for name in ["Second", "Third", "Fourth"] {
                expect(
                    try household.domo("set", name, "on", "--deadline", "300ms"),
                    status: 75,
                    says: ["the deadline passed before the order could be sent to \(slow.url)", "nothing was sent"]
                )
            }
            #expect(try Self.outOfReach(household) == [])
            let log = try #require(household.daemon).errorOutput
            #expect(!log.contains("\(slow.url) unreachable"), "\(log)")
        }
    }

    @Test func deadServerOfTheHouseDoesNotAffectADevice() throws {
        let good = try SwitchDevice()
        try SwitchDevice.withDeadPort { port in
            let server = "http://127.0.0.1:\(port)/shelly"
            try Household.with { household in
                try Self.start(household, server: server, [("Good", good.url, 0), ("Beside", good.url, 1)])
                for name in ["Good", "Beside"] { try household.waitForReading(name, "off") }
                let order = try household.domo("set", "Home", "on", "--deadline", Household.tried)
                expect(order, status: 69, says: ["\(server) is unreachable: connection refused"])
                #expect(!"\(order)".contains(good.url), "\(order)")
                try household.eventually("out of reach") { try Self.outOfReach(household) == [server] }
                for name in ["Good", "Beside"] {
                    expect(try household.domo("set", name, "on", "--wait", "confirmed"), says: ["confirmed"])
                    #expect(try !household.reading(name).stale)
                }
                #expect(good.orders == ["0 on", "1 on"])
                #expect(try Self.outOfReach(household) == [server])
                #expect(try household.reading("Home").certainty == "unknown")
            }
        }
    }

    @Test func elementsOnOneDeviceAreOneEndpoint() throws {
        let house = try SwitchDevice()
        try SwitchDevice.withDeadPort { port in
            let dead = "http://127.0.0.1:\(port)"
            try Household.with { household in
                // The same host, written in two ways.
                try Self.start(
                    household,
                    server: house.url,
                    [("Left", dead, 0), ("Right", "HTTP://127.0.0.1:\(port)/", 1)]
                )
                for name in ["Left", "Right"] {
                    let order = try household.domo("set", name, "on", "--deadline", Household.tried)
                    expect(order, status: 69, says: ["\(dead) is unreachable: connection refused"])
                }
                try household.eventually("out of reach") { try Self.outOfReach(household) == [dead] }
                #expect(try household.decoded(Status.self, "status").servers.map(\.server) == [house.url, dead])
                expect(try household.domo("set", "Home", "on", "--wait", "confirmed"), says: ["confirmed"])
            }
        }
    }
}
