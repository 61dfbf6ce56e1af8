/// A colour without its brightness, in the CIE 1931 diagram.
public struct Chromaticity: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The components in sRGB at full brightness; colours outside are taken to its edge.
    ///
    /// Source: IEC 61966-2-1 (sRGB, white point D65).
    public var components: (red: UInt8, green: UInt8, blue: UInt8) {
        let (bigX, bigZ) = (x / max(y, 1e-6), (1 - x - y) / max(y, 1e-6))
        let linear = [
            3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ, -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ,
            0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
        ].map { max(0, $0) }
        let most = max(linear.max() ?? 0, 1e-6)
        let bytes = linear.map { UInt8((Self.encoded($0 / most) * 255).rounded()) }
        return (bytes[0], bytes[1], bytes[2])
    }

    /// Nil for black, which has none.
    public init?(_ components: (red: UInt8, green: UInt8, blue: UInt8)) {
        let red = Self.decoded(Double(components.red) / 255)
        let green = Self.decoded(Double(components.green) / 255)
        let blue = Self.decoded(Double(components.blue) / 255)
        let bigX = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
        let bigY = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
        let bigZ = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
        let sum = bigX + bigY + bigZ
        guard sum > 0 else { return nil }
        self.init(x: bigX / sum, y: bigY / sum)
    }

    private static func encoded(_ linear: Double) -> Double {
        // 1 / 2.4 is 5 / 12.
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * root(12, of: power(linear, 5)) - 0.055
    }

    private static func decoded(_ value: Double) -> Double {
        // 2.4 is 12 / 5.
        value <= 0.04045 ? value / 12.92 : root(5, of: power((value + 0.055) / 1.055, 12))
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    /// Of a number of 0–1, by Newton's method from above.
    private static func root(_ degree: Int, of number: Double) -> Double {
        guard number > 0 else { return 0 }
        var root = 1.0
        while true {
            let next = root + (number / power(root, degree - 1) - root) / Double(degree)
            guard next < root - 1e-12 else { return next }
            root = next
        }
    }
}

/// The colour of a black body.
///
/// Source: the approximation of the Planckian locus in xy by Kim et al., US patent 7,024,034 (1,667–25,000 K), and the
/// matrix of sRGB (IEC 61966-2-1).
enum BlackBody {
    static func components(kelvin: Double) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let t = 1000 / min(max(kelvin, 1667), 25_000)
        let x =
            t > 0.25
            ? -0.2661239 * t * t * t - 0.2343589 * t * t + 0.8776956 * t + 0.179910
            : -3.0258469 * t * t * t + 2.1070379 * t * t + 0.2226347 * t + 0.240390
        let y =
            switch t {
            case 0.45...: -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
            case 0.25...: -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
            default: 3.0817580 * x * x * x - 5.87338670 * x * x + 3.75112997 * x - 0.37001483
            }
        let (red, green, blue) = Chromaticity(x: x, y: y).components
        return (red, green, blue)
    }
}
