import DomoKNX
import Testing

@testable import DomoKNXSim

struct TunnelTests {
    private static let lamp = GroupAddress.at(1, 0, 1)

    /// Acknowledges frames to a client; returns what is sent next.
    private static func acknowledge(_ sent: [Sent], _ client: inout TestClient) -> [Sent] {
        sent.flatMap { sent -> [Sent] in
            guard case .tunnellingRequest(let request) = sent.frame else { return [] }
            let ack = TunnellingAck(channel: request.channel, sequence: request.sequence)
            return client.send(.tunnellingAck(ack))
        }
    }

    @Test func requestIsAcknowledgedSentConfirmedAndAnswered() throws {
        var client = TestClient()
        let channel = try client.connect()
        let sent = client.send(try TestClient.request(channel, 0, Self.lamp, .write(.bits(1))))
        #expect(sent.map(\.shown) == ["ack 0"])
        let confirmation = client.wait(.milliseconds(21))
        #expect(confirmation.map(\.shown) == ["0: con 1/0/1 write 1"])
        // The status has been on the bus, but waits for the acknowledgement.
        #expect(client.wait(.milliseconds(500)).isEmpty)
        #expect(client.passed == ["1/0/1 write 1", "1/4/1 write 1"])
        let status = Self.acknowledge(confirmation, &client)
        #expect(status.map(\.shown) == ["1: ind 1/4/1 write 1"])
        #expect(Self.acknowledge(status, &client).isEmpty)
        #expect(client.interface.isQuiet)
    }

    @Test func confirmationHasTheAddressOfTheTunnel() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = client.send(try TestClient.request(channel, 0, Self.lamp, .write(.bits(1))))
        guard case .tunnellingRequest(let request) = client.wait(.milliseconds(21)).first?.frame,
            case .data(let frame) = try CEMIFrame(decoding: request.message)
        else { throw Missing() }
        #expect(frame.source == InterfaceSettings.slots(1)[0])
        #expect(frame.priority == .low)
        #expect(frame.hopCount == 6)
    }

    private struct Missing: Error {}

    @Test func otherClientsReceiveTheTelegram() throws {
        var client = TestClient()
        let first = try client.connect()
        _ = try client.connect(from: TestClient.other)
        _ = client.send(try TestClient.request(first, 0, .at(7, 0, 1), .write(.bits(1))))
        let sent = client.wait(.milliseconds(21))
        #expect(sent.map(\.way) == [.udp(TestClient.home), .udp(TestClient.other)])
        #expect(sent.map(\.shown) == ["0: con 7/0/1 write 1", "0: ind 7/0/1 write 1"])
    }

    /// The expected number is processed, the previous one only acknowledged, any other ignored.
    @Test func sequenceNumberIsChecked() throws {
        var client = TestClient()
        let channel = try client.connect()
        for (sequence, shown) in [(0, ["ack 0"]), (0, ["ack 0"]), (2, []), (1, ["ack 1"]), (1, ["ack 1"]), (0, [])] {
            let frame = try TestClient.request(channel, UInt8(sequence), .at(7, 0, 1), .write(.bits(1)))
            #expect(client.send(frame).map(\.shown) == shown)
        }
        _ = client.wait(.milliseconds(100))
        #expect(client.passed == ["7/0/1 write 1", "7/0/1 write 1"])
    }

    @Test func sequenceNumbersWrapAroundAfter255() throws {
        var client = TestClient()
        let channel = try client.connect()
        for number in 0..<600 {
            let sequence = UInt8(truncatingIfNeeded: number)
            let sent = client.send(try TestClient.request(channel, sequence, .at(7, 0, 1), .write(.bits(1))))
            #expect(sent.map(\.shown) == ["ack \(sequence)"])
            let confirmation = client.wait(.milliseconds(30))
            #expect(confirmation.map(\.shown) == ["\(sequence): con 7/0/1 write 1"])
            _ = Self.acknowledge(confirmation, &client)
        }
    }

    @Test func unacknowledgedFrameIsRepeatedOnceBeforeTheTunnelEnds() throws {
        var client = TestClient()
        let channel = try client.connect()
        _ = client.send(try TestClient.request(channel, 0, .at(7, 0, 1), .write(.bits(1))))
        #expect(client.wait(.milliseconds(900)).map(\.shown) == ["0: con 7/0/1 write 1"])
        #expect(client.wait(.seconds(1)).map(\.shown) == ["0: con 7/0/1 write 1"])
        #expect(client.wait(.seconds(1)).map(\.shown) == ["disconnect"])
        #expect(client.interface.clients.isEmpty)
    }

    @Test func sequenceNumbersAreIgnoredOverTCP() throws {
        var client = TestClient()
        let channel = try client.connect(inStream: 1)
        for sequence in [7, 7, 0] as [UInt8] {
            let frame = try TestClient.request(channel, sequence, .at(7, 0, 1), .write(.bits(1)))
            #expect(client.send(frame, inStream: 1).isEmpty)
        }
        #expect(client.wait(.seconds(1)).count == 3)
        #expect(client.wait(.seconds(60)).isEmpty)
        #expect(client.interface.clients.count == 1)
    }

    @Test func telegramAboveTheMaximumAPDULengthIsRefused() throws {
        var client = TestClient { $0.maxAPDU = 15 }
        let channel = try client.connect(inStream: 1)
        for (count, shown) in [(14, "con 7/0/1 write"), (15, "con negative 7/0/1 write")] {
            let payload = Payload.octets([UInt8](repeating: 1, count: count))
            let request = try TestClient.request(channel, 0, .at(7, 0, 1), .write(payload))
            let sent = client.send(request, inStream: 1) + client.wait(.milliseconds(100))
            #expect(sent.count == 1 && sent.first?.shown.contains(shown) == true)
        }
    }

    @Test func telegramToADeviceIsNotAcknowledgedOnTheBus() throws {
        var client = TestClient()
        let channel = try client.connect(inStream: 1)
        let frame = DataFrame(
            .request,
            destination: .device(IndividualAddress(raw: 0x1101)),
            content: .transport(tpci: 0x80)
        )
        let request = TunnellingRequest(channel: channel, sequence: 0, message: try frame.encoded())
        let sent = client.send(.tunnellingRequest(request), inStream: 1)
        guard case .tunnellingRequest(let answer) = sent.first?.frame,
            case .data(let confirmation) = try CEMIFrame(decoding: answer.message)
        else { throw Missing() }
        #expect(confirmation.code == .confirmation)
        #expect(confirmation.isNegative)
    }

    @Test(
        arguments: [
            (.supportedEMI, "feature 1 response(returnCode: 0) [0, 4]"),
            (.busConnection, "feature 3 response(returnCode: 0) [1, 0]"),
            (.individualAddress, "feature 6 response(returnCode: 0) [17, 241]"),
            (.maxAPDU, "feature 7 response(returnCode: 0) [0, 254]"),
            (.infoService, "feature 8 response(returnCode: 0) [0, 0]"),
            (TunnellingFeature.Identifier(rawValue: 99), "feature 99 response(returnCode: 253) []"),
        ] as [(TunnellingFeature.Identifier, String)]
    )
    func featureIsRead(identifier: TunnellingFeature.Identifier, shown: String) throws {
        var client = TestClient()
        let udp = try client.connect()
        let tcp = try client.connect(inStream: 1)
        let feature = TunnellingFeature(.get, channel: udp, sequence: 0, identifier: identifier)
        #expect(client.send(.tunnellingFeature(feature)).map(\.shown) == ["ack 0", shown])
        let other = TunnellingFeature(.get, channel: tcp, sequence: 0, identifier: identifier)
        let answer = client.send(.tunnellingFeature(other), inStream: 1).map(\.shown)
        #expect(answer == [shown.replacing("[17, 241]", with: "[17, 242]")])
    }

    @Test func lossOfTheBusIsReportedToSubscribedClients() throws {
        var client = TestClient()
        let first = try client.connect(inStream: 1)
        _ = try client.connect(inStream: 2)
        let request = TunnellingFeature(.set, channel: first, sequence: 0, identifier: .infoService, value: [1])
        let answer = client.send(.tunnellingFeature(request), inStream: 1).map(\.shown)
        #expect(answer == ["feature 8 response(returnCode: 0) [1, 0]"])
        let begun = client.interface.add(KNXFault(.busLost, for: .seconds(5)), at: client.now)
        let lost = client.collect(try #require(begun))
        #expect(lost.map(\.shown) == ["feature 3 info [0, 0]"])
        #expect(lost.map(\.way) == [.tcp(1)])
        let write = try TestClient.request(first, 0, Self.lamp, .write(.bits(1)))
        #expect(client.send(write, inStream: 1).map(\.shown) == ["2: con negative 1/0/1 write 1"])
        #expect(client.wait(.seconds(6)).map(\.shown) == ["feature 3 info [1, 0]"])
        #expect(client.passed.isEmpty)
    }
}
