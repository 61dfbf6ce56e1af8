import Testing

@testable import DomoKNX

struct IPFrameTests {
    struct Vector: CustomTestStringConvertible {
        var octets: String
        var frame: IPFrame

        init(_ octets: String, _ frame: IPFrame) {
            self.octets = octets
            self.frame = frame
        }

        var testDescription: String { "\(frame.type) \(octets)" }
    }

    private static let here = HostEndpoint(.udp, SocketAddress(host: 0xC0A8_010A, port: 3671))
    private static let device = DeviceInformation(
        name: "IP-Schnittstelle Küche",
        address: IndividualAddress(raw: 0x1100),
        serialNumber: SerialNumber(raw: 0x00FA_1234_5678),
        mac: MACAddress(raw: 0x0024_6D01_0203),
        projectInstallation: 0x0123,
        multicastHost: 0xE000_170C
    )
    private static let deviceOctets = """
        36 01 02 00 11 00 01 23 00 fa 12 34 56 78 e0 00 17 0c 00 24 6d 01 02 03 49 50 2d 53 63 68 6e 69 74 74 73 74 65 \
        6c 6c 65 20 4b fc 63 68 65 00 00 00 00 00 00 00 00
        """
    private static let families = [
        ServiceFamily(.core, version: 2), ServiceFamily(.tunnelling, version: 2),
    ]

    /// All checked with xknx 4.0.0, except the refused connection (which it can decode but not encode).
    static let vectors = [
        Vector("06 10 02 01 00 0e 08 01 c0 a8 01 0a 0e 57", .searchRequest(SearchRequest(answerTo: here))),
        Vector(
            """
            06 10 02 0b 00 22 08 01 c0 a8 01 0a 0e 57 06 04 01 02 07 00 02 81 08 82 01 02 03 04 05 06 04 83 04 02
            """,
            .searchRequest(
                SearchRequest(
                    answerTo: here,
                    parameters: [
                        SearchParameter(.blocks([1, 2, 7]), isMandatory: false), SearchParameter(.programmingMode),
                        SearchParameter(.mac(MACAddress(raw: 0x0102_0304_0506))),
                        SearchParameter(.family(ServiceFamily(.tunnelling, version: 2))),
                    ]
                )
            )
        ),
        Vector(
            """
            06 10 02 0c 00 5a 08 01 c0 a8 01 0a 0e 57 \(deviceOctets) 06 02 02 02 04 02 04 06 04 01 \
            0c 07 00 f8 11 fa 00 06 11 fb 00 05
            """,
            .searchResponse(
                SearchResponse(
                    isExtended: true,
                    control: here,
                    blocks: [
                        .device(device), .families(families),
                        .securedFamilies([ServiceFamily(.tunnelling, version: 1)]),
                        .tunnelling(
                            TunnellingInformation(
                                maxAPDU: 248,
                                slots: [
                                    .init(address: IndividualAddress(raw: 0x11FA), isFree: false),
                                    .init(
                                        address: IndividualAddress(raw: 0x11FB),
                                        isFree: true,
                                        isAuthorised: false
                                    ),
                                ]
                            )
                        ),
                    ]
                )
            )
        ),
        Vector(
            "06 10 02 02 00 4a 08 01 c0 a8 01 0a 0e 57 \(deviceOctets) 06 02 02 02 04 02",
            .searchResponse(SearchResponse(control: here, blocks: [.device(device), .families(families)]))
        ),
        Vector("06 10 02 03 00 0e 08 02 00 00 00 00 00 00", .descriptionRequest(control: .anonymous(.tcp))),
        Vector(
            "06 10 02 04 00 42 \(deviceOctets) 06 02 02 02 04 02",
            .descriptionResponse([.device(device), .families(families)])
        ),
        Vector(
            "06 10 02 05 00 1a 08 01 c0 a8 01 0a 0e 57 08 01 c0 a8 01 0a c3 50 04 04 02 00",
            .connectRequest(
                ConnectRequest(
                    control: here,
                    data: HostEndpoint(.udp, SocketAddress(host: 0xC0A8_010A, port: 50_000))
                )
            )
        ),
        Vector(
            "06 10 02 05 00 1c 08 02 00 00 00 00 00 00 08 02 00 00 00 00 00 00 06 04 02 00 11 fa",
            .connectRequest(
                ConnectRequest(
                    control: .anonymous(.tcp),
                    data: .anonymous(.tcp),
                    kind: .tunnel(address: IndividualAddress(raw: 0x11FA))
                )
            )
        ),
        Vector(
            "06 10 02 06 00 14 07 00 08 01 c0 a8 01 14 0e 58 04 04 11 fa",
            .connectResponse(
                ConnectResponse(
                    channel: 7,
                    outcome: .connected(
                        data: HostEndpoint(.udp, SocketAddress(host: 0xC0A8_0114, port: 3672)),
                        address: IndividualAddress(raw: 0x11FA)
                    )
                )
            )
        ),
        Vector(
            "06 10 02 06 00 08 00 24",
            .connectResponse(ConnectResponse(channel: 0, outcome: .refused(.noMoreConnections)))
        ),
        Vector(
            "06 10 02 07 00 10 07 00 08 01 c0 a8 01 0a 0e 57",
            .connectionStateRequest(ChannelRequest(channel: 7, control: here))
        ),
        Vector(
            "06 10 02 08 00 08 07 27",
            .connectionStateResponse(ChannelResponse(channel: 7, status: .knxConnection))
        ),
        Vector(
            "06 10 02 09 00 10 07 00 08 01 c0 a8 01 0a 0e 57",
            .disconnectRequest(ChannelRequest(channel: 7, control: here))
        ),
        Vector("06 10 02 0a 00 08 07 00", .disconnectResponse(ChannelResponse(channel: 7))),
        Vector(
            "06 10 04 20 00 15 04 07 ff 00 11 00 bc e0 00 00 0a 03 01 00 81",
            .tunnellingRequest(
                TunnellingRequest(channel: 7, sequence: 255, message: hex("11 00 bc e0 00 00 0a 03 01 00 81"))
            )
        ),
        Vector(
            "06 10 04 21 00 0a 04 07 ff 04",
            .tunnellingAck(TunnellingAck(channel: 7, sequence: 255, status: .sequence))
        ),
        Vector(
            "06 10 04 22 00 0c 04 07 01 00 07 00",
            .tunnellingFeature(TunnellingFeature(.get, channel: 7, sequence: 1, identifier: .maxAPDU))
        ),
        Vector(
            "06 10 04 24 00 0e 04 07 02 00 08 00 01 00",
            .tunnellingFeature(
                TunnellingFeature(.set, channel: 7, sequence: 2, identifier: .infoService, value: [1, 0])
            )
        ),
        Vector(
            "06 10 04 25 00 0e 04 07 03 00 03 00 00 00",
            .tunnellingFeature(
                TunnellingFeature(.info, channel: 7, sequence: 3, identifier: .busConnection, value: [0, 0])
            )
        ),
        Vector(
            "06 10 04 23 00 0e 04 07 04 00 07 00 00 fe",
            .tunnellingFeature(
                TunnellingFeature(
                    .response(returnCode: 0),
                    channel: 7,
                    sequence: 4,
                    identifier: .maxAPDU,
                    value: [0, 254]
                )
            )
        ),
        Vector(
            "06 10 05 30 00 11 29 00 bc e0 11 05 0a 03 01 00 81",
            .routingIndication(hex("29 00 bc e0 11 05 0a 03 01 00 81"))
        ),
        Vector(
            "06 10 05 31 00 0a 04 01 01 2c",
            .routingLostMessage(RoutingLostMessage(deviceState: 1, count: 300))
        ),
        Vector("06 10 05 32 00 0c 06 00 00 64 00 00", .routingBusy(RoutingBusy(wait: 100))),
    ]

    @Test(arguments: vectors)
    func aFrameIsReadAndWrittenAsOtherLibrariesDo(vector: Vector) throws {
        #expect(try IPFrame(decoding: hex(vector.octets)) == vector.frame)
        #expect(vector.frame.encoded == hex(vector.octets))
    }

    @Test(arguments: [0x0950, 0x0951, 0x0952, 0x0953, 0x0954, 0x0955] as [UInt16])
    func secureFramesAreRecognised(type: UInt16) throws {
        let octets = hex("06 10") + [UInt8(type >> 8), UInt8(type & 0xFF)] + hex("00 08 01 02")
        let frame = IPFrame.secure(ServiceType(rawValue: type), [1, 2])
        #expect(try IPFrame(decoding: octets) == frame)
        #expect(frame.encoded == octets)
    }

    @Test func unknownServiceIsKeptWithItsContent() throws {
        let octets = hex("06 10 03 10 00 08 01 02")
        #expect(try IPFrame(decoding: octets) == .other(ServiceType(rawValue: 0x0310), [1, 2]))
        #expect(ServiceType(rawValue: 0x0310).description == "0x0310")
    }

    @Test func oddFeatureValueIsPadded() {
        let frame = IPFrame.tunnellingFeature(
            TunnellingFeature(.set, channel: 7, sequence: 2, identifier: .infoService, value: [1])
        )
        #expect(frame.encoded == hex("06 10 04 24 00 0e 04 07 02 00 08 00 01 00"))
    }

    @Test func refusedConnectionMayHaveMoreData() throws {
        let octets = hex("06 10 02 06 00 14 00 24 08 01 00 00 00 00 00 00 04 04 00 00")
        #expect(
            try IPFrame(decoding: octets)
                == .connectResponse(ConnectResponse(channel: 0, outcome: .refused(.noMoreConnections)))
        )
    }

    @Test(arguments: [
        ("", FrameFault.Code.tooShort), ("06", .tooShort), ("06 10 02 08 00", .tooShort),
        ("06 20 02 08 00 08 07 00", .wrongHeader), ("07 10 02 08 00 08 07 00", .wrongHeader),
        ("06 10 02 08 00 09 07 00", .wrongLength), ("06 10 02 08 00 08 07 00 00", .wrongLength),
        ("06 10 02 08 00 06", .tooShort), ("06 10 02 01 00 0e 08 03 c0 a8 01 0a 0e 57", .invalid),
        ("06 10 02 01 00 0e 01 01 c0 a8 01 0a 0e 57", .wrongLength),
        ("06 10 02 01 00 0e 20 01 c0 a8 01 0a 0e 57", .tooShort), ("06 10 02 04 00 08 36 01", .tooShort),
        ("06 10 02 04 00 08 00 01", .wrongLength), ("06 10 02 06 00 08 07 00", .tooShort),
        ("06 10 04 20 00 08 04 07", .tooShort), ("06 10 05 32 00 0a 04 00 00 64", .tooShort),
    ])
    func invalidFrameIsRefusedWithItsReason(octets: String, code: FrameFault.Code) {
        #expect { try IPFrame(decoding: hex(octets)) } throws: { ($0 as? FrameFault)?.code == code }
    }

    @Test func anyOctetsGiveAFrameOrAFault() {
        var generator = SplitMix(seed: 20)
        let types: [UInt16] = Array(0x0200...0x020E) + Array(0x0420...0x0426) + Array(0x0530...0x0533) + [0x0950]
        for round in 0..<200_000 {
            var octets: [UInt8]
            if round % 3 == 0 {
                octets = generator.octets(Int.random(in: 0...80, using: &generator))
            } else if round % 3 == 1 {
                octets = Self.vectors[round / 3 % Self.vectors.count].frame.encoded
                for _ in 0..<3 where !octets.isEmpty {
                    let index = Int.random(in: 2..<octets.count, using: &generator)
                    octets[index] = UInt8.random(in: 0...255, using: &generator)
                }
            } else {
                let body = generator.octets(Int.random(in: 0...40, using: &generator))
                let type = types[round / 3 % types.count]
                octets = [6, 0x10, UInt8(type >> 8), UInt8(type & 0xFF), 0, UInt8(body.count + 6)] + body
            }
            guard let frame = try? IPFrame(decoding: octets) else { continue }
            // A decoded frame can be encoded and decoded again, except for padding.
            guard let again = try? IPFrame(decoding: frame.encoded) else {
                Issue.record("\(octets) is \(frame), which can't be read again")
                return
            }
            #expect(again.type == frame.type)
        }
    }
}
