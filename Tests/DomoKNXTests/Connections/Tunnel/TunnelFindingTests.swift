import Testing

@testable import DomoKNX

/// Finding an interface by its serial number after its address has changed.
struct TunnelFindingTests {
    private static let identity = InterfaceIdentity(
        serialNumber: SerialNumber(raw: 0x00FA_0000_0001),
        mac: MACAddress(raw: 1)
    )
    private static let other = SocketAddress(host: 0xC0A8_0120, port: 3671)
    private static let warning =
        "warning: the interface with serial number 00fa:00000001 does not answer at 192.168.1.20:3671 but was found "
        + "at 192.168.1.32:3671; connecting there; change the address in the configuration, or give the interface a "
        + "fixed one"

    private static func blocks(_ identity: InterfaceIdentity) -> [DescriptionBlock] {
        [
            .device(
                DeviceInformation(
                    name: "Interface",
                    address: IndividualAddress(raw: 0x1101),
                    serialNumber: identity.serialNumber,
                    mac: identity.mac
                )
            )
        ]
    }

    private static func interface(
        _ identity: InterfaceIdentity = identity,
        at address: SocketAddress = other
    ) -> InterfaceDescription {
        InterfaceDescription(control: HostEndpoint(.udp, address), blocks: blocks(identity))
    }

    /// Makes `count` attempts without an answer; returns the actions of the last one.
    @discardableResult
    private static func fail(_ count: Int, _ harness: inout TunnelHarness) -> [String] {
        var texts: [String] = []
        for number in 0..<count {
            if number > 0 { harness.wake() }
            harness.give(.opened(TunnelHarness.client))
            texts = harness.pass(.seconds(10)).filter { !$0.contains("down") && !$0.contains("close") }
        }
        return texts
    }

    @Test func interfaceIsSearchedForAfterThreeAttemptsWithoutAnAnswer() {
        var harness = TunnelHarness(known: Self.identity)
        harness.give(.start)
        #expect(Self.fail(2, &harness) == [])
        harness.wake()
        #expect(Self.fail(1, &harness).map { $0.suffix(7) } == [" search"])
        #expect(
            harness.give(.found([Self.interface()])) == [Self.warning, "redirect 192.168.1.32:3671", "open"]
        )
        #expect(harness.give(.opened(TunnelHarness.client)) == ["> describe", "> connect"])
        #expect(harness.targets.suffix(2) == [Self.other, Self.other])
        #expect(harness.receive(TunnelHarness.accepted(data: Self.other), from: Self.other) == ["up 1.1.250 -"])
    }

    @Test func unknownInterfaceIsNotSearchedFor() {
        var harness = TunnelHarness()
        harness.give(.start)
        #expect(Self.fail(9, &harness) == [])
    }

    /// Its serial number is known from the previous connection.
    @Test func connectedInterfaceIsRemembered() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(.descriptionResponse(Self.blocks(Self.identity)))
        harness.receive(TunnelHarness.accepted())
        #expect(harness.described.map(\.identity) == [Self.identity])
        harness.give(.closed(reason: "gone"))
        harness.wake()
        #expect(Self.fail(2, &harness).count == 1)
    }

    @Test(arguments: [
        InterfaceIdentity(serialNumber: SerialNumber(raw: 0x00FA_0000_0002), mac: MACAddress(raw: 1)),
        InterfaceIdentity(serialNumber: SerialNumber(raw: 0x00FA_0000_0001), mac: MACAddress(raw: 2)),
        InterfaceIdentity(serialNumber: SerialNumber(raw: 0), mac: MACAddress(raw: 1)),
    ])
    func otherInterfacesAreNotUsed(identity: InterfaceIdentity) {
        var harness = TunnelHarness(known: Self.identity)
        harness.give(.start)
        Self.fail(3, &harness)
        #expect(harness.give(.found([Self.interface(identity)])) == [])
        harness.wake()
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.targets.last == TunnelHarness.server)
    }

    @Test func interfaceFoundAtTheSameAddressIsRetriedThere() {
        var harness = TunnelHarness(known: Self.identity)
        harness.give(.start)
        Self.fail(3, &harness)
        #expect(harness.give(.found([Self.interface(at: TunnelHarness.server)])) == [])
    }

    /// The interface answers, but has no free tunnel.
    @Test func interfaceThatRefusesIsNotSearchedFor() {
        var harness = TunnelHarness(known: Self.identity)
        harness.give(.start)
        for _ in 0..<6 {
            harness.give(.opened(TunnelHarness.client))
            harness.receive(TunnelHarness.refused(.noMoreConnections))
            #expect(!harness.pass(.seconds(1)).contains { $0.contains("search") })
            harness.wake()
        }
    }

    @Test func searchResultsInOtherStatesAreIgnored() {
        var harness = TunnelHarness(known: Self.identity)
        #expect(harness.give(.found([Self.interface()])) == [])
        harness.give(.start)
        #expect(harness.give(.found([Self.interface()])) == [])
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.give(.found([Self.interface()])) == [])
        harness.receive(TunnelHarness.accepted())
        #expect(harness.give(.found([Self.interface()])) == [])
        harness.give(.stop)
        #expect(harness.give(.found([Self.interface()])) == [])
    }

    /// Another interface may have replaced it at its address.
    @Test func configuredAddressIsRetriedIfTheFoundOneDoesNotAnswer() {
        var harness = TunnelHarness(known: Self.identity)
        harness.give(.start)
        Self.fail(3, &harness)
        harness.give(.found([Self.interface()]))
        #expect(Self.fail(3, &harness).map { $0.drop { $0 != " " } } == [" redirect -", " search"])
        harness.wake()
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.targets.last == TunnelHarness.server)
        let new = InterfaceIdentity(serialNumber: SerialNumber(raw: 0x00FA_0000_0009), mac: MACAddress(raw: 9))
        harness.receive(.descriptionResponse(Self.blocks(new)))
        #expect(
            harness.receive(TunnelHarness.accepted()) == [
                "up 1.1.250 -",
                "note: a different interface answers at 192.168.1.20:3671: serial number 00fa:00000009, "
                    + "previously 00fa:00000001",
            ]
        )
    }

    @Test func tunnelsInUseAreQueriedOnConnectingAndWithEachHeartbeat() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.description(version: 1, core: 2))
        #expect(harness.receive(TunnelHarness.accepted()) == ["up 1.1.250 -", "> search"])
        let slots = TunnellingInformation(
            maxAPDU: 248,
            slots: [TunnellingInformation.Slot(address: TunnelHarness.tunnelAddress, isFree: false)]
        )
        let answer = SearchResponse(
            isExtended: true,
            control: HostEndpoint(.udp, TunnelHarness.server),
            blocks: [.tunnelling(slots)]
        )
        #expect(harness.receive(.searchResponse(answer)) == [])
        #expect(harness.described.last?.slots.count == 1)
        #expect(harness.described.last?.supportsTunnelling == true)
        #expect(harness.pass(.seconds(30)) == ["30 > heartbeat 7", "30 > search"])
    }

    /// A search over TCP is not answered.
    @Test func tunnelsInUseAreQueriedByADescriptionOverTCP() {
        let slots = DescriptionBlock.tunnelling(TunnellingInformation(maxAPDU: 248, slots: []))
        for (blocks, isQueried) in [([slots], true), ([], false)] {
            var harness = TunnelHarness(.tcp)
            harness.give(.start)
            harness.give(.opened(TunnelHarness.client))
            let families: DescriptionBlock = .families([
                ServiceFamily(.core, version: 2), ServiceFamily(.tunnelling, version: 1),
            ])
            harness.receive(.descriptionResponse([families] + blocks))
            let expected = isQueried ? ["up 1.1.250 248", "> describe"] : ["up 1.1.250 -"]
            #expect(harness.receive(TunnelHarness.accepted()) == expected)
        }
    }

    @Test func interfaceThatDoesNotListItsTunnelsIsNotQueriedForThem() {
        var harness = TunnelHarness.connected()
        #expect(harness.pass(.seconds(30)) == ["30 > heartbeat 7"])
    }
}
