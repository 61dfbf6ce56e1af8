/// Colours as on the web: `#ff8000`, with white `#ff8000ff`; `--` for a part that is marked as invalid.
enum ColourText {
    static func text(of value: DatapointValue, _ names: [String]) -> String {
        guard case .record = value else { return "\(value)" }
        return "#" + names.map { value.integer($0).map { hex($0) } ?? "--" }.joined()
    }

    static func value(of text: String, _ names: [String], mayBeInvalid: Bool) throws(DatapointFault) -> DatapointValue {
        let digits = Array(text.trimmingSpaces().utf8)
        let sample = "#ff8000ff".prefix(1 + 2 * names.count)
        guard digits.count == 1 + 2 * names.count, digits[0] == UInt8(ascii: "#") else {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a colour", hint: "write it as \(sample)")
        }
        var fields: [DatapointValue.Field] = []
        for (index, name) in names.enumerated() {
            let pair = digits[(1 + 2 * index)..<(3 + 2 * index)]
            if mayBeInvalid, pair.allSatisfy({ $0 == UInt8(ascii: "-") }) {
                fields.append(.init(name, nil))
            } else if let high = pair.first.flatMap({ digit($0) }), let low = pair.last.flatMap({ digit($0) }) {
                fields.append(.init(name, .integer(high * 16 + low)))
            } else {
                throw DatapointFault(.wrongForm, "\"\(text)\" is not a colour", hint: "write it as \(sample)")
            }
        }
        return .record(fields)
    }

    private static func hex(_ number: Int64) -> String {
        let digits = String(number, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { Int64($0) }
    }
}
