import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// Data of colours. The octets are those of KNX 03/07/02 Datapoint Types.
struct KNXColourTests {
    private func lamp(
        _ contents: [KNXColour.Content],
        hasBrightness: Bool = false,
        white: Int? = nil
    ) throws -> KNXColour {
        let objects = try contents.enumerated().map { number, content in
            KNXColour.Object(
                content,
                command: groupAddress("1/0/\(number + 1)"),
                state: groupAddress("1/4/\(number + 1)"),
                type: try type("1.001")
            )
        }
        return KNXColour(objects, hasBrightness: hasBrightness, white: white)
    }

    private func sent(_ lamp: KNXColour, _ word: String) throws -> [String] {
        try lamp.telegrams(for: try #require(Colour(word))).map { address, payload in
            guard case .octets(let octets) = payload else { return "" }
            return "\(address) " + octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    @Test func orders() throws {
        #expect(try sent(lamp([.rgb]), "#ff8000") == ["1/0/1 ff8000"])
        #expect(try sent(lamp([.rgbw]), "#ff8000") == ["1/0/1 ff800000000f"])
        #expect(try sent(lamp([.rgbw], white: 3000), "3000K") == ["1/0/1 000000ff000f"])
        // x 0.64, y 0.33; without the brightness, which is the level's.
        #expect(try sent(lamp([.xyY]), "#ff0000") == ["1/0/1 a3d6547bff02"])
        #expect(try sent(lamp([.xyY], hasBrightness: true), "#800000") == ["1/0/1 a3d6547b8003"])
        #expect(try sent(lamp([.hue, .saturation]), "#00ff00") == ["1/0/1 55", "1/0/2 ff"])
        #expect(
            try sent(lamp([.hue, .saturation, .brightness], hasBrightness: true), "#004000")
                == ["1/0/1 55", "1/0/2 ff", "1/0/3 40"]
        )
        #expect(try sent(lamp([.rgb, .white]), "2700K") == ["1/0/2 0a8c"])
        #expect(try sent(lamp([.rgb, .white]), "#0000ff") == ["1/0/1 0000ff"])
    }

    @Test func lightThatALampDoesNotHaveIsRefused() throws {
        let lamp = try lamp([.rgb])
        let fault = #expect(throws: DatapointFault.self) { try sent(lamp, "2700K") }
        #expect(fault?.message == "no address orders 2700K")
    }

    private func report(_ lamp: KNXColour, _ octets: [UInt8], object: Int = 0) throws -> KNXColour.Report {
        try lamp.report(of: .octets(octets), object: object)
    }

    private func colour(_ word: String) throws -> KNXColour.Report { .colour(try #require(Colour(word))) }

    @Test func reportsOfOneObject() throws {
        let rgb = try lamp([.rgb])
        #expect(try report(rgb, [0x80, 0x40, 0]) == colour("#ff8000"))
        #expect(try report(rgb, [0, 0, 0]) == .dark)
        let whole = try lamp([.rgb], hasBrightness: true)
        #expect(try report(whole, [0x80, 0x40, 0]) == colour("#804000"))
        #expect(try report(whole, [0, 0, 0]) == colour("#000000"))
        let rgbw = try lamp([.rgbw], white: 3000)
        #expect(try report(rgbw, [255, 0, 0, 0, 0, 0x0F]) == colour("#ff0000"))
        #expect(try report(rgbw, [0, 0, 0, 128, 0, 0x0F]) == colour("3000K"))
        #expect(try report(rgbw, [255, 0, 0, 128, 0, 0x0F]) == colour("#ff8080"))
        // White is not valid here.
        #expect(try report(rgbw, [255, 0, 0, 128, 0, 0x0E]) == colour("#ff0000"))
        #expect(try report(lamp([.rgbw]), [0, 0, 0, 128, 0, 0x0F]) == .unknownWhite)
        #expect(try report(lamp([.xyY]), [0xA3, 0xD7, 0x54, 0x7B, 0, 2]) == colour("#ff0000"))
        #expect(
            try report(lamp([.xyY], hasBrightness: true), [0xA3, 0xD7, 0x54, 0x7B, 128, 3]) == colour("#800000")
        )
        #expect(try report(lamp([.rgb, .white]), [0x0A, 0x8C], object: 1) == colour("2700K"))
        #expect(try report(lamp([.rgb, .white]), [0, 0], object: 1) == .dark)
    }

    /// What is marked as not valid is not known; of a lamp with another object for white, that may be the light.
    @Test(arguments: [
        (KNXColour.Content.rgbw, "123456780000"), (.rgbw, "123456780001"), (.rgbw, "123456780007"),
        (.rgbw, "12345678000b"), (.rgbw, "12345678000d"), (.rgbw, "00000078000e"), (.xyY, "a3d7547b8000"),
        (.xyY, "a3d7547b8001"), (.xyY, "a3d7547b8002"),
    ])
    func colourThatIsNotValidIsUnknown(content: KNXColour.Content, hex: String) throws {
        let octets = stride(from: 0, to: 12, by: 2).compactMap {
            UInt8(String(Array(hex)[$0...$0 + 1]), radix: 16)
        }
        let lamp = try lamp([content], hasBrightness: true, white: content == .rgbw ? 3000 : nil)
        let fault = #expect(throws: DatapointFault.self) { try report(lamp, octets) }
        #expect(fault?.code == .noValue)
        // 242.600 without its brightness is a colour of a lamp that has a level for that.
        guard octets[5] & 2 == 0 || content == .rgbw, octets[5] & 0xE != 0xE else { return }
        #expect(try report(self.lamp([content, .white]), octets) == .dark)
    }

    @Test func dataOfAnotherWidthIsNone() throws {
        for (content, octets) in [(KNXColour.Content.rgb, 2), (.rgbw, 3), (.xyY, 4), (.white, 1), (.hue, 2)] {
            let lamp = try lamp([content])
            #expect(throws: DatapointFault.self) { try report(lamp, Array(repeating: 1, count: octets)) }
        }
        let lamp = try lamp([.hue])
        #expect(throws: DatapointFault.self) { try lamp.report(of: .bits(1), object: 0) }
    }

    @Test func colourFollowsFromAllObjects() throws {
        let lamp = try lamp([.hue, .saturation, .brightness], hasBrightness: true)
        #expect(lamp.colour(of: [.hue(1 / 3), .saturation(1), nil], latest: nil) == nil)
        #expect(lamp.colour(of: [.hue(1 / 3), nil, .brightness(1)], latest: 2) == nil)
        #expect(lamp.colour(of: [.hue(1 / 3), .saturation(1), .brightness(0.5)], latest: nil)?.word == "#008000")
        // Its brightness is the level's.
        let other = try self.lamp([.hue, .saturation])
        #expect(other.colour(of: [.hue(1 / 3), .saturation(1)], latest: nil)?.word == "#00ff00")
    }

    /// Both were read: a lamp that shows white reports black as its colour, or keeps the last one.
    @Test func lastReportOfColourAndWhiteCounts() throws {
        let lamp = try lamp([.rgb, .white])
        let (red, warm) = try (colour("#ff0000"), colour("2700K"))
        #expect(lamp.colour(of: [red, warm], latest: nil)?.word == "#ff0000")
        #expect(lamp.colour(of: [red, warm], latest: 1)?.word == "2700K")
        #expect(lamp.colour(of: [.dark, warm], latest: 0)?.word == "2700K")
        #expect(lamp.colour(of: [red, .dark], latest: 1)?.word == "#ff0000")
        #expect(lamp.colour(of: [nil, warm], latest: nil)?.word == "2700K")
    }
}
