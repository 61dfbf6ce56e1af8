/// 229.001: the reading of a meter, with its unit and resolution and the status of the meter.
///
/// Source: KNX 03/07/02, 3.45; the codes of unit and resolution are a subset of those of M-Bus (EN 13757-3).
struct DPT229: MainType {
    let number: UInt16 = 229

    var subtypes: [Subtype] { [Self.subtype] }

    private static let subtype = Subtype(1, "DPT_MeteringValue", "metering value", size: .octets(6))

    /// The field `value` is in the unit of the field `coding`; the others are those of 21.001.
    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let octets) = payload, octets.count == 6 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have the width of \(subtype.id)")
        }
        guard let coding = MeterCoding(code: octets[4]) else {
            throw DatapointFault(.invalid, "the data has the reserved code \(octets[4]) for unit and resolution")
        }
        guard case .record(let status) = try RecordType.generalStatus.decode(.octets([octets[5]])) else {
            throw DatapointFault(.invalid, "\(payload) is not a metering value")
        }
        let count = Int32(bitPattern: octets[..<4].reduce(0) { $0 << 8 | UInt32($1) })
        return .record(
            [
                .init("value", .real(Double(count) / coding.factor)), .init("coding", .integer(Int64(coding.code))),
            ] + status
        )
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .record(let fields) = value, let code = value.integer("coding") else {
            throw DatapointFault(.wrongForm, "\(value) is not a metering value", hint: "the fields are value, coding")
        }
        guard let coding = UInt8(exactly: code).flatMap({ MeterCoding(code: $0) }) else {
            throw DatapointFault(.outOfRange, "\(code) is out of range for coding")
        }
        let count: Double
        switch fields.first(where: { $0.name == "value" })?.value {
        case .real(let real): count = (real * coding.factor).rounded()
        case .integer(let integer): count = Double(integer) * coding.factor
        default: throw DatapointFault(.wrongForm, "\(value) has no number as its value")
        }
        guard let count = Int32(exactly: count) else {
            let limit = DecimalText.fixed(Double(Int32.max) / coding.factor, decimals: coding.decimals)
            throw DatapointFault(.outOfRange, "\(value) is out of range", hint: "the limit is \(limit) \(coding.unit)")
        }
        guard fields.count(where: { $0.name == "value" || $0.name == "coding" }) == 2 else {
            throw DatapointFault(.wrongForm, "\(value) has a duplicate field")
        }
        let status = fields.filter { $0.name != "value" && $0.name != "coding" }
        guard case .octets(let octets) = try RecordType.generalStatus.encode(.record(status)) else {
            throw DatapointFault(.wrongForm, "\(value) is not a metering value")
        }
        let bits = UInt32(bitPattern: count)
        return .octets([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) } + [coding.code] + octets)
    }

    /// `1.23 kWh, in alarm`
    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .record(let fields) = value, case .real(let real) = fields.first?.value,
            let coding = value.integer("coding").flatMap({ UInt8(exactly: $0) }).flatMap({ MeterCoding(code: $0) })
        else { return "\(value)" }
        let flags = fields.filter { $0.value == .bool(true) }.map { $0.name }
        return ([coding.text(of: real)] + flags).joined(separator: ", ")
    }

    /// The unit and the number of decimals determine the code: `1.23 kWh` is counted in 10 Wh.
    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let items = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        guard let first = items.first, let (real, coding) = MeterCoding.reading(first.trimmingSpaces()) else {
            throw DatapointFault(
                .wrongForm,
                "\"\(text)\" is not a metering value",
                hint: "write it as 1234 Wh, 1.23 kWh or 12.345 l, with at most three decimals"
            )
        }
        guard case .record(let status) = try RecordType.generalStatus.value(ofItems: Array(items.dropFirst())) else {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a metering value")
        }
        let value = DatapointValue.record(
            [.init("value", .real(real)), .init("coding", .integer(Int64(coding.code)))] + status
        )
        _ = try encode(value, as: subtype)
        return value
    }
}
