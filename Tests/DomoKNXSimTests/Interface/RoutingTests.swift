import DomoKNX
import Testing

@testable import DomoKNXSim

struct RoutingTests {
    private static func indication(_ group: GroupAddress, _ service: GroupTelegram.Service) throws -> [UInt8] {
        let source = IndividualAddress(raw: 0x1F10)
        let telegram = GroupTelegram(source: source, destination: group, service: service)
        return IPFrame.routingIndication(try DataFrame(.indication, telegram).encoded()).encoded
    }

    private static func router() -> TestClient { TestClient { $0.routingGroup = .multicast } }

    @Test func telegramsAreRoutedBothWays() throws {
        var client = Self.router()
        _ = try client.connect()
        let frame = try Self.indication(.at(1, 0, 1), .write(.bits(1)))
        #expect(client.handle(.multicast(frame, from: TestClient.other)).isEmpty)
        let sent = client.wait(.seconds(1))
        // A telegram from multicast is not sent back to multicast.
        #expect(sent.filter { $0.way == .multicast }.map(\.shown) == ["ind 1/4/1 write 1"])
        #expect(sent.first { $0.way != .multicast }?.shown == "0: ind 1/0/1 write 1")
    }

    @Test func telegramsOfTunnelsAreRouted() throws {
        var client = Self.router()
        let channel = try client.connect(inStream: 1)
        let request = try TestClient.request(channel, 0, .at(7, 0, 1), .write(.bits(1)))
        _ = client.send(request, inStream: 1)
        let sent = client.wait(.seconds(1)).filter { $0.way == .multicast }
        #expect(sent.map(\.shown) == ["ind 7/0/1 write 1"])
    }

    @Test func interfaceThatDoesNotRouteIgnoresTheGroup() throws {
        var client = TestClient()
        _ = client.handle(.multicast(try Self.indication(.at(1, 0, 1), .write(.bits(1))), from: TestClient.other))
        #expect(client.wait(.seconds(1)).isEmpty)
        #expect(client.passed.isEmpty)
    }

    @Test func fullQueueRequestsAPauseAndThenDropsFrames() throws {
        var client = Self.router()
        let frame = try Self.indication(.at(7, 0, 1), .write(.bits(1)))
        let sent = (0..<63).flatMap { _ in client.handle(.multicast(frame, from: TestClient.other)) }
        #expect(sent.map(\.shown) == ["busy 100", "lost 1", "lost 2"])
        _ = client.wait(.seconds(5))
        #expect(client.passed.count == 61)
    }

    @Test(
        arguments: [(.busy, "busy 250"), (.lost, "lost 1"), (.busLost, "lost 1")] as [(KNXFault.Kind, String)]
    )
    func faultDropsAFrame(kind: KNXFault.Kind, shown: String) throws {
        var client = Self.router()
        let fault = KNXFault(kind, count: 1, for: .milliseconds(10), delay: .milliseconds(250))
        _ = client.interface.add(fault, at: client.now)
        let frame = try Self.indication(.at(7, 0, 1), .write(.bits(1)))
        #expect(client.handle(.multicast(frame, from: TestClient.other)).map(\.shown) == [shown])
        _ = client.wait(.milliseconds(10))
        #expect(client.handle(.multicast(frame, from: TestClient.other)).isEmpty)
        _ = client.wait(.seconds(1))
        #expect(client.passed == ["7/0/1 write 1"])
    }
}
