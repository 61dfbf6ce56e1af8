import DomoModel

extension LineReader {
    private static let timeHint =
        "a time is 23:30, 07:15:30, or sunrise, sunset, dawn or dusk, with +15m or -1h right after it"

    mutating func timeOfDay() throws(Script.Mistake) -> TimeOfDay {
        let word = try need("a time", hint: Self.timeHint)
        if !word.isQuoted, let clock = ClockTime(word.text) {
            if let bound = next, bound.isKeyword("not") {
                throw mistake(
                    bound,
                    "\(word.text) can't have bounds",
                    hint: "bounds are for sunrise, sunset, dawn and dusk"
                )
            }
            return .clock(clock)
        }
        let name = word.text.prefix { $0.isASCII && $0.isLetter }
        guard !word.isQuoted, let event = SunEvent(rawValue: String(name)) else { throw noTime(word) }
        let offset = try offset(word, text: word.text.dropFirst(name.count))
        return try bounded(event, offset: offset)
    }

    private func offset(_ word: Words.Word, text: Substring) throws(Script.Mistake) -> Duration {
        let limit = TimeOfDay.maxOffset
        guard let sign = text.first else {
            if let word = next, !word.isQuoted, let sign = word.text.first, sign == "+" || sign == "-" {
                throw mistake(word, "unexpected space before \"\(sign)\"", hint: "write: sunset\(sign)15m")
            }
            return .zero
        }
        guard sign == "+" || sign == "-", let offset = DurationText.read(text.dropFirst()) else { throw noTime(word) }
        guard offset <= limit else {
            throw mistake(word, "\(text.dropFirst().prefix(80)) is out of range", hint: "the offset is at most 12h")
        }
        return sign == "-" ? .zero - offset : offset
    }

    private mutating func bounded(_ event: SunEvent, offset: Duration) throws(Script.Mistake) -> TimeOfDay {
        let hint = "write: \(event.rawValue) not before 17:00 not after 21:00"
        var notBefore: ClockTime?
        var notAfter: ClockTime?
        while let not = next, consume(keyword: "not") {
            guard let side = next, !side.isQuoted, side.text == "before" || side.text == "after" else {
                throw mistake(next ?? not, "expected \"before\" or \"after\" after \"not\"", hint: hint)
            }
            consumeWord()
            guard (side.text == "before" ? notBefore : notAfter) == nil else {
                throw mistake(side, "\"not \(side.text)\" is given twice", hint: hint)
            }
            let word = try need("a time", hint: hint)
            guard let clock = ClockTime(word.text), !word.isQuoted else {
                throw mistake(word, "\"\(word.text.prefix(80))\" is not a clock time", hint: hint)
            }
            if side.text == "before" { notBefore = clock } else { notAfter = clock }
            if let notBefore, let notAfter, notBefore > notAfter {
                throw mistake(
                    word,
                    "there is no time not before \(notBefore.text) and not after \(notAfter.text)",
                    hint: hint
                )
            }
        }
        return .sun(event, offset: offset, notBefore: notBefore, notAfter: notAfter)
    }

    /// The offset with a unit, if only its unit is missing.
    private static func withUnit(_ text: String) -> String? {
        let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        return digits > 0 && (text.contains("+") || text.contains("-")) ? text + "m" : nil
    }

    private func noTime(_ word: Words.Word) -> Script.Mistake {
        let text = word.text
        let name = text.prefix { $0.isASCII && $0.isLetter }
        var hint = Self.timeHint
        if word.isQuoted {
            hint = "remove the quotes; " + hint
        } else if Days.Pattern(text) != nil {
            hint = "the time comes before the days: at 07:00 mon-fri; days are separated by spaces"
        } else if let instead = ["noon": "12:00", "midday": "12:00", "midnight": "00:00", "24:00": "00:00"][text] {
            hint = "did you mean \(instead)?"
        } else if ClockTime("0" + text) != nil {
            hint = "did you mean 0\(text)?"
        } else if let clock = ClockTime(String(text.map { $0 == "." ? ":" : $0 })) {
            hint = "did you mean \(clock.text)?"
        } else if SunEvent(rawValue: String(name)) != nil, let whole = Self.withUnit(text) {
            hint = "did you mean \(whole)?"
        } else if text == "start" {
            hint = "write \"at start\" on a line of its own"
        } else if let closest = closestWord(to: String(name), among: SunEvent.allCases.map(\.rawValue)), name != closest
        {
            hint = "did you mean \(closest)?"
        }
        return mistake(word, "\"\(text.prefix(80))\" is not a time", hint: hint)
    }
}

// MARK: - Days

extension LineReader {
    private static let dayHint = "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"

    /// Common mistakes in days.
    private static let daysInstead = [
        "weekend": "sat sun", "weekends": "sat sun", "weekdays": "mon-fri", "workdays": "mon-fri",
        "monday": "mon", "tuesday": "tue", "wednesday": "wed", "thursday": "thu", "friday": "fri",
        "saturday": "sat", "sunday": "sun", "holiday": "holidays",
    ]

    /// Whether days follow, rather than an element.
    var beginsWithDays: Bool {
        guard let word = next, !word.isQuoted else { return false }
        if word.text == "except" || Days.Pattern(word.text) != nil { return true }
        return words.count == 1 && Self.daysInstead[word.text] != nil
    }

    /// Reads any days to the end of the line.
    mutating func days() throws(Script.Mistake) -> Days {
        var days = Days()
        while let word = next, !word.isKeyword("except") {
            days.patterns.append(try day(word))
            try requireFew(days, at: word)
            consumeWord()
        }
        guard consume(keyword: "except") else { return days }
        guard next != nil else { throw missing("a day", hint: Self.dayHint) }
        while let word = next {
            days.except.append(try day(word))
            try requireFew(days, at: word)
            consumeWord()
        }
        return days
    }

    private func requireFew(_ days: Days, at word: Words.Word) throws(Script.Mistake) {
        guard days.patterns.count + days.except.count <= Days.maxPatterns else {
            let hint = "use at most \(Days.maxPatterns); put more dates into the holidays file of the house"
            throw mistake(word, "too many days for one time", hint: hint)
        }
    }

    private func day(_ word: Words.Word) throws(Script.Mistake) -> Days.Pattern {
        let text = word.text
        if !word.isQuoted, let pattern = Days.Pattern(text) { return pattern }
        let parts = text.split(separator: "-")
        var hint = Self.dayHint
        if word.isQuoted {
            hint = "remove the quotes; " + hint
        } else if text == "except" {
            hint = "write \"except\" only once: it excludes all days after it"
        } else if text == "and" || text == "or" {
            hint = "remove it: sat sun"
        } else if text == "not" {
            hint = "write not before and not after directly after the time, before the days"
        } else if text == "-" {
            hint = "write it without spaces: mon-fri"
        } else if let instead = Self.daysInstead[text.lowercased()] {
            hint = "did you mean \(instead)?"
        } else if parts.count == 2, Days.Pattern("\(parts[1])-\(parts[0])") != nil {
            hint = "the month comes first: did you mean \(parts[1])-\(parts[0])?"
        } else if let missing = missingDay(parts) {
            hint = missing
        } else if let closest = closestDay(parts) {
            hint = "did you mean \(closest)?"
        }
        throw mistake(word, "\"\(text.prefix(80))\" is not a day", hint: hint)
    }

    /// `February has no 30th day`, `February 2027 has no 29th day`; nil for anything but digits in the form of a date.
    private func missingDay(_ parts: [Substring]) -> String? {
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, [[2, 2], [4, 2, 2]].contains(parts.map(\.utf8.count)) else { return nil }
        let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
        // 2024 is a leap year.
        let year = numbers.count == 3 ? numbers[0] : 2024
        guard (1...12).contains(month), (29...31).contains(day), CivilDate(year: year, month: month, day: day) == nil
        else { return nil }
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let name = names[month - 1] + (numbers.count == 3 ? " \(parts[0])" : "")
        return "\(name) has no \(day)\(day == 31 ? "st" : "th") day"
    }

    private func closestDay(_ parts: [Substring]) -> String? {
        let known = Weekday.allCases.map(\.rawValue) + ["holidays", "except"]
        let days = parts.compactMap { part in
            Self.daysInstead[part.lowercased()] ?? closestWord(to: String(part), among: known)
        }
        guard (1...2).contains(parts.count), days.count == parts.count else { return nil }
        return days.joined(separator: "-")
    }
}

extension Words.Word {
    /// Whether it is a clock time, or a sun event without an offset.
    var isTime: Bool { ClockTime(text) != nil || SunEvent(rawValue: text) != nil }
}

extension ClockTime {
    /// Reads `23:30` and `23:30:15`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    }
}

extension Days.Pattern {
    /// Reads `sat`, `mon-fri`, `2026-12-24`, `12-24`, `holidays`; nil for anything else.
    public init?(_ text: String) {
        if text == "holidays" {
            self = .holidays
        } else if let date = CivilDate(text) {
            self = .date(date)
        } else {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            if let first = Weekday(rawValue: parts[0]), let last = Weekday(rawValue: parts[parts.count - 1]),
                parts.count <= 2
            {
                self = .weekdays(first, last)
            } else if parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
                text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
                let month = Int(parts[0]), let day = Int(parts[1]),
                // 2024 is a leap year.
                CivilDate(year: 2024, month: month, day: day) != nil
            {
                self = .yearly(month: month, day: day)
            } else {
                return nil
            }
        }
    }
}
