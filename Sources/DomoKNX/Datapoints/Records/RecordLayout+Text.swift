/// A record as a line: `brightness 40 %, 3200 K, 2.5 s`, `scene 5, active`, `none`. Flags that are false and fields
/// that are marked as invalid are left out.
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
            return label + RecordNumber.text(real, decimals: decimals) + unit
        case (.float16, .real(let real)): return label + RecordNumber.text(real, decimals: 2) + unit
        case (.step, .record(let fields)): return label + Self.step(fields)
        case (_, .integer(let integer)): return label + String(integer) + unit
        default: return label + "\(value)" + unit
        }
    }

    /// `+3`, `-1`, `stop`: step code 0 ends a movement, whatever its direction.
    private static func step(_ fields: [DatapointValue.Field]) -> String {
        guard fields.count == 2, case .bool(let isIncrease) = fields[0].value, case .integer(let step) = fields[1].value
        else { return "\(DatapointValue.record(fields))" }
        return step == 0 && !isIncrease ? "stop" : (isIncrease ? "+" : "-") + String(step)
    }

    func value(of text: String) throws(DatapointFault) -> DatapointValue {
        let text = RecordNumber.trimmed(text)
        guard text.lowercased() != Self.empty else { return try value(ofItems: []) }
        return try value(ofItems: text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
    }

    func value(ofItems items: [String]) throws(DatapointFault) -> DatapointValue {
        var values: [DatapointValue?] = Array(repeating: nil, count: fields.count)
        for item in items {
            let item = RecordNumber.trimmed(item)
            let (index, value) = try field(of: item)
            guard values[index] == nil else { throw DatapointFault(.wrongForm, "\"\(item)\": given twice") }
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
            if let value = part.value(ofWord: RecordNumber.trimmed(rest)) { return (index, value) }
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
    /// How the value is written, in a hint.
    var form: String {
        switch kind {
        case .reserved, .validity, .flag: ""
        case .code(let words): words.first.map { $0.word } ?? "0"
        case .unsigned, .signed, .digits, .scaled, .float16: "N"
        case .step: "+N"
        }
    }

    /// Reads what stands after the label, in lower case.
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
        case .scaled, .float16: return withoutUnit(text).flatMap { RecordNumber.real($0) }.map { .real($0) }
        case .step:
            if text == "stop" { return Self.step(false, 0) }
            guard let first = text.first, first == "+" || first == "-" else { return nil }
            return RecordNumber.integer(text).map { Self.step(first == "+", Int64($0.magnitude)) }
        }
    }

    private static func step(_ isIncrease: Bool, _ step: Int64) -> DatapointValue {
        .record([.init("increase", .bool(isIncrease)), .init("step", .integer(step))])
    }

    /// The unit may be left out where a label stands before the number.
    private func withoutUnit(_ text: String) -> String? {
        guard let unit = unit?.lowercased() else { return text }
        guard text.hasSuffix(unit) else { return label.isEmpty ? nil : text }
        return RecordNumber.trimmed(text.dropLast(unit.count))
    }
}
