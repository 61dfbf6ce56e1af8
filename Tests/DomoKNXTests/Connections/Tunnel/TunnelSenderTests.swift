import Testing

@testable import DomoKNX

/// Who may send to the socket of a tunnel over UDP, and when.
struct TunnelSenderTests {
    private static let attacker = SocketAddress(host: 0xC0A8_0166, port: 3671)
    /// A local user of the interface's machine, or a second service on it.
    private static let otherPort = SocketAddress(host: TunnelHarness.server.host, port: 50_100)
    private static let bell = write(1, from: 0x1105)

    private static func connecting(usesNAT: Bool = false, known: InterfaceIdentity? = nil) -> TunnelHarness {
        var harness = TunnelHarness(usesNAT: usesNAT, known: known)
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        return harness
    }

    /// All that an interface may send, correct but for its sender.
    private static func frames() throws -> [IPFrame] {
        let channel = TunnelHarness.channel
        let control = HostEndpoint(.udp, attacker)
        return [
            TunnelHarness.accepted(), TunnelHarness.accepted(channel: 9), TunnelHarness.refused(.noMoreConnections),
            TunnelHarness.description(version: 2), try TunnelHarness.indication(0, bell),
            try TunnelHarness.confirmation(0, write(1)), TunnelHarness.ack(0), TunnelHarness.ack(0, .dataConnection),
            .connectionStateResponse(ChannelResponse(channel: channel, status: .connectionID)),
            .disconnectRequest(ChannelRequest(channel: channel, control: control)),
            .disconnectResponse(ChannelResponse(channel: channel, status: .ok)),
            .secure(ServiceType(rawValue: 0x0950), []),
        ]
    }

    // MARK: - Others

    @Test(arguments: [attacker, otherPort])
    func framesOfOthersDoNothingWhileConnecting(sender: SocketAddress) throws {
        var harness = Self.connecting()
        let log = try Self.frames().flatMap { harness.receive($0, from: sender) }
        #expect(log.allSatisfy { $0.hasPrefix("warning: dropped 1 datagram") } && log.count == 1, "\(log)")
        harness.receive(TunnelHarness.description(version: 1))
        #expect(harness.receive(TunnelHarness.accepted()) == ["up 1.1.250 -"])
    }

    @Test(arguments: [attacker, otherPort])
    func framesOfOthersDoNothingWhileConnected(sender: SocketAddress) throws {
        var harness = TunnelHarness.connected()
        #expect(harness.give(.send(write(1), ticket: 1)).count == 1)
        let log = try Self.frames().flatMap { harness.receive($0, from: sender) }
        #expect(log.allSatisfy { $0.hasPrefix("warning: dropped 1 datagram") } && log.count == 1, "\(log)")
        harness.receive(TunnelHarness.ack(0))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "1 confirmed"])
    }

    /// The DISCONNECT_RESPONSE of another would leave the tunnel open at the interface.
    @Test func framesOfOthersDoNothingWhileLeaving() throws {
        var harness = TunnelHarness.connected()
        #expect(harness.give(.stop) == ["down: stopped", "> disconnect 7"])
        let log = try Self.frames().flatMap { harness.receive($0, from: Self.attacker) }
        #expect(log.count == 1, "\(log)")
        let response = IPFrame.disconnectResponse(ChannelResponse(channel: TunnelHarness.channel, status: .ok))
        #expect(harness.receive(response) == ["close", "stopped"])
    }

    /// One message in an hour and a report in 10 s, however many come; the count is complete.
    @Test func othersAreCountedAndRarelyReported() {
        var harness = TunnelHarness.connected()
        let disconnect = IPFrame.disconnectRequest(
            ChannelRequest(channel: TunnelHarness.channel, control: .anonymous(.udp))
        )
        var log: [String] = []
        for _ in 0..<28_000 { log += harness.receive(disconnect, from: Self.attacker) }
        #expect(
            log == [
                "warning: dropped 1 datagram of senders that are not accepted, the last from 192.168.1.102:3671 "
                    + "(DISCONNECT_REQUEST)", "only 192.168.1.20:3671",
            ]
        )
        #expect(harness.senders.map(\.count) == [1])
        harness.give(.dropped(500))
        harness.pass(.seconds(10))
        #expect(harness.senders.map(\.count) == [1, 28_500])
        #expect(harness.senders.last?.last == Self.attacker)
        #expect(harness.senders.last?.service == "DISCONNECT_REQUEST")
    }

    /// The interface may be found where its name leads: the socket knows.
    @Test func resolvedEndpointIsTheSenderOfANamedInterface() {
        let named = SocketAddress(host: 0, port: 3671)
        var harness = ConnectionHarness(TunnelMachine(TunnelOptions(server: named, seed: 1)))
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client, peer: TunnelHarness.server))
        #expect(harness.receive(TunnelHarness.accepted(), from: Self.attacker).count == 1)
        #expect(harness.receive(TunnelHarness.accepted()).contains("up 1.1.250 -"))
    }

    // MARK: - The data endpoint

    /// As Calimero has: another port.
    @Test func dataEndpointOfTheInterfaceMaySend() throws {
        var harness = Self.connecting()
        harness.receive(TunnelHarness.description(version: 1))
        #expect(harness.receive(TunnelHarness.accepted(data: Self.otherPort)) == ["up 1.1.250 -"])
        let received = harness.receive(try TunnelHarness.indication(0, Self.bell), from: Self.otherPort)
        #expect(received == ["> ack 0", "received 1.1.5 1/0/1=1"])
    }

    @Test func dataEndpointAtAnotherHostIsRefusedAndTheTunnelClosed() {
        var harness = Self.connecting()
        let log = harness.receive(TunnelHarness.accepted(data: Self.attacker))
        #expect(log.count == 2 && log[1] == "> disconnect 7", "\(log)")
        #expect(log[0].contains("192.168.1.102:3671, another host"), "\(log)")
        #expect(log[0].contains("set nat: yes"), "\(log)")
        #expect(harness.targets.allSatisfy { $0 == TunnelHarness.server })
        let response = IPFrame.disconnectResponse(ChannelResponse(channel: TunnelHarness.channel, status: .ok))
        #expect(harness.receive(response) == ["close"])
    }

    @Test func withNATTheDataEndpointMayBeAnotherHost() throws {
        var harness = Self.connecting(usesNAT: true)
        harness.receive(TunnelHarness.description(version: 1))
        let data = SocketAddress(host: 0xAC11_0002, port: 3671)
        #expect(harness.receive(TunnelHarness.accepted(data: data)) == ["up 1.1.250 -"])
        for (number, sender) in [TunnelHarness.server, data, Self.otherPort].enumerated() {
            let frame = try TunnelHarness.indication(UInt8(number), Self.bell)
            #expect(harness.receive(frame, from: sender).last == "received 1.1.5 1/0/1=1")
        }
        #expect(harness.receive(try TunnelHarness.indication(3, Self.bell), from: Self.attacker).count == 1)
    }

    /// Other users of this machine have its other ports.
    @Test func withNATOnThisMachineThePortHasToBeRight() {
        let local = SocketAddress(host: 0x7F00_0001, port: 3671)
        let options = TunnelOptions(server: local, usesNAT: true, seed: 1)
        var harness = ConnectionHarness(TunnelMachine(options))
        harness.give(.start)
        harness.give(.opened(SocketAddress(host: 0x7F00_0001, port: 50_000)))
        let forged = SocketAddress(host: 0x7F00_0001, port: 50_001)
        #expect(harness.receive(TunnelHarness.accepted(data: local), from: forged).count == 1)
        #expect(harness.receive(TunnelHarness.accepted(data: local), from: local) == ["up 1.1.250 -"])
    }

    // MARK: - Answers

    /// A second CONNECT_RESPONSE is that of a duplicated request, and comes at once; later nobody waits for one.
    @Test func tunnelsOpenedLaterAreNotClosed() {
        var harness = TunnelHarness.connected()
        #expect(harness.receive(TunnelHarness.accepted(channel: 9)) == ["> disconnect 9"])
        harness.pass(TunnelTimes.connect)
        #expect(harness.receive(TunnelHarness.accepted(channel: 10)) == [])
    }

    @Test func descriptionsAreAcceptedOnlyWhenRequested() {
        var harness = TunnelHarness.connected()
        let before = harness.described.count
        #expect(harness.receive(TunnelHarness.description(version: 1)) == [])
        #expect(harness.described.count == before)
    }

    /// The answer to DISCONNECT_REQUEST goes to the interface, whatever the frame names.
    @Test func disconnectionIsNotAnsweredToAThirdParty() {
        var harness = TunnelHarness.connected()
        let request = ChannelRequest(channel: TunnelHarness.channel, control: HostEndpoint(.udp, Self.attacker))
        harness.receive(.disconnectRequest(request))
        #expect(harness.targets.last == TunnelHarness.server)
    }

    // MARK: - A wrong configuration

    /// A server with several addresses answers from the one of its route.
    @Test func answerFromAnotherAddressIsExplained() {
        var harness = Self.connecting()
        harness.receive(TunnelHarness.accepted(), from: Self.attacker)
        let down = harness.pass(TunnelTimes.connect).first { $0.contains("down") } ?? ""
        #expect(down.contains("no answer came from 192.168.1.20:3671, but one from 192.168.1.102:3671"), "\(down)")
        #expect(harness.senders.last?.answer == Self.attacker)
        // A new socket begins anew.
        #expect(harness.wake() == ["open"])
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.machine.senders.answer == nil)
    }

    /// The interface answered a search for an address of another host.
    @Test func tunnelIsNotRedirectedForAnotherHost() {
        let identity = InterfaceIdentity(serialNumber: SerialNumber(raw: 0x00FA_0000_0001), mac: MACAddress(raw: 1))
        var harness = TunnelHarness(known: identity)
        harness.give(.start)
        for _ in 0..<3 {
            harness.give(.closed(reason: "refused"))
            harness.wake()
        }
        harness.give(.closed(reason: "refused"))
        var found = InterfaceDescription(
            control: HostEndpoint(.udp, SocketAddress(host: 0xC0A8_0115, port: 3671)),
            blocks: [
                .device(
                    DeviceInformation(
                        name: "",
                        address: IndividualAddress(raw: 0x1101),
                        serialNumber: identity.serialNumber,
                        mac: identity.mac
                    )
                )
            ]
        )
        found.answeredFrom = Self.attacker.host
        #expect(harness.give(.found([found])) == [])
        found.answeredFrom = nil
        #expect(harness.give(.found([found])).contains("redirect 192.168.1.21:3671"))
    }
}
