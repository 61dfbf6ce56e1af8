/// 11.001: a date from 1990 to 2089.
///
/// Source: KNX 03/07/02, 3.12: years from 90 are those of the twentieth century.
struct DPT11: MainType {
    let number: UInt16 = 11

    var subtypes: [Subtype] { [Self.record.subtype] }

    private static let record = Record(
        1,
        "DPT_Date",
        "date",
        [
            .reserved(3), .number("day", 5, 1...31), .reserved(4), .number("month", 4, 1...12), .reserved(1),
            .number("year", 7, 0...99),
        ]
    )

    /// A day that does not exist, such as 30 February, is a fault.
    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .record(var fields) = try Self.record.layout.decode(payload),
            case .integer(let year) = fields[2].value
        else { throw DatapointFault(.invalid, "\(payload) is not a date") }
        fields[2].value = .integer(year >= 90 ? 1900 + year : 2000 + year)
        try Self.check(.record(fields), .invalid)
        return .record(fields)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .record(var fields) = value else { return try Self.record.layout.encode(value) }
        for index in fields.indices where fields[index].name == "year" {
            guard case .integer(let year) = fields[index].value else { continue }
            guard (1990...2089).contains(year) else {
                throw DatapointFault(.outOfRange, "\(year) is out of range for year", hint: "the range is 1990…2089")
            }
            fields[index].value = .integer(year % 100)
        }
        let payload = try Self.record.layout.encode(.record(fields))
        try Self.check(value, .outOfRange)
        return payload
    }

    /// `2026-11-22`
    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard let year = value.integer("year"), let month = value.integer("month"), let day = value.integer("day")
        else { return "\(value)" }
        return [RecordNumber.padded(year, 4), RecordNumber.padded(month, 2), RecordNumber.padded(day, 2)]
            .joined(separator: "-")
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard let day = ClockText.day(text.trimmingSpaces()) else {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a date", hint: "write it as 2026-11-22")
        }
        let value = DatapointValue.record([
            .init("day", .integer(day.day)), .init("month", .integer(day.month)), .init("year", .integer(day.year)),
        ])
        _ = try encode(value, as: subtype)
        return value
    }

    private static func check(_ value: DatapointValue, _ code: DatapointFault.Code) throws(DatapointFault) {
        guard let year = value.integer("year"), let month = value.integer("month"), let day = value.integer("day"),
            day > ClockText.dayCount(month: month, year: year)
        else { return }
        throw DatapointFault(code, "month \(month) of \(year) has no day \(day)")
    }
}
