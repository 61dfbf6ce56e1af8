import DomoKNX
import Testing

@testable import DomoKNXSim

struct TunnelFaultTests {
    private static let group = GroupAddress.at(7, 0, 1)

    /// A fault, the frames after a first request over UDP, those after its repetition, and the number of telegrams on
    /// the bus.
    struct Case: Sendable {
        var kind: KNXFault.Kind
        var first: [String]
        var again: [String]
        var passed: Int
    }

    @Test(arguments: [
        Case(kind: .lostAck, first: ["0: con 7/0/1 write 1"], again: ["ack 0"], passed: 1),
        Case(kind: .lostRequest, first: [], again: ["ack 0", "0: con 7/0/1 write 1"], passed: 1),
        Case(kind: .badAck, first: ["ack 0 error", "0: con 7/0/1 write 1"], again: ["ack 0"], passed: 1),
        Case(kind: .gap, first: ["ack 0"], again: ["ack 0"], passed: 1),
        Case(
            kind: .duplicate,
            first: ["ack 0", "0: con 7/0/1 write 1", "0: con 7/0/1 write 1"],
            again: ["ack 0"],
            passed: 1
        ),
        Case(kind: .negative, first: ["ack 0", "0: con negative 7/0/1 write 1"], again: ["ack 0"], passed: 0),
        Case(kind: .noConfirmation, first: ["ack 0"], again: ["ack 0"], passed: 1),
        Case(kind: .slow, first: ["ack 0"], again: ["ack 0", "0: con 7/0/1 write 1"], passed: 1),
    ])
    func faultHappensOnce(test: Case) throws {
        var client = TestClient()
        let channel = try client.connect()
        let fault = KNXFault(test.kind, count: 1, delay: .milliseconds(150))
        _ = client.interface.add(fault, at: client.now)
        let frame = try TestClient.request(channel, 0, Self.group, .write(.bits(1)))
        let first = client.send(frame) + client.wait(.milliseconds(100))
        #expect(first.map(\.shown) == test.first)
        let again = client.send(frame) + client.wait(.milliseconds(100))
        #expect(again.map(\.shown) == test.again)
        #expect(client.passed.count == test.passed)
    }

    @Test func gapSkipsASequenceNumber() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = client.interface.add(KNXFault(.gap, count: 1), at: client.now)
        for sequence in [0, 1] as [UInt8] {
            _ = client.send(try TestClient.request(channel, sequence, Self.group, .write(.bits(1))))
        }
        #expect(client.wait(.milliseconds(100)).map(\.shown) == ["1: con 7/0/1 write 1"])
    }

    @Test func faultOfAGroupDoesNotAffectOthers() throws {
        var client = TestClient()
        let channel = try client.connect(inStream: 1)
        _ = client.interface.add(KNXFault(.negative, group: Self.group), at: client.now)
        for (group, shown) in [(Self.group, "con negative"), (.at(7, 0, 2), "con 7/0/2"), (Self.group, "con negative")]
        {
            let request = try TestClient.request(channel, 0, group, .write(.bits(1)))
            let sent = client.send(request, inStream: 1) + client.wait(.milliseconds(100))
            #expect(sent.first?.shown.contains(shown) == true)
        }
        _ = client.interface.clearFaults(at: client.now)
        let sent = client.send(try TestClient.request(channel, 0, Self.group, .write(.bits(1))), inStream: 1)
        #expect(sent.isEmpty)
    }

    @Test func noTunnelIsFreeForAWhile() throws {
        var client = TestClient()
        _ = client.interface.add(KNXFault(.full, for: .seconds(3)), at: client.now)
        let endpoint = HostEndpoint(.udp, TestClient.home)
        let request = IPFrame.connectRequest(ConnectRequest(control: endpoint, data: endpoint))
        #expect(client.send(request).map(\.refused) == [.noMoreConnections])
        _ = client.wait(.seconds(3))
        #expect(client.send(request).first?.connected != nil)
    }

    @Test func deafInterfaceDoesNotAnswerHeartbeats() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = client.interface.add(KNXFault(.deaf, count: 2), at: client.now)
        let request = ChannelRequest(channel: channel, control: HostEndpoint(.udp, TestClient.home))
        let sent = (0..<3).map { _ in client.send(.connectionStateRequest(request)).count }
        #expect(sent == [0, 0, 1])
    }

    @Test func disconnectEndsAllTunnels() throws {
        var client = TestClient()
        _ = try client.connect()
        _ = try client.connect(inStream: 1)
        let actions = client.interface.add(KNXFault(.disconnect), at: client.now)
        let sent = client.collect(try #require(actions))
        #expect(sent.map(\.shown) == ["disconnect", "disconnect"])
        #expect(sent.map(\.way) == [.udp(TestClient.home), .tcp(1)])
        #expect(client.interface.clients.isEmpty)
    }

    @Test func restartForgetsEverything() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = try client.connect(inStream: 1)
        _ = client.send(try TestClient.request(channel, 0, Self.group, .write(.bits(1))))
        let actions = client.interface.add(KNXFault(.restart), at: client.now)
        #expect(client.collect(try #require(actions)).map(\.way) == [.closed(1)])
        #expect(client.wait(.seconds(1)).isEmpty)
        #expect(client.send(try TestClient.request(channel, 1, Self.group, .write(.bits(1)))).isEmpty)
        #expect(client.interface.clients.isEmpty)
    }

    @Test func randomFaultsFollowFromTheSeed() throws {
        func confirmations() throws -> [String] {
            var client = TestClient()
            let channel = try client.connect(inStream: 1)
            _ = client.interface.add(KNXFault(.negative, perMille: 300), at: client.now)
            var shown: [String] = []
            for _ in 0..<100 {
                _ = client.send(try TestClient.request(channel, 0, Self.group, .write(.bits(1))), inStream: 1)
                    .map { shown.append($0.shown) }
                shown += client.wait(.milliseconds(50)).map(\.shown)
            }
            return shown
        }
        let once = try confirmations()
        #expect(try confirmations() == once)
        #expect((15...45).contains(once.count { $0.contains("negative") }))
    }

    @Test func numberOfFaultsIsLimited() {
        var client = TestClient()
        let added = (0..<101).map { _ in client.interface.add(KNXFault(.deaf), at: .zero) != nil }
        #expect(added == [Bool](repeating: true, count: 100) + [false])
    }
}
