import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXSim

struct ConnectionTests {
    private static let slots = InterfaceSettings.slots(4)

    @Test func clientsGetTunnelsUntilNoneIsFree() throws {
        var client = TestClient()
        for _ in 0..<4 { _ = try client.connect() }
        #expect(client.interface.clients == Self.slots)
        let endpoint = HostEndpoint(.udp, TestClient.home)
        let sent = client.send(.connectRequest(ConnectRequest(control: endpoint, data: endpoint)))
        #expect(sent.first?.refused == .noMoreConnections)
        _ = client.send(.disconnectRequest(ChannelRequest(channel: 2, control: endpoint)))
        _ = try client.connect()
        #expect(Set(client.interface.clients) == Set(Self.slots))
    }

    @Test func connectResponseHasTheTunnelAddressAndTheDataEndpoint() throws {
        var client = TestClient()
        let endpoint = HostEndpoint(.udp, TestClient.home)
        let sent = client.send(.connectRequest(ConnectRequest(control: endpoint, data: endpoint)))
        let data = HostEndpoint(.udp, client.interface.settings.endpoint)
        let response = ConnectResponse(channel: 1, outcome: .connected(data: data, address: Self.slots[0]))
        #expect(sent == [Sent(.udp(TestClient.home), IPFrame.connectResponse(response).encoded)])
    }

    @Test func answersToAClientBehindNATGoToTheSender() throws {
        var client = TestClient()
        let request = ConnectRequest(control: .anonymous(.udp), data: .anonymous(.udp))
        #expect(client.send(.connectRequest(request), from: TestClient.other).map(\.way) == [.udp(TestClient.other)])
        let frame = try TestClient.request(1, 0, .at(1, 0, 1), .write(.bits(1)))
        #expect(client.send(frame, from: TestClient.other).map(\.way) == [.udp(TestClient.other)])
    }

    @Test(
        arguments: [
            (.tunnel(address: slots[1]), .connectionInUse),
            (.tunnel(address: IndividualAddress(raw: 0x1234)), .noTunnellingAddress),
            (.otherTunnel(layer: 0x80), .tunnellingLayer), (.other(code: 3, []), .connectionType),
        ] as [(ConnectRequest.Kind, StatusCode)]
    )
    func connectionIsRefused(kind: ConnectRequest.Kind, status: StatusCode) throws {
        var client = TestClient()
        _ = try client.connect(address: Self.slots[1])
        let endpoint = HostEndpoint(.udp, TestClient.home)
        let sent = client.send(.connectRequest(ConnectRequest(control: endpoint, data: endpoint, kind: kind)))
        #expect(sent.map(\.refused) == [status])
        #expect(client.interface.clients == [Self.slots[1]])
    }

    @Test func heartbeatKeepsTheTunnel() throws {
        var client = TestClient()
        let channel = try client.connect()
        let heartbeat = ChannelRequest(channel: channel, control: HostEndpoint(.udp, TestClient.home))
        for _ in 0..<5 {
            #expect(client.wait(.seconds(100)).isEmpty)
            #expect(client.send(.connectionStateRequest(heartbeat)).map(\.shown) == ["state 0"])
        }
        #expect(client.wait(.seconds(119)).isEmpty)
        #expect(client.wait(.seconds(1)).map(\.shown) == ["disconnect"])
        #expect(client.send(.connectionStateRequest(heartbeat)).map(\.shown) == ["state 33"])
        #expect(client.interface.clients.isEmpty)
    }

    @Test func unknownChannelIsNotDisconnected() throws {
        var client = TestClient()
        let request = ChannelRequest(channel: 9, control: HostEndpoint(.udp, TestClient.home))
        #expect(client.send(.disconnectRequest(request)).map(\.shown) == ["disconnected 33"])
    }

    @Test func endOfTheStreamEndsItsTunnel() throws {
        var client = TestClient()
        _ = try client.connect(inStream: 1)
        _ = try client.connect(inStream: 2)
        #expect(client.handle(.streamClosed(1)).isEmpty)
        #expect(client.interface.clients == [Self.slots[1]])
        #expect(client.handle(.stream(2, [1, 2, 3])).map(\.way) == [.closed(2)])
        #expect(client.interface.clients.isEmpty)
    }

    @Test func fragmentedFramesAreDecoded() throws {
        var client = TestClient()
        let channel = try client.connect(inStream: 1)
        let frame = try TestClient.request(channel, 0, .at(1, 0, 1), .write(.bits(1))).encoded
        for octet in frame { _ = client.handle(.stream(1, [octet])) }
        #expect(client.wait(.seconds(1)).map(\.shown) == ["0: con 1/0/1 write 1", "1: ind 1/4/1 write 1"])
    }

    @Test func searchIsAnsweredWithTheRequestedBlocks() throws {
        var client = TestClient { $0.routingGroup = .multicast }
        let discovery = HostEndpoint(.udp, TestClient.other)
        for request in InterfaceDescription.search(answerTo: discovery) {
            let sent = client.handle(.multicast(IPFrame.searchRequest(request).encoded, from: TestClient.home))
            #expect(sent.map(\.way) == [.udp(TestClient.other)])
            let description = try #require(sent.first?.frame.flatMap { InterfaceDescription($0) })
            #expect(description.control?.address == client.interface.settings.endpoint)
            #expect(description.name == "domo-sim")
            #expect(description.supportsTunnelling && description.supportsRouting && description.supportsTCP)
            #expect(description.slots.map(\.address) == (request.isExtended ? Self.slots : []))
        }
    }

    @Test(
        arguments: [
            (.mac(MACAddress(raw: 1)), 0), (.mac(InterfaceSettings().mac), 1), (.programmingMode, 0),
            (.family(ServiceFamily(.tunnelling, version: 2)), 1), (.family(ServiceFamily(.tunnelling, version: 3)), 0),
            (.family(ServiceFamily(.routing, version: 1)), 0), (.other(code: 9, [1]), 0),
        ] as [(SearchParameter.Kind, Int)]
    )
    func searchThatDoesNotMatchIsNotAnswered(kind: SearchParameter.Kind, answers: Int) {
        var client = TestClient()
        let request = SearchRequest(
            answerTo: HostEndpoint(.udp, TestClient.home),
            parameters: [SearchParameter(kind)]
        )
        #expect(client.send(.searchRequest(request)).count == answers)
    }

    @Test func descriptionShowsTheTunnels() throws {
        var client = TestClient()
        _ = try client.connect()
        let sent = client.send(.descriptionRequest(control: HostEndpoint(.udp, TestClient.home)))
        let description = try #require(sent.first?.frame.flatMap { InterfaceDescription($0) })
        #expect(description.slots.map(\.isFree) == [false, true, true, true])
        #expect(description.tunnelling?.maxAPDU == 254)
        #expect(!description.supportsRouting)
    }

    @Test func invalidFramesAreIgnored() throws {
        var client = TestClient()
        _ = try client.connect()
        var dice = SplitMix64(seed: 5)
        let frame = try TestClient.request(1, 0, .at(1, 0, 1), .write(.bits(1))).encoded
        for _ in 0..<5000 {
            var octets = frame
            for _ in 0...dice.below(4) { octets[dice.below(octets.count)] = UInt8(dice.below(256)) }
            if dice.below(3) == 0 { octets.removeLast(dice.below(octets.count)) }
            _ = client.handle(.datagram(octets, from: TestClient.home))
            _ = client.handle(.multicast(octets, from: TestClient.home))
            _ = client.handle(.streamOpened(1))
            _ = client.handle(.stream(1, octets))
            _ = client.handle(.streamClosed(1))
        }
        // It still answers.
        let sent = client.send(.descriptionRequest(control: HostEndpoint(.udp, TestClient.home)))
        #expect(sent.contains { $0.frame.flatMap { InterfaceDescription($0) } != nil })
    }
}
