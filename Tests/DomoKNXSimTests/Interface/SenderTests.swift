import DomoKNX
import Testing

@testable import DomoKNXSim

/// Others than the client of a channel can't use it.
struct SenderTests {
    private static let attacker = SocketAddress(host: 0x7F00_0002, port: 50_001)

    private static func control(_ channel: UInt8) -> ChannelRequest {
        ChannelRequest(channel: channel, control: .anonymous(.udp))
    }

    @Test(arguments: [attacker, TestClient.other])
    func othersCanNotSendThroughATunnel(sender: SocketAddress) throws {
        var client = TestClient()
        let channel = try client.connect()
        let forged = try TestClient.request(channel, 0, GroupAddress(raw: 0x0801), .write(.bits(1)))
        #expect(client.send(forged, from: sender).isEmpty)
        _ = client.wait(.seconds(1))
        #expect(client.passed.isEmpty)
        #expect(client.send(forged).first?.frame == .tunnellingAck(TunnellingAck(channel: channel, sequence: 0)))
        _ = client.wait(.seconds(1))
        #expect(!client.passed.isEmpty)
    }

    @Test func othersCanNotCloseATunnel() throws {
        var client = TestClient()
        let channel = try client.connect()
        let refused = client.send(.disconnectRequest(Self.control(channel)), from: Self.attacker)
        let response = ChannelResponse(channel: channel, status: .connectionID)
        #expect(refused.map(\.frame) == [.disconnectResponse(response)])
        #expect(client.interface.clients.count == 1)
        _ = client.send(.disconnectRequest(Self.control(channel)))
        #expect(client.interface.clients.isEmpty)
    }

    /// Nor keep one open whose client is gone, nor acknowledge in its place.
    @Test func othersCanNotKeepATunnel() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = client.wait(.seconds(100))
        _ = client.send(.connectionStateRequest(Self.control(channel)), from: Self.attacker)
        _ = client.wait(.seconds(21))
        #expect(client.interface.clients.isEmpty)
    }

    @Test func othersCanNotAcknowledgeForAClient() throws {
        var client = TestClient()
        let one = try client.connect()
        let two = try client.connect(from: TestClient.other)
        _ = client.send(try TestClient.request(one, 0, GroupAddress(raw: 0x0801), .write(.bits(1))))
        _ = client.wait(.milliseconds(500))
        _ = client.send(.tunnellingAck(TunnellingAck(channel: two, sequence: 0)), from: Self.attacker)
        // Not acknowledged: repeated after a second, then closed.
        _ = client.wait(.seconds(3))
        #expect(!client.interface.clients.contains(IndividualAddress(raw: 0x11F2)))
    }
}
