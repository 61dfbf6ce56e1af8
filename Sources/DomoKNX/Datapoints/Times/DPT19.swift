/// 19.001: date and time, each part of which may be marked as invalid.
///
/// Source: KNX 03/07/02, 3.20. Years 1900–2155; hour 24 is the end of a day and needs 0 minutes and seconds (note 11);
/// weekday 0 is "any day", not an invalid one (note 14); the hour already includes summer time (note 13).
struct DPT19: MainType {
    let number: UInt16 = 19

    var subtypes: [Subtype] { [Self.record.subtype] }

    static let flags = ["fault", "summer time", "synchronised", "reliable"]

    private static let record = Record(
        1,
        "DPT_DateTime",
        "date and time",
        [
            .number("year", 8, offset: 1900), .reserved(4), .number("month", 4, 1...12), .reserved(3),
            .number("day", 5, 1...31), .number("weekday", 3), .number("hour", 5, 0...24), .reserved(2),
            .number("minute", 6, 0...59), .reserved(2), .number("second", 6, 0...59), .flag("fault"),
            .flag("working day"), .validity(of: "working day", when: 0), .validity(of: "year", when: 0),
            .validity(of: "month", "day", when: 0), .validity(of: "weekday", when: 0),
            .validity(of: "hour", "minute", "second", when: 0), .flag("summer time"), .flag("synchronised"),
            .flag("reliable"), .reserved(6),
        ]
    )

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let value = try Self.record.layout.decode(payload)
        try Self.check(value, .invalid)
        return value
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        let payload = try Self.record.layout.encode(value)
        try Self.check(value, .outOfRange)
        return payload
    }

    private static func check(_ value: DatapointValue, _ code: DatapointFault.Code) throws(DatapointFault) {
        if let month = value.integer("month"), let day = value.integer("day"),
            day > ClockText.dayCount(month: month, year: value.integer("year"))
        {
            let year = value.integer("year").map { " of \($0)" } ?? ""
            throw DatapointFault(code, "month \(month)\(year) has no day \(day)")
        }
        if value.integer("hour") == 24, value.integer("minute") != 0 || value.integer("second") != 0 {
            throw DatapointFault(code, "hour 24 has minutes or seconds", hint: "the end of a day is 24:00:00")
        }
    }
}
