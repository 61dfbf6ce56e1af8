import Testing

@testable import DomoKNX

struct DataFrameTests {
    struct Vector: CustomTestStringConvertible {
        var octets: String
        var frame: DataFrame

        init(_ octets: String, _ frame: DataFrame) {
            self.octets = octets
            self.frame = frame
        }

        var testDescription: String { octets }
    }

    private static func group(
        _ code: DataFrame.Code,
        from source: UInt16 = 0,
        to group: UInt16,
        _ service: GroupTelegram.Service
    ) -> DataFrame {
        DataFrame(
            code,
            GroupTelegram(
                source: IndividualAddress(raw: source),
                destination: GroupAddress(raw: group),
                service: service
            )
        )
    }

    /// Checked with xknx 4.0.0, in both directions.
    static let vectors = [
        Vector("11 00 bc e0 00 00 0a 03 01 00 81", group(.request, to: 0x0A03, .write(.bits(1)))),
        Vector("29 00 bc e0 11 05 ff ff 01 00 bf", group(.indication, from: 0x1105, to: 0xFFFF, .write(.bits(63)))),
        Vector("29 00 bc e0 ff ff 0a 03 01 00 00", group(.indication, from: 0xFFFF, to: 0x0A03, .read)),
        Vector(
            "29 00 bc e0 11 05 00 01 03 00 40 0c 1a",
            group(.indication, from: 0x1105, to: 1, .response(.octets([0x0C, 0x1A])))
        ),
        Vector(
            "11 00 bc e0 00 00 0a 03 0f 00 80 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d",
            group(.request, to: 0x0A03, .write(.octets(Array(0..<14))))
        ),
        Vector(
            "11 00 3c e0 00 00 0a 03 10 00 80 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e",
            group(.request, to: 0x0A03, .write(.octets(Array(0..<15))))
        ),
        Vector("2e 00 bc e0 11 fa 0a 03 01 00 80", group(.confirmation, from: 0x11FA, to: 0x0A03, .write(.bits(0)))),
        Vector(
            "29 00 bc 60 11 01 11 05 01 03 00",
            DataFrame(
                .indication,
                source: IndividualAddress(raw: 0x1101),
                destination: .device(IndividualAddress(raw: 0x1105)),
                content: .other(apci: 0x300, [0x03, 0x00])
            )
        ),
        Vector(
            "29 00 bc 60 11 01 11 05 00 80",
            DataFrame(
                .indication,
                source: IndividualAddress(raw: 0x1101),
                destination: .device(IndividualAddress(raw: 0x1105)),
                content: .transport(tpci: 0x80)
            )
        ),
    ]

    @Test(arguments: vectors)
    func aFrameIsReadAndWrittenAsOtherLibrariesDo(vector: Vector) throws {
        #expect(try CEMIFrame(decoding: hex(vector.octets)) == .data(vector.frame))
        #expect(try vector.frame.encoded() == hex(vector.octets))
    }

    @Test func additionalInformationIsSkipped() throws {
        // Checked with xknx 4.0.0.
        let octets = hex("29 03 03 01 07 bc e0 11 05 0a 03 01 00 81")
        let frame = Self.group(.indication, from: 0x1105, to: 0x0A03, .write(.bits(1)))
        #expect(try CEMIFrame(decoding: octets) == .data(frame))
        #expect(try frame.encoded(additionalInformation: [3, 1, 7]) == octets)
    }

    @Test(arguments: [
        ("bc", DataFrame.Priority.low, true, false), ("b0", .system, true, false), ("b4", .normal, true, false),
        ("b8", .urgent, true, false), ("9c", .low, false, false), ("bd", .low, true, true), ("9d", .low, false, true),
    ])
    func controlFieldOneHoldsPriorityRepeatAndConfirmation(
        control: String,
        priority: DataFrame.Priority,
        repeatFlag: Bool,
        isNegative: Bool
    ) throws {
        let octets = hex("2e 00 \(control) e0 00 00 0a 03 01 00 81")
        let frame = try #require(try CEMIFrame(decoding: octets).data)
        #expect(frame.priority == priority)
        #expect(frame.repeatFlag == repeatFlag)
        #expect(frame.isNegative == isNegative)
        #expect(try frame.encoded() == octets)
    }

    @Test(arguments: [0, 1, 5, 6, 7] as [UInt8])
    func controlFieldTwoHoldsTheHopCount(hops: UInt8) throws {
        let octets = hex("29 00 bc") + [0x80 | hops << 4] + hex("11 05 0a 03 01 00 81")
        let frame = try #require(try CEMIFrame(decoding: octets).data)
        #expect(frame.hopCount == hops)
        #expect(try frame.encoded() == octets)
    }

    @Test func theLongestFrameHas253OctetsOfData() throws {
        let data = [UInt8](repeating: 7, count: 253)
        let frame = Self.group(.request, to: 0x0A03, .write(.octets(data)))
        #expect(try CEMIFrame(decoding: frame.encoded()) == .data(frame))
        let longer = Self.group(.request, to: 0x0A03, .write(.octets(data + [7])))
        #expect { try longer.encoded() } throws: { ($0 as? FrameFault)?.code == .tooLong }
    }

    @Test func moreThanSixBitsAreRefusedNotTruncated() {
        let frame = Self.group(.request, to: 0x0A03, .write(.bits(64)))
        #expect { try frame.encoded() } throws: { ($0 as? FrameFault)?.code == .invalid }
    }

    @Test func aSecureTelegramIsRecognised() throws {
        let octets = hex("29 00 bc e0 11 05 0a 03 0e 03 f1 10 00 00 00 00 00 01 aa bb cc dd ee ff")
        let frame = try #require(try CEMIFrame(decoding: octets).data)
        #expect(frame.content == .secure(Array(octets.dropFirst(9))))
        #expect(frame.destination == .group(GroupAddress(raw: 0x0A03)))
        #expect(frame.telegram == nil)
    }

    @Test(arguments: [
        // A write to a device, to all, with a numbered TPCI, in a frame of LTE; a read with data; A_Memory_Read.
        "29 00 bc 60 11 05 0a 03 01 00 81", "29 00 bc e0 11 05 00 00 01 00 81", "29 00 bc e0 11 05 0a 03 01 44 81",
        "29 00 3c e4 11 05 0a 03 01 00 81", "29 00 bc e0 11 05 0a 03 02 00 00 01", "29 00 bc e0 11 05 0a 03 01 02 01",
    ])
    func otherServicesAreNotGroupTelegrams(octets: String) throws {
        let frame = try #require(try CEMIFrame(decoding: hex(octets)).data)
        #expect(frame.telegram == nil)
        let isOther = if case .other = frame.content { true } else { false }
        #expect(isOther)
    }

    @Test(arguments: ["fc 00 0b 01 34 10 01", "fb 00 0b 01 34 10 01 00 01", "f1", "f0", "2b 00", "2d", "00", "ff ff"])
    func messagesOfOtherKindsAreSkipped(octets: String) throws {
        #expect(try CEMIFrame(decoding: hex(octets)) == .other(code: hex(octets)[0]))
    }

    @Test(arguments: [
        ("", FrameFault.Code.tooShort), ("29", .tooShort), ("29 00", .tooShort), ("29 ff bc e0", .tooShort),
        ("29 00 bc e0 11 05 0a 03 01", .tooShort), ("29 00 bc e0 11 05 0a 03 00 00", .tooShort),
        ("29 00 bc e0 11 05 0a 03 02 00 81", .wrongLength), ("29 00 bc e0 11 05 0a 03 01 00 81 00", .wrongLength),
    ])
    func invalidMessageIsRefusedWithItsReason(octets: String, code: FrameFault.Code) {
        #expect { try CEMIFrame(decoding: hex(octets)) } throws: { ($0 as? FrameFault)?.code == code }
    }

    @Test func aSliceInTheMiddleOfAnArrayIsRead() throws {
        let octets = hex("aa bb 11 00 bc e0 00 00 0a 03 01 00 81 cc")
        #expect(try CEMIFrame(decoding: octets[2..<13]) == .data(Self.group(.request, to: 0x0A03, .write(.bits(1)))))
    }

    @Test func lengthOfAnAPDUIsCountedAsInInterfaces() {
        let lengths = [GroupTelegram.Service.read, .write(.bits(1)), .response(.octets([1])), .write(.octets([1, 2]))]
            .map { GroupTelegram(destination: GroupAddress(raw: 1), service: $0).apduLength }
        #expect(lengths == [1, 1, 2, 3])
    }

    @Test func anyOctetsGiveAMessageOrAFault() {
        var generator = SplitMix(seed: 12)
        for round in 0..<200_000 {
            var octets = generator.octets(Int.random(in: 0...40, using: &generator))
            // Half of them with a plausible beginning, so that the inner parts are reached.
            if round % 2 == 0, octets.count > 9 {
                octets[0] = [0x11, 0x29, 0x2E][round / 2 % 3]
                octets[1] = UInt8(round % 3)
                let at = 2 + Int(octets[1]) + 6
                if at < octets.count { octets[at] = UInt8(max(0, octets.count - at - 2)) }
            }
            guard let message = try? CEMIFrame(decoding: octets), case .data(let frame) = message else { continue }
            // A decoded message can be encoded and decoded again.
            guard let again = try? frame.encoded(), octets[3 + Int(octets[1])] & 0x0F == 0 else { continue }
            #expect((try? CEMIFrame(decoding: again)) == message)
        }
    }
}

extension CEMIFrame {
    fileprivate var data: DataFrame? {
        guard case .data(let frame) = self else { return nil }
        return frame
    }
}
