import DomoKNX
import Testing

/// Routing that accepts frames of listed routers alone.
struct RoutingSenderTests {
    private typealias Harness = ConnectionHarness<RoutingMachine>

    private static let router = RoutingMachineTests.router
    private static let attacker = SocketAddress(host: 0xC0A8_0166, port: 3671)

    private static func open(_ accepted: [UInt32]) -> Harness {
        let options = RoutingOptions(address: IndividualAddress(raw: 0x11F0), accepted: accepted, seed: 1)
        var harness = Harness(RoutingMachine(options))
        harness.network = .up
        harness.give(.start)
        harness.give(.opened(Harness.client))
        return harness
    }

    private static func frames() throws -> [IPFrame] {
        [
            .routingIndication(try DataFrame(.indication, write(1, from: 0x1105)).encoded()),
            .routingBusy(RoutingBusy(wait: 60_000)), .routingLostMessage(RoutingLostMessage(count: 3)),
        ]
    }

    @Test func framesOfOthersAreDroppedAndCounted() throws {
        var harness = Self.open([Self.router.host])
        let log = try Self.frames().flatMap { harness.receive($0, from: Self.attacker) }
        #expect(log.count == 1 && log[0].hasPrefix("warning: dropped 1 datagram"), "\(log)")
        // A busy router would have stopped this.
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> indication 1/0/1=1", "1 sent"])
        harness.pass(.seconds(10))
        #expect(harness.senders.map(\.count) == [0, 1, 3])
        #expect(harness.senders.allSatisfy { !$0.acceptsAnySender })
    }

    /// From any port of the listed routers.
    @Test func framesOfListedRoutersAreAccepted() throws {
        var harness = Self.open([1, Self.router.host])
        let sender = SocketAddress(host: Self.router.host, port: 50_000)
        #expect(harness.receive(try Self.frames()[0], from: sender) == ["received 1.1.5 1/0/1=1"])
    }

    /// What it sends itself comes back, and is neither a telegram nor counted.
    @Test func ownFramesAreNotCounted() throws {
        var harness = Self.open([Self.router.host])
        #expect(harness.receive(try Self.frames()[0], from: Harness.client) == [])
        #expect(harness.senders.map(\.count) == [0])
    }

    @Test func kernelDropsTheRestOfAFlood() throws {
        var harness = Self.open([Self.router.host])
        let frame = try Self.frames()[0]
        let log = (0..<100).flatMap { _ in harness.receive(frame, from: Self.attacker) }
        #expect(log.dropFirst() == ["only 192.168.1.50:0 192.168.1.10:50000"])
    }

    @Test func withoutAListItReportsThatItBelievesEverybody() {
        let harness = Self.open([])
        #expect(harness.senders.map(\.acceptsAnySender) == [true])
    }
}
