/// 10.001: the time of day, with the day of the week.
///
/// Source: KNX 03/07/02, 3.11.
struct DPT10: MainType {
    let number: UInt16 = 10

    var subtypes: [Subtype] { [Self.record.subtype] }

    private static let record = Record(
        1,
        "DPT_TimeOfDay",
        "time of day",
        [
            .number("weekday", 3), .number("hour", 5, 0...23), .reserved(2), .number("minute", 6, 0...59), .reserved(2),
            .number("second", 6, 0...59),
        ]
    )

    /// The field `weekday` is 1 (Monday) to 7, and nil for "no day".
    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let value = try Self.record.layout.decode(payload)
        return value.integer("weekday") == 0 ? Self.withWeekday(nil, value) : value
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .record(let fields) = value, let field = fields.first(where: { $0.name == "weekday" }) else {
            return try Self.record.layout.encode(value)
        }
        guard field.value != .integer(0) else {
            throw DatapointFault(.outOfRange, "0 is out of range for weekday", hint: "the range is 1…7")
        }
        return try Self.record.layout.encode(field.value == nil ? Self.withWeekday(.integer(0), value) : value)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard let hour = value.integer("hour"), let minute = value.integer("minute"),
            let second = value.integer("second")
        else { return "\(value)" }
        let time = ClockText.text(hour, minute, second)
        guard let weekday = value.integer("weekday"), (1...7).contains(weekday) else { return time }
        return ClockText.weekdays[Int(weekday) - 1] + " " + time
    }

    /// `Mon 12:30:00`, `12:30`
    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let words = text.split { $0.isWhitespace }
        let weekday = words.count == 2 ? ClockText.weekday(words[0]) : nil
        guard (1...2).contains(words.count), words.count == 1 || weekday != nil,
            let time = words.last.flatMap({ ClockText.time($0) })
        else {
            throw DatapointFault(
                .wrongForm,
                "\"\(text)\" is not a time of day",
                hint: "write it as 12:30:00 or Mon 12:30:00"
            )
        }
        let value = DatapointValue.record([
            .init("weekday", weekday.map { .integer($0) }), .init("hour", .integer(time.hour)),
            .init("minute", .integer(time.minute)), .init("second", .integer(time.second)),
        ])
        _ = try encode(value, as: subtype)
        return value
    }

    private static func withWeekday(_ weekday: DatapointValue?, _ value: DatapointValue) -> DatapointValue {
        guard case .record(var fields) = value else { return value }
        for index in fields.indices where fields[index].name == "weekday" { fields[index].value = weekday }
        return .record(fields)
    }
}
