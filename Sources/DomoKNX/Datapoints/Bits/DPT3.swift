/// 3.xxx: relative dimming, and blinds in steps. One bit of direction, three of step code: 0 stops, 1 is the whole
/// range, and each further code half of the one before, down to 1/64.
///
/// The value is a record of `direction` (true: brighter, or down) and `step` (the code); people see `increase 25 %`,
/// `down 100 %`, `decrease stop`.
///
/// Source: KNX 03/07/02, 3.3.
struct DPT3: MainType {
    let number: UInt16 = 3

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(
            7,
            "DPT_Control_Dimming",
            "dimming control",
            size: .bits(4),
            words: [(0, "decrease"), (1, "increase")]
        ),
        Subtype(8, "DPT_Control_Blinds", "blinds control", size: .bits(4), words: [(0, "up"), (1, "down")]),
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .bits(let bits) = payload else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 4 bits")
        }
        return record(direction: bits & 8 != 0, step: Int64(bits & 7))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .bool(let direction) = value["direction"], case .integer(let step) = value["step"] else {
            throw .wrongForm(value, subtype, expected: "a record of direction and step")
        }
        guard let code = UInt8(exactly: step), code < 8 else { throw .outOfRange(.integer(step), subtype, "0…7") }
        return .bits((direction ? 8 : 0) | code)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .bool(let direction) = value["direction"], case .integer(let step) = value["step"],
            let word = subtype.word(of: direction ? 1 : 0), (0...7).contains(step)
        else { return value.description }
        return word + (step == 0 ? " stop" : " \(DecimalText.plain(Self.percent(step))) %")
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let parts = text.trimmingSpaces().split(separator: " ", maxSplits: 1)
        if parts.count == 1, parts[0].lowercased() == "stop" { return record(direction: false, step: 0) }
        if let word = parts.first, let direction = subtype.raw(of: String(word)) {
            let rest = parts.count == 2 ? String(parts[1]).trimmingSpaces() : "100 %"
            if let step = Self.step(rest) { return record(direction: direction == 1, step: step) }
        }
        let words = [0, 1].map { (subtype.word(of: $0) ?? "") + " 25 %" }
        throw DatapointFault(
            .wrongForm,
            "\"\(text)\" is not a value of \(subtype.id)",
            hint: "use \(words.joined(separator: ", ")) or stop; "
                + "the steps are 100, 50, 25, 12.5, 6.25, 3.125 and 1.5625 %"
        )
    }

    /// The percentage of the range that a step covers.
    private static func percent(_ step: Int64) -> Double { 100 / Double(1 << (step - 1)) }

    /// `stop`, `25 %`, or the code itself: `3`.
    private static func step(_ text: String) -> Int64? {
        if text.lowercased() == "stop" { return 0 }
        if let code = Int64(text) { return (0...7).contains(code) ? code : nil }
        guard text.hasSuffix("%"), let percent = Double(String(text.dropLast()).trimmingSpaces()) else { return nil }
        return (1...7).first { Self.percent($0) == percent }
    }

    private func record(direction: Bool, step: Int64) -> DatapointValue {
        .record([.init("direction", .bool(direction)), .init("step", .integer(step))])
    }
}
