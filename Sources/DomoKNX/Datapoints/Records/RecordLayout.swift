/// The positions of the fields of a record in up to eight octets, or in the few bits of a short frame.
struct RecordLayout: Sendable {
    struct Place: Sendable {
        var part: RecordPart
        /// Counted from the least significant bit of the last octet.
        var shift: Int
        var validity: Validity?
        var isOptional: Bool {
            if case .float16 = part.kind { return true }
            return validity != nil
        }
    }

    struct Validity: Sendable {
        var shift: Int
        var bit: UInt64
    }

    /// The fields, in the order of the values.
    let fields: [Place]
    let width: Int
    /// The names of the fields in the order in which they are shown.
    let shown: [String]
    private let masks: [Validity]

    /// - Parameter parts: The parts, from the most significant bit.
    init(_ parts: [RecordPart], shown: [String]? = nil) {
        width = parts.reduce(0) { $0 + $1.width }
        var shift = width
        var places: [Place] = []
        var masks: [Validity] = []
        var validities: [String: Validity] = [:]
        for part in parts {
            shift -= part.width
            switch part.kind {
            case .reserved: break
            case .validity(let names, let bit):
                let validity = Validity(shift: shift, bit: bit)
                masks.append(validity)
                for name in names { validities[name] = validity }
            case .flag, .unsigned, .signed, .code, .digits, .scaled, .float16, .float32, .step:
                places.append(Place(part: part, shift: shift))
            }
        }
        for index in places.indices { places[index].validity = validities[places[index].part.name] }
        fields = places
        self.masks = masks
        self.shown = shown ?? places.map { $0.part.name }
    }

    /// A set of bits.
    ///
    /// - Parameter names: The names from bit 0, as in the specification; nil for reserved bits, which may be omitted at
    ///   the end.
    init(bits width: Int, _ names: [String?]) {
        self.init(
            names.enumerated().compactMap { bit, name in
                name.map { Place(part: .flag($0), shift: bit) }
            },
            width: width
        )
    }

    private init(_ fields: [Place], width: Int) {
        self.fields = fields
        self.width = width
        masks = []
        shown = fields.map { $0.part.name }
    }

    var size: PayloadSize { width < 8 ? .bits(width) : .octets(width / 8) }

    func decode(_ payload: Payload) throws(DatapointFault) -> DatapointValue {
        let bits: UInt64 =
            switch payload {
            case .bits(let bits): UInt64(bits)
            case .octets(let octets): octets.reduce(0) { $0 << 8 | UInt64($1) }
            }
        var values: [DatapointValue.Field] = []
        values.reserveCapacity(fields.count)
        for place in fields {
            let isValid = place.validity.map { bits >> UInt64($0.shift) & 1 == $0.bit } ?? true
            let raw = bits >> UInt64(place.shift) & place.part.maxRaw
            values.append(.init(place.part.name, isValid ? try place.part.value(of: raw) : nil))
        }
        return .record(values)
    }

    func encode(_ value: DatapointValue) throws(DatapointFault) -> Payload {
        let values = try values(of: value)
        // First mark all fields as invalid.
        var bits: UInt64 = masks.reduce(0) { $0 | (1 - $1.bit) << UInt64($1.shift) }
        var found: [Int: Bool] = [:]
        for (place, value) in zip(fields, values) {
            if let validity = place.validity {
                guard found[validity.shift] ?? (value != nil) == (value != nil) else {
                    throw DatapointFault(.wrongForm, "\(place.part.name) can't be marked as invalid alone")
                }
                found[validity.shift] = value != nil
                let mask: UInt64 = 1 << UInt64(validity.shift)
                bits = value == nil ? bits : bits & ~mask | validity.bit << UInt64(validity.shift)
            }
            let raw: UInt64
            switch (value, place.part.kind) {
            case (let value?, _): raw = try place.part.raw(of: value)
            case (nil, .float16): raw = 0x7FFF
            case (nil, _): raw = 0
            }
            bits |= raw << UInt64(place.shift)
        }
        guard width >= 8 else { return .bits(UInt8(truncatingIfNeeded: bits)) }
        return .octets((0..<width / 8).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) })
    }

    /// The value of each field. A missing flag is false.
    private func values(of value: DatapointValue) throws(DatapointFault) -> [DatapointValue?] {
        guard case .record(let given) = value else {
            throw DatapointFault(.wrongForm, "\(value) is not a record", hint: "its fields are \(names)")
        }
        var values: [DatapointValue??] = Array(repeating: nil, count: fields.count)
        for field in given {
            guard let index = fields.firstIndex(where: { $0.part.name == field.name }) else {
                throw DatapointFault(.wrongForm, "unknown field \"\(field.name)\"", hint: "the fields are \(names)")
            }
            guard values[index] == nil else { throw DatapointFault(.wrongForm, "duplicate field \(field.name)") }
            values[index] = .some(field.value)
        }
        var all: [DatapointValue?] = []
        for (place, value) in zip(fields, values) {
            let value: DatapointValue? = value ?? nil
            if value == nil, !place.isOptional {
                guard case .flag = place.part.kind else {
                    throw DatapointFault(.wrongForm, "\(place.part.name) is missing", hint: "the fields are \(names)")
                }
                all.append(.bool(false))
            } else {
                all.append(value)
            }
        }
        return all
    }

    var names: String { fields.map { $0.part.name }.joined(separator: ", ") }
}
