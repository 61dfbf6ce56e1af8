import DomoKNX
import Testing

struct TunnelFeatureTests {
    /// Connected to an interface with tunnelling version 2 that has answered all feature requests.
    private static func connected(maxAPDU: UInt8 = 55, isBusLost: Bool = false) -> (TunnelHarness, [String]) {
        var harness = TunnelHarness()
        harness.connect(version: 2)
        for sequence in 0...2 as ClosedRange<UInt8> { harness.receive(TunnelHarness.ack(sequence)) }
        harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .infoService, [1, 0]))
        harness.receive(TunnelHarness.feature(.response(returnCode: 0), 1, .busConnection, [isBusLost ? 0 : 1, 0]))
        let last = harness.receive(TunnelHarness.feature(.response(returnCode: 0), 2, .maxAPDU, [0, maxAPDU]))
        return (harness, last)
    }

    @Test func interfaceOfVersion2IsQueriedBeforeTelegramsAreSent() {
        var harness = TunnelHarness()
        #expect(harness.connect(version: 2) == ["> 0 set 8"])
        #expect(harness.receive(TunnelHarness.ack(0)) == ["> 1 get 3"])
        #expect(harness.receive(TunnelHarness.ack(1)) == ["> 2 get 7"])
        #expect(harness.receive(TunnelHarness.ack(2)) == [])
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .infoService, [1, 0])) == ["> ack 0"]
        )
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 1, .busConnection, [1, 0])) == ["> ack 1"]
        )
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 2, .maxAPDU, [0, 55]))
                == ["> ack 2", "up 1.1.250 55"]
        )
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 3 request 1/0/1=1"])
    }

    @Test func interfaceOfVersion1IsNotQueried() {
        var harness = TunnelHarness()
        #expect(harness.connect(version: 1) == ["up 1.1.250 -"])
    }

    @Test func lateDescriptionIsUsed() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.receive(TunnelHarness.accepted()) == ["up 1.1.250 -"])
        #expect(harness.receive(TunnelHarness.description(version: 2)) == ["> 0 set 8"])
    }

    /// Without it a loss of the bus would not be detected.
    @Test func lostDescriptionIsRequestedAgain() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.accepted())
        #expect(harness.pass(.milliseconds(1900)) == [])
        #expect(harness.wake() == ["> describe"])
        #expect(harness.pass(.seconds(27)) == [])
        #expect(harness.pass(.seconds(5)).contains("32 > describe"))
        #expect(harness.receive(TunnelHarness.description(version: 2)) == ["> 0 set 8"])
    }

    @Test func descriptionIsNotRequestedAgain() {
        var (harness, _) = Self.connected()
        #expect(harness.pass(.seconds(29)).isEmpty)
    }

    @Test func repeatedDescriptionIsUsedOnce() {
        var (harness, _) = Self.connected()
        #expect(harness.receive(TunnelHarness.description(version: 2)) == [])
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 3 request 1/0/1=1"])
    }

    @Test func telegramTooLongForTheInterfaceIsNotSent() {
        var (harness, _) = Self.connected()
        let telegram = GroupTelegram(
            destination: GroupAddress(raw: 1),
            service: .write(.octets([UInt8](repeating: 0, count: 55)))
        )
        #expect(
            harness.give(.send(telegram, ticket: 1)) == [
                "1 unsendable: the telegram has 56 octets; the interface forwards at most 55"
            ]
        )
    }

    @Test func unansweredFeaturesAreSkipped() {
        var harness = TunnelHarness()
        harness.connect(version: 2)
        for sequence in 0...2 as ClosedRange<UInt8> { harness.receive(TunnelHarness.ack(sequence)) }
        harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .busConnection, [1, 0]))
        #expect(harness.pass(.seconds(3)) == ["3 up 1.1.250 -"])
    }

    @Test func refusedFeaturesAreSkipped() {
        var harness = TunnelHarness()
        harness.connect(version: 2)
        for sequence in 0...2 as ClosedRange<UInt8> { harness.receive(TunnelHarness.ack(sequence)) }
        harness.receive(TunnelHarness.feature(.response(returnCode: 0xF2), 0, .busConnection, [0, 0]))
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0xF2), 1, .maxAPDU, []))
                == ["> ack 1", "up 1.1.250 -"]
        )
    }

    @Test func maximumAPDULengthOf0IsIgnored() {
        let (_, last) = Self.connected(maxAPDU: 0)
        #expect(last == ["> ack 2", "up 1.1.250 -"])
    }

    /// A telegram with an APDU of this length is sent, and one that is longer is not.
    private static func limit(of harness: inout TunnelHarness, isExpected limit: Int) -> Bool {
        func telegram(_ length: Int) -> GroupTelegram {
            GroupTelegram(
                destination: GroupAddress(raw: 1),
                service: .write(.octets([UInt8](repeating: 0, count: length - 1)))
            )
        }
        let tooLong = harness.give(.send(telegram(limit + 1), ticket: 1))
        let fits = harness.give(.send(telegram(limit), ticket: 2))
        return tooLong == [
            "1 unsendable: the telegram has \(limit + 1) octets; the interface forwards at most \(limit)"
        ] && fits.count == 1 && fits[0].hasPrefix("> ")
    }

    /// By the configuration, the feature service, the description, and that of a standard frame, in this order.
    @Test(
        arguments: [
            (nil, nil, nil, 15), (nil, nil, UInt16(0), 15), (nil, nil, 55, 55), (nil, 33, 55, 33), (nil, 254, 55, 254),
            (nil, nil, 1000, 254), (Int(40), 33, 55, 40), (40, nil, nil, 40),
        ] as [(Int?, UInt8?, UInt16?, Int)]
    )
    func maximumAPDULengthIsFoundInSeveralPlaces(configured: Int?, feature: UInt8?, described: UInt16?, limit: Int) {
        var options = TunnelOptions(server: TunnelHarness.server, seed: 1)
        options.maxAPDU = configured
        var harness = TunnelHarness(TunnelMachine(options))
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        let version: UInt8 = feature == nil ? 1 : 2
        var blocks: [DescriptionBlock] = [
            .families([ServiceFamily(.core, version: 1), ServiceFamily(.tunnelling, version: version)])
        ]
        if let described { blocks.append(.tunnelling(TunnellingInformation(maxAPDU: described, slots: []))) }
        harness.receive(.descriptionResponse(blocks))
        harness.receive(TunnelHarness.accepted())
        if let feature {
            for sequence in 0...2 as ClosedRange<UInt8> { harness.receive(TunnelHarness.ack(sequence)) }
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .infoService, [1, 0]))
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 1, .busConnection, [1, 0]))
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 2, .maxAPDU, [0, feature]))
        }
        let isLimit = Self.limit(of: &harness, isExpected: limit)
        #expect(isLimit)
    }

    @Test func descriptionThatArrivesLateGivesTheMaximumAPDULength() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.accepted())
        harness.receive(
            .descriptionResponse([
                .families([ServiceFamily(.core, version: 1), ServiceFamily(.tunnelling, version: 1)]),
                .tunnelling(TunnellingInformation(maxAPDU: 55, slots: [])),
            ])
        )
        let isLimit = Self.limit(of: &harness, isExpected: 55)
        #expect(isLimit)
    }

    @Test func interfaceThatDoesNotAcknowledgeFeaturesIsUsedWithoutThem() {
        var harness = TunnelHarness()
        harness.connect(version: 2)
        let reason = "the interface did not acknowledge a request"
        // A single failure may be caused by the network.
        #expect(harness.pass(.seconds(2)) == ["1 > 0 set 8", "2 down: \(reason)", "2 > disconnect 7"])
        harness.receive(TunnelHarness.disconnected)
        harness.wake()
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.description(version: 2))
        #expect(harness.receive(TunnelHarness.accepted()) == ["> 0 set 8"])
        harness.wake()
        #expect(
            harness.wake() == [
                "note: the interface does not acknowledge feature requests; connecting without them", "> disconnect 7",
            ]
        )
        harness.receive(TunnelHarness.disconnected)
        harness.wake()
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.description(version: 2))
        #expect(harness.receive(TunnelHarness.accepted()) == ["up 1.1.250 -"])
    }

    @Test func anInterfaceThatEndsTheConnectionIsAskedForFeaturesAgain() {
        var (harness, _) = Self.connected()
        for _ in 0..<3 {
            harness.receive(TunnelHarness.disconnect())
            harness.wake()
            harness.give(.opened(TunnelHarness.client))
            harness.receive(TunnelHarness.description(version: 2))
            #expect(harness.receive(TunnelHarness.accepted()) == ["> 0 set 8"])
        }
    }

    @Test func lostBusIsReportedAsDownAndItsReturnAsUp() {
        var (harness, _) = Self.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(3))
        harness.give(.send(write(2), ticket: 2, rank: .urgent))
        harness.give(.send(write(3), ticket: 3))
        let reason = "the interface lost its connection to the bus"
        #expect(
            harness.receive(TunnelHarness.feature(.info, 3, .busConnection, [0, 0])) == [
                "> ack 3", "2 lost: \(reason)", "1 lost: \(reason)", "3 not sent: \(reason)", "down: \(reason)",
            ]
        )
        #expect(harness.give(.send(write(1), ticket: 4)) == ["4 not sent: \(reason)"])
        #expect(harness.receive(TunnelHarness.ack(4)) == [])
        #expect(harness.receive(TunnelHarness.feature(.info, 4, .busConnection, [0, 0])) == ["> ack 4"])
        #expect(
            harness.receive(TunnelHarness.feature(.info, 5, .busConnection, [1, 0])) == ["> ack 5", "up 1.1.250 55"]
        )
        #expect(harness.give(.send(write(1), ticket: 5)) == ["> 5 request 1/0/1=1"])
    }

    @Test func lostBusIsQueriedWithTheHeartbeat() {
        var (harness, _) = Self.connected()
        harness.receive(TunnelHarness.feature(.info, 3, .busConnection, [0, 0]))
        let sent = harness.pass(.seconds(30))
        #expect(sent.contains { $0.hasSuffix("> 3 get 3") }, "\(sent)")
        harness.receive(TunnelHarness.ack(3))
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 4, .busConnection, [1, 0]))
                == ["> ack 4", "up 1.1.250 55"]
        )
    }

    @Test func interfaceWithoutABusIsNotUp() {
        let (_, last) = Self.connected(isBusLost: true)
        #expect(last == ["> ack 2"])
    }

    @Test func featuresAreQueriedWithoutAcksOverTCP() {
        var harness = TunnelHarness(.tcp)
        #expect(harness.connect(version: 2) == ["> 0 set 8", "> 1 get 3", "> 2 get 7"])
        harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .busConnection, [1, 0]))
        #expect(
            harness.receive(TunnelHarness.feature(.response(returnCode: 0), 0, .maxAPDU, [0, 254]))
                == ["up 1.1.250 254"]
        )
    }
}
