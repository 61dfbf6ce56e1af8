/// A main type whose data is one whole number, shown as a number in the unit of its subtype.
///
/// A subtype with a whole resolution (1, or 10 ms) has `.integer` values, one with a fractional resolution (5.001,
/// 8.010) `.real` values.
protocol IntegerMainType: MainType {
    var coding: OctetInteger { get }

    /// The raw number in the unit; called for subtypes with a fractional resolution.
    func measure(_ raw: Int64, as subtype: Subtype) -> Double

    /// The raw number of a measurement, before rounding; called for subtypes with a fractional resolution.
    func raw(_ measure: Double, as subtype: Subtype) -> Double
}

extension IntegerMainType {
    func measure(_ raw: Int64, as subtype: Subtype) -> Double { Double(raw) }

    func raw(_ measure: Double, as subtype: Subtype) -> Double { measure }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let raw = try coding.raw(of: payload)
        guard let step = subtype.wholeStep else { return .real(measure(raw, as: subtype)) }
        // Only numbers of up to 7 octets have a step other than 1.
        let value = raw * step
        guard subtype.range?.contains(Double(value)) ?? true else {
            throw DatapointFault(.invalid, "\(value) is reserved in \(subtype.id)", hint: subtype.rangeHint)
        }
        return .integer(value)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        coding.payload(of: try raw(of: value, as: subtype))
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .real(let number) = value, subtype.wholeStep == nil else { return value.description }
        // Use the fewest decimals that give the same data: 50 for raw 128 of 5.001, 0.4 for raw 1.
        do throws(DatapointFault) {
            let raw = try raw(of: value, as: subtype)
            for decimals in 0...3 {
                let text = DecimalText.fixed(number, decimals: decimals)
                if try self.raw(of: DecimalText.number(text, unit: nil), as: subtype) == raw { return text }
            }
        } catch {
            // The number, or only its rounded text, is out of range.
        }
        return value.description
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let number = try DecimalText.number(text, unit: subtype.unit)
        guard case .integer(let integer) = number, subtype.wholeStep == nil else { return number }
        return .real(Double(integer))
    }

    private func raw(of value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Int64 {
        let raw: Int64?
        switch (value, subtype.wholeStep) {
        case (.integer(let integer), let step?):
            guard subtype.range?.contains(Double(integer)) ?? true else { throw outOfRange(value, subtype) }
            raw = integer.dividedRounding(by: step)
        case (.real(let real), let step?):
            guard subtype.range?.contains(real) ?? true else { throw outOfRange(value, subtype) }
            raw = Int64(exactly: DecimalText.rounded(real / Double(step)))
        case (.integer(let integer), nil):
            raw = try fraction(Double(integer), value, subtype)
        case (.real(let real), nil):
            raw = try fraction(real, value, subtype)
        case (.bool, _), (.text, _), (.record, _):
            throw .wrongForm(value, subtype, expected: "a number")
        }
        guard let raw, coding.limits.contains(raw) else {
            throw outOfRange(value, subtype)
        }
        return raw
    }

    /// The limits of 64 bits can't be represented in double precision.
    private func outOfRange(_ value: DatapointValue, _ subtype: Subtype) -> DatapointFault {
        let limits = coding.octets == 8 ? "\(coding.limits.lowerBound)…\(coding.limits.upperBound)" : nil
        return .outOfRange(value, subtype, limits)
    }

    private func fraction(
        _ measure: Double,
        _ value: DatapointValue,
        _ subtype: Subtype
    ) throws(DatapointFault) -> Int64? {
        guard subtype.range?.contains(measure) ?? true else { throw outOfRange(value, subtype) }
        return Int64(exactly: DecimalText.rounded(raw(measure, as: subtype)))
    }
}

extension Subtype {
    /// The resolution if it is whole.
    fileprivate var wholeStep: Int64? { Int64(exactly: resolution ?? 1) }
}

extension Int64 {
    /// Divides, rounding half away from zero. The divisor has to be positive.
    fileprivate func dividedRounding(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder.magnitude * 2 >= divisor.magnitude && remainder != 0 ? quotient + signum() : quotient
    }
}
