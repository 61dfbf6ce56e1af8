import Testing

@testable import DomoKNX

struct DiscoveryTests {
    private static let own = SocketAddress(host: 0xC0A8_010A, port: 50_000)
    private static let sender = SocketAddress(host: 0xC0A8_0114, port: 3671)

    private static func device(_ serial: UInt64 = 0x00FA_0000_0001, mac: UInt64 = 1) -> DescriptionBlock {
        .device(
            DeviceInformation(
                name: "Interface",
                address: IndividualAddress(raw: 0x1101),
                serialNumber: SerialNumber(raw: serial),
                mac: MACAddress(raw: mac)
            )
        )
    }

    private static let families: DescriptionBlock = .families([ServiceFamily(.tunnelling, version: 1)])
    private static let slots: DescriptionBlock = .tunnelling(
        TunnellingInformation(
            maxAPDU: 248,
            slots: [TunnellingInformation.Slot(address: IndividualAddress(raw: 0x11FA), isFree: true)]
        )
    )

    private static func response(
        _ blocks: [DescriptionBlock],
        isExtended: Bool = false,
        at control: HostEndpoint = HostEndpoint(.udp, sender)
    ) -> [UInt8] {
        IPFrame.searchResponse(SearchResponse(isExtended: isExtended, control: control, blocks: blocks)).encoded
    }

    @Test func bothKindsOfSearchAreSentByMulticast() throws {
        let frames = try Discovery(.multicast).requests(answerTo: Self.own).map { try IPFrame(decoding: $0) }
        let own = HostEndpoint(.udp, Self.own)
        #expect(frames == [.searchRequest(.extended(answerTo: own)), .searchRequest(SearchRequest(answerTo: own))])
    }

    @Test func hostIsQueriedWithAndWithoutTheOwnAddress() throws {
        let frames = try Discovery(.host(Self.sender)).requests(answerTo: Self.own).map { try IPFrame(decoding: $0) }
        let endpoints = [HostEndpoint(.udp, Self.own), .anonymous(.udp)]
        #expect(
            frames == endpoints.flatMap { [.searchRequest(.extended(answerTo: $0)), .descriptionRequest(control: $0)] }
        )
    }

    /// In any order: the plain answer has no tunnels.
    @Test(arguments: [false, true])
    func answersOfOneInterfaceAreOneEntry(isExtendedFirst: Bool) throws {
        let plain = Self.response([Self.device(), Self.families])
        let extended = Self.response([Self.device(), Self.families, Self.slots], isExtended: true)
        var discovery = Discovery(.multicast)
        for octets in isExtendedFirst ? [extended, plain, extended] : [plain, extended, plain] {
            discovery.handle(response: octets, from: Self.sender)
        }
        let found = try #require(discovery.found.first)
        #expect(discovery.found.count == 1)
        #expect(found.slots.count == 1 && found.supportsTunnelling)
        #expect(found.control?.address == Self.sender)
    }

    @Test(arguments: [
        // The same serial number for all installations, as in knxd.
        (device(mac: 1), device(mac: 2), 2), (device(1), device(2), 2), (device(), device(), 1),
        // No serial number: distinguished by endpoint.
        (device(0), device(0), 2),
    ])
    func interfacesAreDistinguished(one: DescriptionBlock, other: DescriptionBlock, count: Int) {
        var discovery = Discovery(.multicast)
        let elsewhere = SocketAddress(host: 0xC0A8_0115, port: 3671)
        discovery.handle(response: Self.response([one]), from: Self.sender)
        discovery.handle(response: Self.response([other], at: HostEndpoint(.udp, elsewhere)), from: elsewhere)
        discovery.handle(response: Self.response([other], at: HostEndpoint(.udp, elsewhere)), from: elsewhere)
        #expect(discovery.found.count == count)
    }

    /// For multicast the endpoint in the answer counts; for a single host the sender, since the host may be behind NAT.
    @Test(arguments: [
        (
            Discovery.Scope.multicast, HostEndpoint(.udp, SocketAddress(host: 0x0A00_0001, port: 3672)),
            UInt32(0x0A00_0001)
        ),
        (.multicast, .anonymous(.udp), 0xC0A8_0114),
        (.host(sender), HostEndpoint(.udp, SocketAddress(host: 0x0A00_0001, port: 3672)), 0xC0A8_0114),
    ])
    func controlEndpointDependsOnTheScope(scope: Discovery.Scope, control: HostEndpoint, host: UInt32) {
        var discovery = Discovery(scope)
        discovery.handle(response: Self.response([Self.device()], at: control), from: Self.sender)
        #expect(discovery.found.map { $0.control?.address.host } == [host])
    }

    @Test func descriptionIsAlsoAnAnswer() {
        var discovery = Discovery(.host(Self.sender))
        discovery.handle(
            response: IPFrame.descriptionResponse([Self.device(), Self.families]).encoded,
            from: Self.sender
        )
        #expect(discovery.found.map { $0.control?.address } == [Self.sender])
    }

    /// Somebody answers for the address of another host: as interfaces with several addresses do, or to pass for one.
    @Test func answerForTheAddressOfAnotherHostIsMarkedUntilThatHostAnswers() {
        var discovery = Discovery(.multicast)
        let impostor = SocketAddress(host: 0xC0A8_0166, port: 3671)
        discovery.handle(response: Self.response([Self.device()]), from: impostor)
        #expect(discovery.found.map(\.answeredFrom) == [impostor.host])
        discovery.handle(response: Self.response([Self.device()]), from: Self.sender)
        #expect(discovery.found.map(\.answeredFrom) == [nil])
        #expect(discovery.found.map { $0.control?.address } == [Self.sender])
        discovery.handle(response: Self.response([Self.device()]), from: impostor)
        #expect(discovery.found.map(\.answeredFrom) == [nil])
    }

    /// Only the host that was asked answers, from the endpoint that was asked.
    @Test(arguments: [
        SocketAddress(host: 0xC0A8_0166, port: 3671), SocketAddress(host: 0xC0A8_0114, port: 3672),
    ])
    func answersOfOthersThanTheHostAreDropped(sender: SocketAddress) {
        var discovery = Discovery(.host(Self.sender))
        discovery.handle(response: Self.response([Self.device()]), from: sender)
        #expect(discovery.found.isEmpty)
    }

    @Test func otherFramesAreDropped() {
        var discovery = Discovery(.multicast)
        for octets in [
            [], [6, 16, 2], Array(Self.response([Self.device()]).dropLast()),
            IPFrame.routingBusy(RoutingBusy(wait: 1)).encoded,
        ] {
            discovery.handle(response: octets, from: Self.sender)
        }
        #expect(discovery.found.isEmpty)
    }

    @Test func numberOfAnswersIsLimited() {
        var discovery = Discovery(.multicast)
        for serial in 1...UInt64(Discovery.limit + 5) {
            discovery.handle(response: Self.response([Self.device(serial)]), from: Self.sender)
        }
        #expect(discovery.found.count == Discovery.limit)
    }
}
