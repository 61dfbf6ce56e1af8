extension RecordPart {
    /// Nil if the bits mean "no value".
    func value(of raw: UInt64) throws(DatapointFault) -> DatapointValue? {
        switch kind {
        case .reserved, .validity: return nil
        case .flag(let bit): return .bool(raw == bit)
        case .unsigned(let range, let offset):
            let number = Int64(raw) + offset
            guard range.contains(number) else { throw forbidden(number) }
            return .integer(number)
        case .signed: return .integer(Int64(bitPattern: raw << UInt64(64 - width)) >> Int64(64 - width))
        case .code: return .integer(Int64(raw))
        case .digits: return .integer(try digits(raw))
        case .scaled(let numerator, let denominator, _): return .real(Double(raw) * numerator / denominator)
        case .float16(let range): return try value(float16: raw, range)
        case .float32(let range): return try value(float32: raw, range)
        case .step:
            return .record([.init("direction", .bool(raw & 8 != 0)), .init("step", .integer(Int64(raw & 7)))])
        }
    }

    func raw(of value: DatapointValue) throws(DatapointFault) -> UInt64 {
        switch (kind, value) {
        case (.flag(let bit), .bool(let bool)): return bool ? bit : 1 - bit
        case (.unsigned(let range, let offset), .integer(let number)):
            guard range.contains(number) else { throw outside(number, "\(range.lowerBound)…\(range.upperBound)") }
            return UInt64(number - offset)
        case (.signed, .integer(let number)):
            let limit = Int64(1) << Int64(width - 1)
            guard number >= -limit, number < limit else { throw outside(number, "\(-limit)…\(limit - 1)") }
            return UInt64(bitPattern: number) & maxRaw
        case (.code, .integer(let number)):
            guard number >= 0, number <= maxRaw else { throw outside(number, "0…\(maxRaw)") }
            return UInt64(number)
        case (.digits, .integer(let number)): return try raw(digits: number)
        case (.scaled, .real(let number)): return try raw(scaled: number)
        case (.scaled, .integer(let number)): return try raw(scaled: Double(number))
        case (.float16(let range), .real), (.float16(let range), .integer): return try raw(float16: value, range)
        case (.float32(let range), .real), (.float32(let range), .integer): return try raw(float32: value, range)
        case (.step, .record(let fields)): return try raw(step: fields)
        default: throw DatapointFault(.wrongForm, "\(value) is not a value of \(name)", hint: "expected \(expected)")
        }
    }

    private func digits(_ raw: UInt64) throws(DatapointFault) -> Int64 {
        var number: Int64 = 0
        for place in stride(from: width - 4, through: 0, by: -4) {
            let digit = Int64(raw >> UInt64(place) & 0xF)
            guard digit <= 9 else { throw forbidden(digit) }
            number = number * 10 + digit
        }
        return number
    }

    private func raw(digits number: Int64) throws(DatapointFault) -> UInt64 {
        let count = width / 4
        let limit = (0..<count).reduce(Int64(1)) { power, _ in power * 10 }
        guard number >= 0, number < limit else { throw outside(number, "0…\(limit - 1)") }
        var rest = UInt64(number)
        var raw: UInt64 = 0
        for place in 0..<count {
            raw |= (rest % 10) << UInt64(4 * place)
            rest /= 10
        }
        return raw
    }

    private func raw(scaled number: Double) throws(DatapointFault) -> UInt64 {
        guard case .scaled(let numerator, let denominator, let decimals) = kind else { return 0 }
        let limit = Double(maxRaw) * numerator / denominator
        guard number >= 0, number <= limit else {
            throw outside(number, "0…\(DecimalText.fixed(limit, decimals: decimals))")
        }
        return UInt64(DecimalText.rounded(number * denominator / numerator))
    }

    private func value(float16 raw: UInt64, _ range: ClosedRange<Double>) throws(DatapointFault) -> DatapointValue? {
        let octets = [UInt8(truncatingIfNeeded: raw >> 8), UInt8(truncatingIfNeeded: raw)]
        do throws(DatapointFault) {
            return try DPT9().decode(.octets(octets), as: subtype(range))
        } catch {
            guard error.code != .noValue else { return nil }
            throw DatapointFault(.invalid, error.message, hint: error.hint)
        }
    }

    private func raw(float16 number: DatapointValue, _ range: ClosedRange<Double>) throws(DatapointFault) -> UInt64 {
        guard case .octets(let octets) = try DPT9().encode(number, as: subtype(range)) else { return 0x7FFF }
        return octets.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func value(float32 raw: UInt64, _ range: ClosedRange<Double>) throws(DatapointFault) -> DatapointValue {
        let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: raw >> $0) }
        do throws(DatapointFault) {
            let value = try DPT14().decode(.octets(octets), as: subtype(range))
            guard case .real(let number) = value, range.contains(number) else { throw forbidden(value) }
            return value
        } catch {
            throw DatapointFault(.invalid, error.message, hint: error.hint)
        }
    }

    private func raw(float32 value: DatapointValue, _ range: ClosedRange<Double>) throws(DatapointFault) -> UInt64 {
        guard case .octets(let octets) = try DPT14().encode(value, as: subtype(range)) else { throw forbidden(value) }
        let raw = octets.reduce(0) { $0 << 8 | UInt64($1) }
        guard range.contains(Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))) else {
            let limits = [range.lowerBound, range.upperBound].map(DecimalText.plain)
            throw outside(value, limits.joined(separator: "…"))
        }
        return raw
    }

    /// The subtype for encoding a field like 9.xxx or 14.xxx.
    private func subtype(_ range: ClosedRange<Double>) -> Subtype {
        Subtype(0, name, name, unit: unit, size: .octets(2), range: range, resolution: 0.01)
    }

    private func raw(step fields: [DatapointValue.Field]) throws(DatapointFault) -> UInt64 {
        guard fields.count == 2, fields[0].name == "direction", fields[1].name == "step",
            case .bool(let direction) = fields[0].value, case .integer(let step) = fields[1].value
        else {
            throw DatapointFault(
                .wrongForm,
                "\(DatapointValue.record(fields)) is not a value of \(name)",
                hint: "expected \(expected)"
            )
        }
        guard (0...7).contains(step) else { throw outside(step, "0…7") }
        return (direction ? 8 : 0) | UInt64(step)
    }

    private func forbidden(_ found: some CustomStringConvertible) -> DatapointFault {
        DatapointFault(.invalid, "the data has \(found) for \(name)")
    }

    private func outside(_ found: some CustomStringConvertible, _ range: String) -> DatapointFault {
        let unit = unit.map { " " + $0 } ?? ""
        return DatapointFault(.outOfRange, "\(found) is out of range for \(name)", hint: "the range is \(range)\(unit)")
    }

    private var expected: String {
        switch kind {
        case .reserved, .validity: "nothing"
        case .flag: "true or false"
        case .unsigned, .signed, .code, .digits: "an integer"
        case .scaled, .float16, .float32: "a number"
        case .step: "a record of direction and step"
        }
    }
}
