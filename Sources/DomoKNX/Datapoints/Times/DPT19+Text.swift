/// `2026-11-22 12:30:00`, `Sun 2026-11-22 12:30:00, holiday, summer time`; without a year `--11-22`, with only a
/// year `2026`; `any` is the weekday "any day".
extension DPT19 {
    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .record(let fields) = value else { return "\(value)" }
        var clock: [String] = []
        if let weekday = value.integer("weekday") {
            clock.append((1...7).contains(weekday) ? ClockText.weekdays[Int(weekday) - 1] : "any")
        }
        let year = value.integer("year").map { RecordNumber.padded($0, 4) }
        if let month = value.integer("month"), let day = value.integer("day") {
            clock.append("\(year ?? "-")-\(RecordNumber.padded(month, 2))-\(RecordNumber.padded(day, 2))")
        } else if let year {
            clock.append(year)
        }
        if let hour = value.integer("hour"), let minute = value.integer("minute"), let second = value.integer("second")
        {
            clock.append(ClockText.text(hour, minute, second))
        }
        var items = clock.isEmpty ? [] : [clock.joined(separator: " ")]
        for field in fields {
            switch (field.name, field.value) {
            case ("working day", .bool(let isWorkingDay)): items.append(isWorkingDay ? "working day" : "holiday")
            case (_, .bool(true)): items.append(field.name)
            default: break
            }
        }
        return items.isEmpty ? RecordLayout.empty : items.joined(separator: ", ")
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        var reading = Reading()
        let text = text.trimmingSpaces()
        if text.lowercased() != RecordLayout.empty {
            let items = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces() }
            for (index, item) in items.enumerated() where !reading.readFlag(item.lowercased()) {
                guard index == 0, reading.readClock(item) else { throw Self.wrongForm(item) }
            }
        }
        let value = reading.value
        _ = try encode(value, as: subtype)
        return value
    }

    private static func wrongForm(_ item: String) -> DatapointFault {
        DatapointFault(
            .wrongForm,
            "\"\(item)\" is not part of a date and time",
            hint: "write it as Sun 2026-11-22 12:30:00, working day, \(flags.joined(separator: ", "))"
        )
    }

    private struct Reading {
        private var numbers: [String: Int64] = [:]
        private var isWorkingDay: Bool?
        private var flags: Set<String> = []

        /// False if the word is not a flag or is a duplicate.
        mutating func readFlag(_ word: String) -> Bool {
            switch word {
            case "working day", "holiday":
                guard isWorkingDay == nil else { return false }
                isWorkingDay = word == "working day"
                return true
            default: return DPT19.flags.contains(word) && flags.insert(word).inserted
            }
        }

        /// Reads weekday, date and time; at least one of them is required.
        mutating func readClock(_ text: String) -> Bool {
            var words = text.split { $0.isWhitespace }[...]
            guard !words.isEmpty else { return false }
            if let word = words.first, let weekday = word.lowercased() == "any" ? 0 : ClockText.weekday(word) {
                numbers["weekday"] = weekday
                words = words.dropFirst()
            }
            if let word = words.first, readDate(word) { words = words.dropFirst() }
            if let word = words.first, let time = ClockText.time(word) {
                numbers["hour"] = time.hour
                numbers["minute"] = time.minute
                numbers["second"] = time.second
                words = words.dropFirst()
            }
            return words.isEmpty
        }

        private mutating func readDate(_ word: Substring) -> Bool {
            if word.count == 4, RecordNumber.isDigits(word) {
                numbers["year"] = Int64(word)
                return true
            }
            let hasYear = !word.hasPrefix("--")
            guard let day = ClockText.day(hasYear ? String(word) : "2000" + word.dropFirst()) else { return false }
            numbers["year"] = hasYear ? day.year : nil
            numbers["month"] = day.month
            numbers["day"] = day.day
            return true
        }

        var value: DatapointValue {
            func number(_ name: String) -> DatapointValue.Field { .init(name, numbers[name].map { .integer($0) }) }
            func flag(_ name: String) -> DatapointValue.Field { .init(name, .bool(flags.contains(name))) }
            return .record([
                number("year"), number("month"), number("day"), number("weekday"), number("hour"), number("minute"),
                number("second"), flag("fault"), .init("working day", isWorkingDay.map { .bool($0) }),
                flag("summer time"), flag("synchronised"), flag("reliable"),
            ])
        }
    }
}
