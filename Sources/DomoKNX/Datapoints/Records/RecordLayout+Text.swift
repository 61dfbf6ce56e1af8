/// The text of a record: `brightness 40 %, 3200 K, 2.5 s`, `scene 5, active`, `none`. Flags that are false and fields
/// that are marked as invalid are omitted.
extension RecordLayout {
    static let empty = "none"

    func text(of value: DatapointValue) -> String {
        guard case .record(let given) = value else { return "\(value)" }
        let items = shown.compactMap { name -> String? in
            guard let place = fields.first(where: { $0.part.name == name }),
                let value = given.first(where: { $0.name == name })?.value
            else { return nil }
            return item(value, of: place)
        }
        return items.isEmpty ? Self.empty : items.joined(separator: ", ")
    }

    private func item(_ value: DatapointValue, of place: Place) -> String? {
        let part = place.part
        let label = part.label.isEmpty ? "" : part.label + " "
        let unit = part.unit.map { " " + $0 } ?? ""
        switch (part.kind, value) {
        case (.flag, .bool(let bool)):
            return place.isOptional ? label + (bool ? "on" : "off") : bool ? part.name : nil
        case (.code(let words), .integer(let raw)):
            return label + (words.first { $0.raw == raw }?.word ?? String(raw))
        case (.scaled(_, _, let decimals), .real(let real)):
            return label + DecimalText.fixed(real, decimals: decimals) + unit
        case (.float16, .real(let real)): return label + DecimalText.fixed(real, decimals: 2) + unit
        case (.float32, .real(let real)) where Float(real).isFinite:
            return label + DecimalText.plain(Float(real)) + unit
        case (.step, .record(let fields)): return label + Self.step(fields)
        case (_, .integer(let integer)): return label + String(integer) + unit
        default: return label + "\(value)" + unit
        }
    }

    /// `increase 25 %`, `decrease stop`.
    private static func step(_ fields: [DatapointValue.Field]) -> String {
        guard fields.count == 2, case .bool(let direction) = fields[0].value, case .integer(let step) = fields[1].value,
            let size = RecordPart.stepSizes.indices.contains(Int(clamping: step))
                ? RecordPart.stepSizes[Int(step)] : nil
        else { return "\(DatapointValue.record(fields))" }
        return (direction ? "increase " : "decrease ") + size
    }

    func value(of text: String) throws(DatapointFault) -> DatapointValue {
        let text = text.trimmingSpaces()
        guard text.lowercased() != Self.empty else { return try value(ofItems: []) }
        return try value(ofItems: text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
    }

    func value(ofItems items: [String]) throws(DatapointFault) -> DatapointValue {
        var values: [DatapointValue?] = Array(repeating: nil, count: fields.count)
        for item in items {
            let item = item.trimmingSpaces()
            let (index, value) = try field(of: item)
            guard values[index] == nil else { throw DatapointFault(.wrongForm, "duplicate \"\(item)\"") }
            values[index] = value
        }
        var record: [DatapointValue.Field] = []
        for (place, value) in zip(fields, values) {
            if value == nil, !place.isOptional {
                guard case .flag = place.part.kind else {
                    throw DatapointFault(.wrongForm, "\(place.part.name) is missing", hint: hint)
                }
                record.append(.init(place.part.name, .bool(false)))
            } else {
                record.append(.init(place.part.name, value))
            }
        }
        let value = DatapointValue.record(record)
        _ = try encode(value)
        return value
    }

    private func field(of item: String) throws(DatapointFault) -> (Int, DatapointValue) {
        let folded = item.lowercased()
        for (index, place) in fields.enumerated() {
            let part = place.part
            if case .flag = part.kind, !place.isOptional {
                if folded == part.name.lowercased() { return (index, .bool(true)) }
                continue
            }
            let label = part.label.lowercased() + " "
            let isLabelled = !part.label.isEmpty && folded.hasPrefix(label)
            guard isLabelled || part.label.isEmpty else { continue }
            let rest = isLabelled ? String(folded.dropFirst(label.count)) : folded
            if let value = part.value(ofWord: rest.trimmingSpaces()) { return (index, value) }
        }
        throw DatapointFault(.wrongForm, "unexpected \"\(item)\"", hint: hint)
    }

    private var hint: String {
        let parts = shown.compactMap { name in fields.first { $0.part.name == name }?.part }
        let forms = parts.map { part in
            [part.label.isEmpty ? "" : part.label, part.form, part.unit ?? ""].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        return "write, with commas between, of: " + forms.joined(separator: ", ")
    }
}

extension RecordPart {
    /// The form of the value, for a hint.
    var form: String {
        switch kind {
        case .reserved, .validity, .flag: ""
        case .code(let words): words.first.map { $0.word } ?? "0"
        case .unsigned, .signed, .digits, .scaled, .float16, .float32: "N"
        case .step: "increase 25 %"
        }
    }

    /// Reads the text after the label, in lower case.
    fileprivate func value(ofWord text: String) -> DatapointValue? {
        switch kind {
        case .reserved, .validity: return nil
        case .flag: return ["on": true, "off": false][text].map { .bool($0) }
        case .code(let words):
            return (words.first { $0.word.lowercased() == text }?.raw ?? RecordNumber.integer(text)).map {
                .integer($0)
            }
        case .unsigned, .signed, .digits:
            return withoutUnit(text).flatMap { RecordNumber.integer($0) }.map { .integer($0) }
        case .float32: return withoutUnit(text).flatMap(Self.real)
        case .scaled, .float16: return withoutUnit(text).flatMap { RecordNumber.real($0) }.map { .real($0) }
        case .step:
            let words = text.split(separator: " ", maxSplits: 1)
            if text == "stop" { return Self.step(false, 0) }
            guard words.count == 2, words[0] == "increase" || words[0] == "decrease",
                let step = Self.stepSizes.firstIndex(where: { $0 == words[1] })
            else { return nil }
            return Self.step(words[0] == "increase", Int64(step))
        }
    }

    /// The names of step codes: fractions of the whole range.
    static let stepSizes = ["stop", "100 %", "50 %", "25 %", "12.5 %", "6.25 %", "3.125 %", "1.5625 %"]

    private static func step(_ direction: Bool, _ step: Int64) -> DatapointValue {
        .record([.init("direction", .bool(direction)), .init("step", .integer(step))])
    }

    /// A number that may have an exponent.
    private static func real(_ text: String) -> DatapointValue? {
        do throws(DatapointFault) {
            let number = try DecimalText.number(text, unit: nil)
            guard case .integer(let integer) = number else { return number }
            return .real(Double(integer))
        } catch {
            return nil
        }
    }

    /// The unit may be omitted if a label precedes the number.
    private func withoutUnit(_ text: String) -> String? {
        guard let unit = unit?.lowercased() else { return text }
        guard text.hasSuffix(unit) else { return label.isEmpty ? nil : text }
        return String(text.dropLast(unit.count)).trimmingSpaces()
    }
}
