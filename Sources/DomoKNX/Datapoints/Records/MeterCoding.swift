/// The unit of a meter reading and the number of decimals.
///
/// The units are chosen so that unit and decimals together identify the code: 10 Wh is 0.01 kWh, 100 Wh is 0.1 kWh.
///
/// Source: KNX 03/07/02, 3.45.1, table of the field ValInfField.
struct MeterCoding {
    let code: UInt8
    let unit: String
    let decimals: Int

    /// The number of counts per unit.
    var factor: Double { Double(RecordNumber.power(decimals)) }

    /// Nil for a reserved code.
    init?(code: UInt8) {
        guard let coding = Self.all.first(where: { $0.code == code }) else { return nil }
        self = coding
    }

    private init(code: UInt8, unit: String, decimals: Int) {
        self.code = code
        self.unit = unit
        self.decimals = decimals
    }

    func text(of number: Double) -> String {
        RecordNumber.fixed(number, decimals: decimals) + (unit.isEmpty ? "" : " " + unit)
    }

    static func reading(_ text: String) -> (Double, MeterCoding)? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard let first = words.first, let (number, decimals) = RecordNumber.decimal(first) else { return nil }
        let unit = words.count == 2 ? String(words[1]) : ""
        return all.first { $0.unit == unit && $0.decimals == decimals }.map { (number, $0) }
    }

    static let all: [MeterCoding] =
        row(0, [("Wh", [3, 2, 1, 0]), ("kWh", [2, 1, 0]), ("MWh", [2])]) + row(0x80, [("MWh", [1, 0])])
        + row(8, [("J", [0]), ("kJ", [2, 1, 0]), ("MJ", [2, 1, 0]), ("GJ", [2])]) + row(0x88, [("GJ", [1, 0])])
        + row(16, [("l", [3, 2, 1, 0]), ("m³", [2, 1, 0]), ("Ml", [2])])
        + row(24, [("kg", [3, 2, 1, 0]), ("t", [2, 1, 0]), ("kt", [2])])
        + row(40, [("W", [3, 2, 1, 0]), ("kW", [2, 1, 0]), ("MW", [2])]) + row(0xA8, [("MW", [1, 0])])
        + row(48, [("J/h", [0]), ("kJ/h", [2, 1, 0]), ("MJ/h", [2, 1, 0]), ("GJ/h", [2])])
        + row(0xB0, [("GJ/h", [1, 0])])
        + row(56, [("l/h", [3, 2, 1, 0]), ("m³/h", [2, 1, 0]), ("Ml/h", [2])])
        + row(64, [("l/min", [4, 3, 2, 1, 0]), ("m³/min", [2, 1, 0])])
        + row(72, [("ml/s", [3, 2, 1, 0]), ("l/s", [2, 1, 0]), ("m³/s", [2])])
        + row(80, [("kg/h", [3, 2, 1, 0]), ("t/h", [2, 1, 0]), ("kt/h", [2])])
        + row(0x6E, [("units", [0])]) + row(0xBA, [("", [0])])

    /// The codes from `first` on, in steps of ten.
    private static func row(_ first: UInt8, _ units: [(unit: String, decimals: [Int])]) -> [MeterCoding] {
        units.flatMap { unit in unit.decimals.map { (unit.unit, $0) } }.enumerated().map { offset, place in
            MeterCoding(code: first + UInt8(offset), unit: place.0, decimals: place.1)
        }
    }
}
