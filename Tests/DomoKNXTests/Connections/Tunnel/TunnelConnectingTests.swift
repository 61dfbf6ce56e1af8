import Testing

@testable import DomoKNX

struct TunnelConnectingTests {
    @Test func startOpensASocketDescribesAndConnects() throws {
        var harness = TunnelHarness()
        #expect(harness.give(.start) == ["open"])
        #expect(harness.give(.opened(TunnelHarness.client)) == ["> describe", "> connect"])
        #expect(harness.receive(TunnelHarness.accepted()) == ["up 1.1.250 -"])
        #expect(harness.targets == [TunnelHarness.server, TunnelHarness.server])
        let own = HostEndpoint(.udp, TunnelHarness.client)
        #expect(
            try IPFrame(decoding: harness.transmitted[1]) == .connectRequest(ConnectRequest(control: own, data: own))
        )
    }

    @Test(arguments: [
        (HostEndpoint.Transport.udp, true, TunnelHarness.client), (.tcp, false, TunnelHarness.client),
        // Bound to all addresses: the own one is unknown.
        (.udp, false, SocketAddress(host: 0, port: 50_000)),
    ])
    func ownEndpointIsAnonymousBehindNATAndOverTCP(
        transport: HostEndpoint.Transport,
        usesNAT: Bool,
        own: SocketAddress
    ) throws {
        var harness = TunnelHarness(transport, usesNAT: usesNAT)
        harness.give(.start)
        harness.give(.opened(own))
        let anonymous = HostEndpoint.anonymous(transport)
        #expect(
            try harness.transmitted.map { try IPFrame(decoding: $0) } == [
                .descriptionRequest(control: anonymous),
                .connectRequest(ConnectRequest(control: anonymous, data: anonymous)),
            ]
        )
    }

    @Test func tunnelWithTheConfiguredAddressIsRequested() {
        var harness = TunnelHarness(address: IndividualAddress(raw: 0x11FB))
        harness.give(.start)
        #expect(harness.give(.opened(TunnelHarness.client)) == ["> describe", "> connect 1.1.251"])
    }

    @Test(arguments: [
        (SocketAddress(host: 0xC0A8_0114, port: 4000), SocketAddress(host: 0xC0A8_0114, port: 4000)),
        // Behind NAT the server does not know its own address: the sender of the answer counts.
        (SocketAddress(host: 0, port: 0), TunnelHarness.server),
        (SocketAddress(host: 0, port: 4000), TunnelHarness.server),
    ])
    func telegramsGoToTheDataEndpointAndOthersToTheControlEndpoint(data: SocketAddress, target: SocketAddress) throws {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.accepted(data: data))
        harness.give(.send(write(1), ticket: 1))
        harness.receive(try TunnelHarness.indication(0, write(1, from: 0x1105)))
        #expect(harness.targets.suffix(2) == [target, target])
        harness.receive(TunnelHarness.ack(0))
        harness.pass(.seconds(30))
        harness.give(.stop)
        #expect(harness.targets.suffix(2) == [TunnelHarness.server, TunnelHarness.server])
    }

    @Test func connectionNotAnsweredWithin10sIsRetried() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.pass(.milliseconds(9_999)) == [])
        #expect(harness.pass(.milliseconds(1)) == ["10 down: the interface does not answer", "10 close"])
        #expect(harness.wake() == ["open"])
        #expect(harness.give(.opened(TunnelHarness.client)) == ["> describe", "> connect"])
    }

    @Test func connectionsAreRetriedForeverWithGrowingHalfRandomPauses() {
        func pauses(seed: UInt64) -> [Duration] {
            var harness = TunnelHarness(seed: seed)
            harness.give(.start)
            return (0..<50).map { _ in
                let closed = harness.now
                harness.give(.closed(reason: "no route"))
                #expect(harness.wake() == ["open"])
                return harness.now - closed
            }
        }
        let limits = [1, 2, 4, 8, 16, 32] + Array(repeating: 60, count: 44)
        for (pause, limit) in zip(pauses(seed: 1), limits) {
            #expect(pause >= .seconds(limit) / 2 && pause <= .seconds(limit))
        }
        #expect(pauses(seed: 1) == pauses(seed: 1))
        #expect(pauses(seed: 1) != pauses(seed: 2))
    }

    @Test func repeatedReasonIsReportedOnce() {
        var harness = TunnelHarness()
        harness.give(.start)
        #expect(harness.give(.closed(reason: "no route")) == ["down: no route"])
        harness.wake()
        #expect(harness.give(.closed(reason: "no route")) == [])
        harness.wake()
        #expect(harness.give(.closed(reason: "refused")) == ["down: refused"])
    }

    @Test func pausesAreShortAgainAfterALongConnection() throws {
        var harness = TunnelHarness()
        harness.give(.start)
        for _ in 0..<8 {
            harness.give(.closed(reason: "no route"))
            harness.wake()
        }
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.accepted())
        harness.pass(.seconds(30))
        let lost = harness.now
        harness.give(.closed(reason: "gone"))
        harness.wake()
        #expect(harness.now - lost <= .seconds(1))
    }

    @Test func pausesGrowIfConnectionsEndImmediately() {
        var harness = TunnelHarness()
        harness.connect()
        var last = Duration.zero
        for _ in 0..<6 {
            let closed = harness.now
            harness.receive(TunnelHarness.disconnect())
            harness.wake()
            last = harness.now - closed
            harness.give(.opened(TunnelHarness.client))
            harness.receive(TunnelHarness.accepted())
        }
        #expect(last >= .seconds(16))
    }

    @Test(arguments: [StatusCode.noMoreConnections, .noMoreUniqueConnections, .connectionInUse])
    func fullInterfaceIsQueriedForItsTunnelsAndRetriedLater(status: StatusCode) throws {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.receive(TunnelHarness.refused(status)) == ["> search"])
        let slots = TunnellingInformation(
            maxAPDU: 248,
            slots: [
                .init(address: TunnelHarness.tunnelAddress, isFree: false),
                .init(address: IndividualAddress(raw: 0x11FB), isFree: false),
            ]
        )
        let response = SearchResponse(
            isExtended: true,
            control: HostEndpoint(.udp, TunnelHarness.server),
            blocks: [.tunnelling(slots)]
        )
        #expect(
            harness.receive(.searchResponse(response)) == [
                "note: tunnels of the interface: 1.1.250 in use, 1.1.251 in use",
                "down: the interface refused the connection: \(status); 2 of its 2 tunnels are in use", "close",
            ]
        )
        let refused = harness.now
        harness.wake()
        #expect(harness.now - refused >= .seconds(4))
    }

    @Test func interfaceThatDoesNotListItsTunnelsIsRetriedLater() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.refused(.noMoreConnections))
        #expect(
            harness.pass(.seconds(1)) == [
                "1 down: the interface refused the connection: all tunnels are in use (0x24)", "1 close",
            ]
        )
    }

    @Test(arguments: [StatusCode.connectionType, nil])
    func interfaceThatRequiresKNXSecureIsLogged(status: StatusCode?) {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.description(version: 2, isSecure: true))
        if let status { harness.receive(TunnelHarness.refused(status)) }
        let note = "note: the interface accepts tunnels only with KNX IP Secure, which is not supported"
        #expect(harness.pass(.seconds(10)).map { $0.drop { $0 != " " }.dropFirst() }.contains(note[...]))
    }

    @Test func secureFrameIsLogged() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        #expect(
            harness.receive(.secure(ServiceType(rawValue: 0x0952), [1]))
                == [
                    "note: 192.168.1.20:3671 sent a KNX IP Secure frame (0x0952), which is not supported"
                ]
        )
    }

    @Test func socketThatDoesNotOpenInTimeIsClosed() {
        var harness = TunnelHarness()
        harness.give(.start)
        #expect(harness.pass(.seconds(15)) == ["15 down: the socket could not be opened in time", "15 close"])
        #expect(harness.give(.opened(TunnelHarness.client)) == ["close"])
    }

    @Test func telegramsWithoutAConnectionAreNotSent() {
        var harness = TunnelHarness()
        #expect(harness.give(.send(write(1), ticket: 1)) == ["1 not sent: not connected"])
        harness.give(.start)
        harness.give(.closed(reason: "no route"))
        #expect(harness.give(.send(write(1), ticket: 2)) == ["2 not sent: no route"])
    }

    @Test func secondTunnelForADuplicatedRequestIsDisconnected() {
        var harness = TunnelHarness.connected()
        #expect(harness.receive(TunnelHarness.accepted()) == [])
        #expect(harness.receive(TunnelHarness.accepted(channel: 8)) == ["> disconnect 8"])
    }

    @Test func framesWithoutASocketAreIgnored() {
        var harness = TunnelHarness()
        #expect(harness.receive(TunnelHarness.disconnect()) == [])
        harness.give(.start)
        #expect(harness.receive(TunnelHarness.accepted()) == [])
        #expect(harness.give(.received([1], from: TunnelHarness.server)) == [])
    }

    @Test func descriptionDoesNotEndTheWaitForTheTunnels() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.refused(.noMoreConnections))
        #expect(harness.receive(TunnelHarness.description(version: 2)) == [])
        #expect(harness.pass(.seconds(1)).count == 2)
    }

    @Test func earlyWakeIsRequestedAgain() {
        var harness = TunnelHarness.connected()
        let requested = harness.requestedWake
        #expect(harness.machine.handle(.wake, at: .seconds(1)) == [.wake(at: requested)])
        #expect(harness.machine.handle(.cancel(ticket: 1), at: .seconds(1)) == [])
    }

    @Test func invalidFrameIsLoggedOnce() {
        var harness = TunnelHarness.connected()
        #expect(
            harness.give(.received([1, 2, 3], from: TunnelHarness.server))
                == [
                    "note: 192.168.1.20:3671 sent an invalid KNXnet/IP frame: the frame does not begin with 06 10"
                ]
        )
        #expect(harness.give(.received([1, 2, 3], from: TunnelHarness.server)) == [])
        // With the next connection it is news again.
        harness.receive(TunnelHarness.disconnect())
        harness.wake()
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.accepted())
        #expect(harness.give(.received([1, 2, 3], from: TunnelHarness.server)).count == 1)
    }
}
