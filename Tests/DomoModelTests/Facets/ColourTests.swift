import DomoModel
import Testing

/// Type 5: a colour, or white of a temperature.
struct ColourTests {
    private func lamp(
        _ types: [FacetType] = [.binary, .regulable, .colour],
        _ light: LightModes? = nil
    ) throws -> Element {
        Element(
            name: "Strip",
            kind: .device,
            types: try #require(FacetTypes(types)),
            details: light.map { Details(light: $0) }
        )
    }

    @Test(arguments: [
        ("#ff8000", "#ff8000"), ("#FF8000", "#ff8000"), ("ff8000", "#ff8000"), ("#000000", "#000000"),
        ("2700K", "2700K"),
        ("2700k", "2700K"), ("10000K", "10000K"), ("1000K", "1000K"),
    ]) func textIsRead(text: String, word: String) {
        #expect(Colour(text)?.word == word)
    }

    @Test(arguments: [
        "", "#", "#ff800", "#ff80000", "#gg8000", "999K", "20001K", "K", "2700", "-700K", "27.5K", "#ff8000 ",
    ])
    func otherTextIsNone(text: String) {
        #expect(Colour(text) == nil)
    }

    @Test func valueOfTheTypeIsItsWord() throws {
        let value = try #require(FacetType.colour.value(word: "#ff8000"))
        #expect(value.type == .colour && value.word == "#ff8000" && value.isState)
        #expect(FacetType.colour.value(word: "2700K")?.order == "white")
        #expect(value.order == "colour")
        #expect(FacetType.colour.value(word: "red") == nil)
    }

    // MARK: - What a lamp takes

    /// Hue and saturation: the brightness is that of the level.
    @Test func besideALevelItIsAtFullBrightness() throws {
        #expect(try lamp().value("#804000") == .colour(try #require(Colour("#ff8000"))))
        #expect(try lamp([.colour]).value("#804000") == .colour(try #require(Colour("#804000"))))
        #expect(try lamp([.binary, .colour]).value("#000000") == .colour(.black))
    }

    @Test(arguments: [
        ("red", "#ff0000"), ("Orange", "#ff8000"), ("daylight", "6500K"), ("warm", "2700K"), ("40", "40"), ("on", "on"),
    ]) func wordIsRead(text: String, word: String) throws {
        #expect(try lamp(light: 2000...6500).value(text).word == word)
    }

    private func lamp(light: ClosedRange<Int>, hasColours: Bool = true) throws -> Element {
        try lamp([.binary, .regulable, .colour], LightModes(hasColours: hasColours, white: light))
    }

    /// The word for a kind of white is the nearest that the lamp has; a number is meant as it is.
    @Test func wordOfWhiteIsTheNearest() throws {
        #expect(try lamp(light: 3000...6000).value("warm").word == "3000K")
        #expect(try lamp(light: 3000...6000).value("daylight").word == "6000K")
        #expect(
            throws: ValueRefusal(
                message: "2700K is out of range",
                hint: "Strip takes a colour (#ff8000 or red), white (3000K–6000K or warm)"
            )
        ) { try lamp(light: 3000...6000).value("2700K") }
    }

    /// A lamp without white mixes it.
    @Test func lampWithoutWhiteMixesIt() throws {
        let warm = try lamp().value("warm")
        guard case .colour(.rgb(let red, let green, let blue)) = warm else {
            Issue.record("\(warm)")
            return
        }
        #expect(red == 255 && (150...190).contains(green) && (80...110).contains(blue))
        #expect(
            throws: ValueRefusal(
                message: "Strip has no white of its own",
                hint: "Strip takes a colour (#ff8000 or red)"
            )
        ) { try lamp().value("2700K") }
    }

    @Test(arguments: [
        ("#ff0000", "Strip has no colours, only white"), ("red", "Strip has no red, only white"),
    ]) func lampWithoutColoursRefusesThem(text: String, message: String) throws {
        let lamp = try lamp(light: 2700...6500, hasColours: false)
        #expect(throws: ValueRefusal(message: message, hint: "Strip takes white (2700K–6500K or warm)")) {
            try lamp.value(text)
        }
    }

    @Test func blackBesideALevelIsRefused() throws {
        #expect(throws: ValueRefusal(message: "black is no colour of Strip", hint: "switch it off, or order level 0")) {
            try lamp().value("#000000")
        }
    }

    @Test func offerNamesThem() throws {
        #expect(try lamp().values == "on, off; 0–100; a colour (#ff8000 or red)")
        #expect(FacetType.colour.offer == "a colour (#ff8000 or red)")
    }

    // MARK: - Agreement

    @Test(arguments: [
        ("#ff8000", "#ff8000", true), ("#ff8000", "#fc8403", true), ("#ff8000", "#fa8000", false),
        ("#ff8000", "2700K", false), ("2700K", "2703K", true), ("2700K", "2750K", false), ("6500K", "6535K", true),
        ("6500K", "6600K", false),
    ]) func coloursAgreeIfTheyLookTheSame(ordered: String, observed: String, agrees: Bool) throws {
        let values = try [ordered, observed].map { try #require(FacetType.colour.value(word: $0)) }
        #expect(values[0].agrees(with: values[1]) == agrees)
        #expect(values[1].isChange(from: values[0]) == !agrees)
    }

    @Test func precisionOfTheSourceCounts() throws {
        let values = try ["#ff8000", "#fa8000"].map { try #require(FacetType.colour.value(word: $0)) }
        #expect(values[0].agrees(with: values[1], precision: 5))
    }

    // MARK: - Siblings

    @Test func colourSwitchesTheLampOn() throws {
        let colour = Value.colour(try #require(Colour("#ff8000")))
        #expect(FacetType.binary.change(after: colour, .accepted) == .to(.on))
        #expect(FacetType.binary.change(after: .colour(.black), .accepted) == .to(.off))
        #expect(FacetType.binary.change(after: colour, .observed) == .none)
        #expect(FacetType.regulable.change(after: colour, .accepted) == .unknown)
        #expect(FacetType.regulable.change(after: colour, .observed) == .none)
        for value in [Value.on, .off, .level(.zero)] {
            #expect(FacetType.colour.change(after: value, .accepted) == .none)
        }
    }

    @Test func nothingFollowsFromItsReport() {
        #expect(FacetType.regulable.moves(with: .colour) && !FacetType.colour.moves(with: .regulable))
        #expect(!FacetType.regulable.follows(from: .colour) && !FacetType.colour.follows(from: .binary))
        #expect(FacetType.regulable.follows(from: .binary) && FacetType.binary.follows(from: .regulable))
    }

    // MARK: - Conversions

    @Test(arguments: [
        ("#ff0000", 0.0, 1.0), ("#ff8000", 30.1, 1.0), ("#00ff00", 120.0, 1.0), ("#0000ff", 240.0, 1.0),
        ("#ff00ff", 300.0, 1.0), ("#ffffff", 0.0, 0.0), ("#ff8080", 0.0, 0.498),
    ]) func hueAndSaturation(word: String, hue: Double, saturation: Double) throws {
        let colour = try #require(Colour(word))
        let found = colour.hueSaturationBrightness
        #expect(abs(found.hue - hue) < 0.1 && abs(found.saturation - saturation) < 0.001 && found.brightness == 1)
        #expect(Colour(hue: found.hue, saturation: found.saturation) == colour)
    }

    @Test func everyHueComesBack() {
        for number in stride(from: 0, to: 0x100_0000, by: 1021) {
            let (red, green, blue) = (UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
            let colour = Colour.rgb(red: red, green: green, blue: blue)
            let hsb = colour.hueSaturationBrightness
            #expect(Colour(hue: hsb.hue, saturation: hsb.saturation, brightness: hsb.brightness) == colour)
        }
    }

    /// Source: the primaries and the white point of IEC 61966-2-1 (sRGB).
    @Test(arguments: [
        ("#ff0000", 0.64, 0.33), ("#00ff00", 0.30, 0.60), ("#0000ff", 0.15, 0.06), ("#ffffff", 0.3127, 0.3290),
    ]) func chromaticityOfPrimaries(word: String, x: Double, y: Double) throws {
        let colour = try #require(Colour(word))
        let place = try #require(Chromaticity(colour.components))
        #expect(abs(place.x - x) < 0.0005 && abs(place.y - y) < 0.0005)
        let (red, green, blue) = place.components
        #expect(Colour.rgb(red: red, green: green, blue: blue).isClose(to: colour, tolerance: 1))
    }

    @Test func blackHasNoChromaticity() { #expect(Chromaticity(Colour.black.components) == nil) }

    /// Source: the colours of a black body, computed by M. Charity for sRGB ("What color is a blackbody?").
    @Test(arguments: [(2000, "ff8b14"), (3000, "ffb16e"), (4000, "ffcea6"), (6500, "fffaff"), (10_000, "cedcff")])
    func whiteLooksLikeABlackBody(kelvin: Int, hexadecimal: String) throws {
        let wanted = try #require(Colour(hexadecimal))
        let (red, green, blue) = Colour.white(kelvin: kelvin).components
        #expect(Colour.rgb(red: red, green: green, blue: blue).isClose(to: wanted, tolerance: 12))
    }
}
