public import DomoKNX
public import DomoModel

// Conversion between the data on a facet's addresses and values of the element.

extension KNXFacet {
    /// The data that orders a value.
    ///
    /// - Throws: If the type has no such value.
    public func payload(for value: Value) throws(DatapointFault) -> Payload {
        try type.encode(datapoint(for: value))
    }

    /// The data of relative dimming, with the whole range as its step, so that it goes on until the stop.
    ///
    /// Source: KNX 03/07/02 Datapoint Types, 3.007 DPT_Control_Dimming: bit 3 is the direction, bits 0–2 are the step
    /// code: 1 for 100 %, 0 for a break.
    public func payload(for dimming: Dimming) -> Payload {
        switch dimming {
        case .up: .bits(isInverted ? 1 : 9)
        case .down: .bits(isInverted ? 9 : 1)
        case .stop: .bits(0)
        }
    }

    private func datapoint(for value: Value) throws(DatapointFault) -> DatapointValue {
        switch value {
        case .on, .off: return .bool((value == .on) != isInverted)
        case .up, .down: return .bool((value == .down) != isInverted)
        case .dimming(let dimming): throw DatapointFault(.wrongForm, "\(type) has no value for \(dimming.word)")
        case .stop, .press: throw DatapointFault(.wrongForm, "\(type) has no value for \(value.word)")
        case .level(let percent):
            let level = isInverted ? 100 - percent.value : percent.value
            return self.level(Double(level))
        case .colour: throw DatapointFault(.wrongForm, "a colour may take several telegrams")
        case .number, .text:
            let word = value.word
            if let raw = words.first(where: { $0.value.lowercased() == word.lowercased() })?.raw {
                return try self.value(ofRaw: raw)
            }
            return try type.value(of: word)
        }
    }

    /// A percentage in the scale of the type.
    private func level(_ percent: Double) -> DatapointValue {
        guard let range = type.subtype.range, range != 0...100 else { return .real(percent) }
        return .integer(Int64((range.lowerBound + percent / 100 * (range.upperBound - range.lowerBound)).rounded()))
    }

    private func value(ofRaw raw: Int64) throws(DatapointFault) -> DatapointValue {
        if case .bits(1) = type.size { return .bool(raw != 0) }
        return .integer(raw)
    }

    /// The value of data on the facet's own addresses.
    public func value(of payload: Payload) throws(DatapointFault) -> Value {
        try value(of: payload, type, isInverted: isInverted)
    }

    /// The value of data on an address that the facet listens to.
    public func value(of payload: Payload, _ listen: KNXListen) throws(DatapointFault) -> Value {
        try value(of: payload, listen.type, isInverted: listen.isInverted)
    }

    private func value(of payload: Payload, _ type: DatapointType, isInverted: Bool) throws(DatapointFault) -> Value {
        if facet.type == .value, let number = type.enumerationNumber(payload) { return word(.integer(number), type) }
        let datapoint = try type.decode(payload)
        if let reason = type.invalidity(of: datapoint) { throw DatapointFault(.noValue, reason) }
        switch facet.type {
        case .binary:
            // A relay that listens to a level is on above 0.
            let isOn = try Self.number(datapoint, type) != 0
            return isOn != isInverted ? .on : .off
        case .bidirectional:
            let isDown = try Self.number(datapoint, type) != 0
            return isDown != isInverted ? .down : .up
        case .regulable:
            let percent = try Self.percent(datapoint, type)
            return .level(Percent(clamping: isInverted ? 100 - percent : percent))
        case .value: return word(datapoint, type)
        case .colour: throw DatapointFault(.wrongForm, "a colour may have several objects")
        }
    }

    private static func number(_ datapoint: DatapointValue, _ type: DatapointType) throws(DatapointFault) -> Double {
        switch datapoint {
        case .bool(let bool): bool ? 1 : 0
        case .integer(let integer): Double(integer)
        case .real(let real): real
        case .text, .record: throw DatapointFault(.wrongForm, "\(type) is not a number")
        }
    }

    /// Only the ends of the range become 0 and 100: a lamp at 0.4 % is on, and a cover at 99.6 % is not closed.
    private static func percent(_ datapoint: DatapointValue, _ type: DatapointType) throws(DatapointFault) -> Int {
        let number = try number(datapoint, type)
        let range = type.subtype.range ?? 0...1
        guard range.contains(number), range.upperBound > range.lowerBound else {
            throw DatapointFault(.outOfRange, "\(number) is out of range for \(type)")
        }
        if number == range.lowerBound { return 0 }
        if number == range.upperBound { return 100 }
        let percent = (number - range.lowerBound) / (range.upperBound - range.lowerBound) * 100
        return min(max(Int(percent.rounded()), 1), 99)
    }

    private func word(_ datapoint: DatapointValue, _ type: DatapointType) -> Value {
        let raw: Int64? =
            switch datapoint {
            case .bool(let bool): bool ? 1 : 0
            case .integer(let integer): integer
            case .real, .text, .record: nil
            }
        if let raw, let word = words.first(where: { $0.raw == raw })?.value { return Self.value(word) }
        if let resolution, case .real(let real) = datapoint, let rounded = resolution.rounding(real) {
            return .number(rounded)
        }
        return Self.value(type.text(of: datapoint))
    }

    private static func value(_ text: String) -> Value {
        FacetType.value.value(word: String(text.unicodeScalars.prefix(Value.maxTextLength))) ?? .text(text)
    }
}

extension DatapointType {
    /// The number of an enumeration, with or without a word: manufacturers use numbers that the type reserves. Nil for
    /// other types and data of another width.
    fileprivate func enumerationNumber(_ payload: Payload) -> Int64? {
        switch (main, payload) {
        case (20, .octets(let octets)) where octets.count == 1 && !subtype.words.isEmpty: Int64(octets[0])
        case (23, .bits(let bits)) where bits <= 3: Int64(bits)
        default: nil
        }
    }
}

extension Decimal {
    /// The multiple of this decimal that is nearest to a number, with the same number of decimals.
    func rounding(_ number: Double) -> Decimal? {
        guard double > 0 else { return nil }
        let steps = (number / double).rounded()
        guard steps.magnitude < 1e15 else { return nil }
        let unit = unitInLastPlace.double
        // Counted in units in the last place, which are exact.
        let units = Int64((steps * double / unit).rounded())
        let places = max(0, unitInLastPlace.description.utf8.count - 2)
        guard places > 0 else { return Decimal(String(units)) }
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        return Decimal((units < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places))
    }
}
