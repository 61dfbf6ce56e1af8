import DomoKNX
import Testing

struct InterfaceDescriptionTests {
    /// The answer of a router with KNX IP Secure.
    private static let blocks: [DescriptionBlock] = [
        .device(
            DeviceInformation(
                name: "Router",
                address: IndividualAddress(raw: 0x1100),
                serialNumber: SerialNumber(raw: 0x00FA_1234_5678),
                mac: MACAddress(raw: 0x0024_6D01_0203)
            )
        ),
        .families([
            ServiceFamily(.core, version: 2), ServiceFamily(.tunnelling, version: 2),
            ServiceFamily(.routing, version: 1),
        ]),
        .securedFamilies([ServiceFamily(.tunnelling, version: 1)]),
        .tunnelling(
            TunnellingInformation(
                maxAPDU: 248,
                slots: [
                    .init(address: IndividualAddress(raw: 0x11FA), isFree: false),
                    .init(address: IndividualAddress(raw: 0x11FB), isFree: true),
                    .init(address: IndividualAddress(raw: 0x11FC), isFree: true, isAuthorised: false),
                    .init(address: IndividualAddress(raw: 0x11FD), isFree: true, isUsable: false),
                ]
            )
        ),
    ]

    @Test func answerDescribesTheInterface() throws {
        let control = HostEndpoint(.udp, SocketAddress(host: 0x0A00_0001, port: 3671))
        let response = IPFrame.searchResponse(SearchResponse(isExtended: true, control: control, blocks: Self.blocks))
        let interface = try #require(InterfaceDescription(try IPFrame(decoding: response.encoded)))
        #expect(interface.name == "Router")
        #expect(interface.address?.description == "1.1.0")
        #expect(interface.serialNumber?.description == "00fa:12345678")
        #expect(interface.control == control)
        #expect(interface.supportsTunnelling && interface.supportsRouting && interface.supportsTCP)
        #expect(interface.supportsFeatures)
        #expect(interface.requiresSecureTunnelling)
        #expect(!interface.requiresSecureRouting)
        #expect(
            interface.slots.map(\.description)
                == ["1.1.250 in use", "1.1.251 free", "1.1.252 free (secure)", "1.1.253 not usable"]
        )
        #expect(interface.families.map(\.description) == ["core v2", "tunnelling v2", "routing v1"])
    }

    @Test func answerOfAnOlderInterfaceHasFewerBlocks() throws {
        let families = DescriptionBlock.families([
            ServiceFamily(.core, version: 1), ServiceFamily(.tunnelling, version: 1),
        ])
        let interface = try #require(InterfaceDescription(.descriptionResponse([families])))
        #expect(!interface.supportsTCP && !interface.supportsRouting && !interface.supportsFeatures)
        #expect(!interface.requiresSecureTunnelling)
        #expect(interface.name.isEmpty && interface.slots.isEmpty && interface.control == nil)
    }

    @Test func extraOctetInABlockIsIgnored() throws {
        // Families with 5 octets; tunnels with a cut slot.
        let frame = try IPFrame(decoding: hex("06 10 02 04 00 14 05 02 04 01 02 09 07 00 f8 11 fa 00 05 11"))
        let interface = try #require(InterfaceDescription(frame))
        #expect(interface.families == [ServiceFamily(.tunnelling, version: 1)])
        #expect(interface.slots.map(\.description) == ["1.1.250 free (secure)"])
    }

    @Test func otherFramesDescribeNothing() {
        #expect(InterfaceDescription(.routingBusy(RoutingBusy(wait: 1))) == nil)
    }

    @Test func searchHasBothForms() {
        let requests = InterfaceDescription.search(answerTo: .anonymous(.udp)).map { IPFrame.searchRequest($0).encoded }
        #expect(
            requests == [
                hex("06 10 02 0b 00 14 08 01 00 00 00 00 00 00 06 04 01 02 06 07"),
                hex("06 10 02 01 00 0e 08 01 00 00 00 00 00 00"),
            ]
        )
    }

    @Test func aNameOfAnyLengthAndScriptFits() throws {
        for (name, read) in [
            ("Küche", "Küche"), ("客厅", "??"), (String(repeating: "ñ", count: 40), String(repeating: "ñ", count: 30)),
            ("", ""),
        ] {
            let device = DeviceInformation(
                name: name,
                address: IndividualAddress(raw: 1),
                serialNumber: SerialNumber(raw: 1),
                mac: MACAddress(raw: 1)
            )
            let frame = try IPFrame(decoding: IPFrame.descriptionResponse([.device(device)]).encoded)
            #expect(InterfaceDescription(frame)?.name == read)
        }
    }

    @Test(
        arguments: [
            ("00fa:12345678", 0x00FA_1234_5678), ("00:FA:12:34:56:78", 0x00FA_1234_5678),
            ("00FA12345678", 0x00FA_1234_5678),
            ("00fa-1234-5678", 0x00FA_1234_5678), ("00fa1234567", nil), ("00fa123456789", nil), ("", nil),
            ("00fa:1234567g", nil),
        ] as [(String, UInt64?)]
    )
    func serialNumberIsReadInSeveralSpellings(text: String, raw: UInt64?) {
        #expect(SerialNumber(text)?.raw == raw)
    }

    @Test func macAddressIsWrittenWithColons() {
        #expect(MACAddress(raw: 0x0024_6D01_0203).description == "00:24:6d:01:02:03")
    }
}
