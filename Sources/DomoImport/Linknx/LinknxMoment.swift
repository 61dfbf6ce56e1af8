import CLibXML2

/// The days of a time of linknx.
struct LinknxDays: Equatable {
    private enum Kind: Equatable {
        case every
        /// 1 is Monday.
        case week(Set<Int>)
        case date(year: Int?, month: Int, day: Int)
        case holidays
    }

    private var kind = Kind.every
    private var isExceptHolidays = false

    var isEveryDay: Bool { kind == .every && !isExceptHolidays }

    init(_ node: xmlNodePtr) throws(LinknxMistake) {
        func number(_ name: String) throws(LinknxMistake) -> Int? {
            guard let text = node.attribute(name), !text.isEmpty else { return nil }
            guard let number = Int(text) else { throw LinknxMistake("invalid \(name) \"\(text)\"") }
            return number < 0 ? nil : number
        }
        let (day, month, year) = (try number("day"), try number("month"), try number("year"))
        if let day, let month {
            guard LinknxDate.isValid(year: year, month: month, day: day) else { throw LinknxMistake("an invalid date") }
            kind = .date(year: year.map(LinknxDate.year), month: month, day: day)
        } else if day != nil || month != nil || year != nil {
            throw LinknxMistake("an incomplete date")
        }
        let week = Set((node.attribute("wdays") ?? "").compactMap(\.wholeNumberValue).filter { (1...7).contains($0) })
        if !week.isEmpty, week.count < 7 {
            guard kind == .every else { throw LinknxMistake("conflicting days") }
            kind = .week(week)
        }
        switch node.attribute("exception") ?? "" {
        case "yes", "true":
            guard kind == .every else { throw LinknxMistake("conflicting days") }
            kind = .holidays
        case "no", "false": isExceptHolidays = true
        default: break
        }
    }

    /// The same days, moved over midnight.
    func moved(by days: Int) throws(LinknxMistake) -> Self {
        guard days != 0 else { return self }
        guard !isExceptHolidays, kind != .holidays else {
            throw LinknxMistake("days of holidays, moved over midnight")
        }
        var moved = self
        switch kind {
        case .every, .holidays: break
        case .week(let week): moved.kind = .week(Set(week.map { (($0 - 1 + days) % 7 + 7) % 7 + 1 }))
        case .date(let year, let month, let day):
            guard (1...28).contains(day + days) else { throw LinknxMistake("a date, moved over midnight") }
            moved.kind = .date(year: year, month: month, day: day + days)
        }
        return moved
    }

    /// `mon-fri except holidays`; empty for every day.
    var text: String {
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let days =
            switch kind {
            case .every: isExceptHolidays ? "mon-sun" : ""
            case .week([1, 2, 3, 4, 5]): "mon-fri"
            case .week(let week): week.sorted().map { names[$0 - 1] }.joined(separator: " ")
            case .date(let year, let month, let day): LinknxDate.text(year: year, month: month, day: day)
            case .holidays: "holidays"
            }
        return isExceptHolidays ? "\(days) except holidays" : days
    }
}

/// A date of linknx, whose year may count from 1900.
enum LinknxDate {
    static func year(_ year: Int) -> Int { year < 1900 ? year + 1900 : year }

    static func isValid(year: Int?, month: Int, day: Int) -> Bool {
        guard (1...12).contains(month), year.map({ (0...9999).contains($0) }) ?? true else { return false }
        let isLeap = year.map(Self.year).map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    static func text(year: Int?, month: Int, day: Int) -> String {
        (year.map { "\($0)-" } ?? "") + two(month) + "-" + two(day)
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A time of linknx with its days: `<at hour="7" min="30" wdays="12345"/>`.
struct LinknxMoment {
    /// `06:30`, `sunset+15m`
    private(set) var text: String
    private(set) var days: LinknxDays
    /// When it can occur, in seconds since midnight. It is wide for the sun.
    private var range: ClosedRange<Int>

    init(_ node: xmlNodePtr) throws(LinknxMistake) {
        days = try LinknxDays(node)
        let offset = try Self.offset(node)
        switch node.attribute("type") ?? "const" {
        case let type where type == "sunrise" || type == "sunset":
            guard abs(offset) <= 12 * 3600 else { throw LinknxMistake("an offset of more than 12 h") }
            let sign = offset < 0 ? "-" : "+"
            text = offset == 0 ? type : "\(type)\(sign)\(LinknxTime.text(abs(offset) * 1000))"
            let hours = type == "sunrise" ? 3...10 : 14...23
            range = (hours.lowerBound * 3600 + offset)...(hours.upperBound * 3600 + offset)
        case "const", "":
            guard let hour = node.attribute("hour").flatMap({ Int($0) }),
                let minute = node.attribute("min").flatMap({ Int($0) }),
                (0...23).contains(hour), (0...59).contains(minute)
            else { throw LinknxMistake("a time without hour and minute") }
            // linknx finds the day first, and adds the offset then.
            let total = hour * 3600 + minute * 60 + offset
            let day = Int((Double(total) / 86_400).rounded(.down))
            days = try days.moved(by: day)
            let seconds = total - day * 86_400
            range = seconds...seconds
            text = LinknxDate.two(seconds / 3600) + ":" + LinknxDate.two(seconds / 60 % 60)
            if seconds % 60 > 0 { text += ":" + LinknxDate.two(seconds % 60) }
        case let type: throw LinknxMistake("unsupported time type \(type)")
        }
    }

    /// In seconds.
    private static func offset(_ node: xmlNodePtr) throws(LinknxMistake) -> Int {
        let text = node.attribute("offset") ?? ""
        if text.isEmpty { return 0 }
        guard let time = LinknxTime.milliseconds(String(text.drop { $0 == "-" || $0 == "+" })), time % 1000 == 0,
            time <= 366 * 86_400_000
        else { throw LinknxMistake("invalid offset \"\(text)\"") }
        return text.hasPrefix("-") ? -time / 1000 : time / 1000
    }

    /// The days on which a period from this time ends, and whether it ends after midnight.
    ///
    /// linknx waits for the next time on the days of the end, so they must be those of the beginning.
    func end(at end: LinknxMoment) throws(LinknxMistake) -> (days: LinknxDays, isNextDay: Bool) {
        if days.isEveryDay, end.days.isEveryDay { return (days, end.range.upperBound <= range.lowerBound) }
        let isNextDay = end.range.upperBound <= range.lowerBound
        guard isNextDay || end.range.lowerBound > range.upperBound else {
            throw LinknxMistake("a time on certain days, whose end may be before or after midnight")
        }
        let expected = try days.moved(by: isNextDay ? 1 : 0)
        guard end.days.isEveryDay || end.days == expected else { throw LinknxMistake("a time that lasts several days") }
        return (expected, isNextDay)
    }

    var isMidnight: Bool { range == 0...0 }

    /// The lines `only if` for a period from this time.
    func conditions(until end: LinknxMoment) throws(LinknxMistake) -> [String] {
        let (endDays, isNextDay) = try self.end(at: end)
        let period = "only if between \(text) and \(end.text)"
        if days.isEveryDay { return [period] }
        guard isNextDay, !end.isMidnight else { return [period, "only if \(days.text)"] }
        // After midnight, it is the day after.
        return [
            period, "only if between \(text) and 00:00 or \(endDays.text)",
            "only if between 00:00 and \(end.text) or \(days.text)",
        ]
    }
}
