/// What a colour lamp shows: a colour, or white light of a temperature. The two exclude each other.
public enum Colour: Hashable, Sendable {
    /// The components in sRGB, 0–255 each.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    /// White light, in K, within `kelvins`.
    case white(kelvin: Int)

    /// The temperatures of light that lamps and protocols know. DPT 7.600 carries 0–65,535 K.
    public static let kelvins = 1000...20_000

    /// Parses what `word` writes: `#ff8000`, `2700K`. The `#` is optional, since shells take it for a comment; letters may
    /// be upper or lower case.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        if let last = bytes.last, last | 0x20 == UInt8(ascii: "k"), (5...6).contains(bytes.count),
            bytes.dropLast().allSatisfy({ (0x30...0x39).contains($0) }), let kelvin = Int(text.dropLast()),
            Self.kelvins.contains(kelvin)
        {
            self = .white(kelvin: kelvin)
            return
        }
        let digits = bytes.first == UInt8(ascii: "#") ? bytes.dropFirst() : bytes[...]
        guard digits.count == 6, digits.allSatisfy(Self.isHexadecimal),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        self.init(number: number)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    /// Of 0xrrggbb.
    private init(number: UInt32) {
        self = .rgb(
            red: UInt8(truncatingIfNeeded: number >> 16),
            green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number)
        )
    }

    /// `#ff8000`, `2700K`
    public var word: String {
        switch self {
        case .rgb: "#" + hexadecimal
        case .white(let kelvin): "\(kelvin)K"
        }
    }

    /// `ff8000`; of white light that of a lamp without white.
    public var hexadecimal: String {
        let (red, green, blue) = components
        return [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Red, green and blue, 0–255 each; white light as it looks on a lamp without white.
    public var components: (red: UInt8, green: UInt8, blue: UInt8) {
        switch self {
        case .rgb(let red, let green, let blue): (red, green, blue)
        case .white(let kelvin): BlackBody.components(kelvin: Double(kelvin))
        }
    }

    public var isWhite: Bool {
        if case .white = self { true } else { false }
    }

    public static let black = Colour.rgb(red: 0, green: 0, blue: 0)

    /// The same hue and saturation at full brightness; black and white light as they are.
    public var atFullBrightness: Colour {
        guard case .rgb(let red, let green, let blue) = self else { return self }
        let most = Double(max(red, green, blue))
        guard most > 0 else { return self }
        func scaled(_ component: UInt8) -> UInt8 { UInt8((Double(component) / most * 255).rounded()) }
        return .rgb(red: scaled(red), green: scaled(green), blue: scaled(blue))
    }

    /// How far two colours may be apart that are the same for a lamp, for each component: most keep hue and saturation in
    /// whole degrees and percent.
    public static let tolerance = 4.0

    /// True if the two look the same: components within the tolerance, or temperatures within one mired (a millionth of 1/K),
    /// the unit in which most lamps keep them.
    public func isClose(to other: Colour, tolerance: Double = Self.tolerance) -> Bool {
        switch (self, other) {
        case (.rgb(let red, let green, let blue), .rgb(let otherRed, let otherGreen, let otherBlue)):
            zip([red, green, blue], [otherRed, otherGreen, otherBlue]).allSatisfy {
                abs(Double($0) - Double($1)) <= tolerance
            }
        case (.white(let kelvin), .white(let otherKelvin)):
            abs(1_000_000 / Double(kelvin) - 1_000_000 / Double(otherKelvin)) <= 1.01
        case (.rgb, .white), (.white, .rgb): false
        }
    }
}

// MARK: - Hue and saturation

extension Colour {
    /// - Parameters:
    ///   - hue: in degrees.
    ///   - saturation: 0–1.
    ///   - brightness: 0–1.
    public init(hue: Double, saturation: Double, brightness: Double = 1) {
        let sector = (hue / 60).truncatingRemainder(dividingBy: 6)
        let position = sector < 0 ? sector + 6 : sector
        let (saturation, brightness) = (min(max(saturation, 0), 1), min(max(brightness, 0), 1))
        /// The component whose peak is at this position.
        func component(_ peak: Double) -> UInt8 {
            let distance = abs((position - peak).remainder(dividingBy: 6))
            let share = min(max(2 - distance, 0), 1)
            return UInt8((255 * brightness * (1 - saturation * (1 - share))).rounded())
        }
        self = .rgb(red: component(0), green: component(2), blue: component(4))
    }

    /// The hue in degrees, 0–360, and saturation and brightness, 0–1 each.
    public var hueSaturationBrightness: (hue: Double, saturation: Double, brightness: Double) {
        let (red, green, blue) = (Double(components.red), Double(components.green), Double(components.blue))
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        guard most > least else { return (0, 0, most / 255) }
        let range = most - least
        let sixth =
            if most == red {
                (green - blue) / range
            } else if most == green {
                (blue - red) / range + 2
            } else {
                (red - green) / range + 4
            }
        return ((sixth < 0 ? sixth + 6 : sixth) * 60, range / most, most / 255)
    }
}

// MARK: - Names

extension Colour {
    /// The colours and kinds of white that have a word.
    static let named: [(word: String, colour: Colour)] = [
        ("red", .rgb(red: 255, green: 0, blue: 0)), ("orange", .rgb(red: 255, green: 128, blue: 0)),
        ("yellow", .rgb(red: 255, green: 255, blue: 0)), ("green", .rgb(red: 0, green: 255, blue: 0)),
        ("cyan", .rgb(red: 0, green: 255, blue: 255)), ("blue", .rgb(red: 0, green: 0, blue: 255)),
        ("purple", .rgb(red: 128, green: 0, blue: 255)), ("magenta", .rgb(red: 255, green: 0, blue: 255)),
        ("pink", .rgb(red: 255, green: 105, blue: 180)), ("warm", .white(kelvin: 2700)),
        ("neutral", .white(kelvin: 4000)), ("daylight", .white(kelvin: 6500)),
    ]

    init?(named word: String) {
        guard let named = Self.named.first(where: { $0.word == word }) else { return nil }
        self = named.colour
    }
}
