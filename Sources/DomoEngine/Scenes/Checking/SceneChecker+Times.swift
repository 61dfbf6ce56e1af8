import DomoCalendar
import DomoLanguage
import DomoModel

// The times of a scene, and whether its conditions ever hold at them.

extension SceneChecker {
    mutating func check(_ time: TimeOfDay, at position: Script.Position) {
        guard time.isSun, site.sun == nil else { return }
        let fault = Fault(
            .badConfiguration,
            "the location of \(houseName) is unknown, so it has no sunrise or sunset",
            hint: "set it with <d:Lugar> (<d:Location>) in the house file, or with place: {latitude: …, longitude: …} "
                + "in the configuration, which \"domod --check-config\" reads"
        )
        report(fault, at: position)
    }

    mutating func check(_ days: Days, at position: Script.Position) {
        if days.needHolidays, site.holidays == Holidays() {
            warn(
                "\(houseName) has no holidays",
                hint: "add a file NAME.holidays beside the house file; without it no day is a holiday",
                at: position
            )
        } else if days != .every, ![days].everMeet(holidays: site.holidays) {
            warn("\"\(days.text)\" matches no day", hint: "days after except are excluded", at: position)
        }
    }

    // MARK: - Starts that never happen

    /// Reports conditions that exclude each other, or else times at which they never hold.
    mutating func checkStarts(of script: Script) {
        let conditions = script.conditions.filter { TimeCondition($0) != nil }
        // A condition that is wrong by itself has been reported.
        guard !conditions.isEmpty, conditions.allSatisfy(canHold) else { return }
        var days: [Days] = []
        for case (.days(let more), let position) in conditions.map({ ($0.kind, $0.position) }) {
            days.append(more)
            guard !days.everMeet(holidays: site.holidays) else { continue }
            warn(
                "no day matches " + days.map { "\"\($0.text)\"" }.joined(separator: " and "),
                hint: "all \"only if\" lines must hold; days in one line are alternatives",
                at: position
            )
            return
        }
        for trigger in script.triggers where !isFull && neverPasses(trigger, conditions, days) {
            warn(
                "this time never starts the scene",
                hint: "it starts " + conditions.map { "only if \($0.text)" }.joined(separator: " and "),
                at: trigger.position
            )
        }
    }

    private func canHold(_ condition: Condition) -> Bool {
        switch condition.kind {
        case .reading, .answer: true
        case .between(let start, let end): site.sun != nil || !(start.isSun || end.isSun)
        case .days(let days): [days].everMeet(holidays: site.holidays)
        case .not(let inner): canHold(inner)
        case .any(let parts): parts.contains(where: canHold)
        }
    }

    /// How far to look ahead, and at how many times.
    private static let stretch: Duration = .seconds(400 * 86_400)
    private static let maxChecks = 1000

    /// - Parameter days: the days named by the conditions.
    private func neverPasses(_ trigger: Trigger, _ conditions: [Condition], _ days: [Days]) -> Bool {
        var trigger = trigger
        if case .at(let time, let itsDays) = trigger.kind {
            // Days that never occur have been reported.
            guard [itsDays].everMeet(holidays: site.holidays) else { return false }
            // A sun time may fall on the next day.
            if !time.isSun, !(days + [itsDays]).everMeet(holidays: site.holidays) { return true }
            trigger.kind = .at(time, itsDays.weekly)
        }
        let weekly = conditions.compactMap(TimeCondition.init).compactMap(\.weekly)
        let occurrences = Occurrences(trigger, site: site)
        // One year stands for all as far as weekdays, clock and sun are concerned.
        let begin = CivilDate(year: 2030, month: 1, day: 1).map(site.clock.startOfDay) ?? Timestamp(milliseconds: 0)
        guard occurrences.next(after: begin) != nil else { return false }
        let search = TimeConditions(weekly, site: site)
            .first(of: occurrences, after: begin, until: begin + Self.stretch, maxChecks: Self.maxChecks)
        return search == .none
    }
}

extension TimeCondition {
    /// A condition on weekdays and times alone that holds whenever this one does; nil if nothing is known of it then.
    fileprivate var weekly: TimeCondition? {
        switch self {
        case .between: return self
        case .days(let days): return .days(days.weekly)
        case .not(.days(let days)): return days.weekly == days ? self : nil
        case .not: return self
        case .any(let parts):
            let weekly = parts.compactMap(\.weekly)
            return weekly.count == parts.count ? .any(weekly) : nil
        }
    }
}

extension TimeOfDay {
    var isSun: Bool {
        if case .sun = self { true } else { false }
    }
}

extension Days {
    fileprivate var needHolidays: Bool { (patterns + except).contains(.holidays) }

    /// The same days without dates and holidays, which differ from year to year. It includes all of these days and
    /// possibly others.
    fileprivate var weekly: Days {
        Days(patterns.allSatisfy(\.isWeekly) ? patterns : [], except: except.filter(\.isWeekly))
    }
}

extension [Days] {
    /// Whether any day is in all of them. The calendar repeats every 28 years, from 1901 to 2099.
    fileprivate func everMeet(holidays: Holidays) -> Bool {
        func areMet(_ date: CivilDate) -> Bool { allSatisfy { $0.contain(date, holidays: holidays) } }
        let dates = flatMap { $0.patterns + $0.except }
            .compactMap { if case .date(let date) = $0 { date } else { nil } }
        guard !dates.contains(where: areMet), !holidays.dates.contains(where: areMet) else { return true }
        let years = 2000..<2028
        if hasCommonWeekday {
            // All of them name a common weekday: some such day is not excepted, usually the first one.
            guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1) else { return true }
            return (0..<10_227).contains { areMet(first.adding(days: $0)) }
        }
        // Otherwise a common day is one that some of them names by its date.
        let named = flatMap(\.patterns).flatMap { pattern -> [Holidays.Yearly] in
            switch pattern {
            case .yearly(let month, let day): [Holidays.Yearly(month: month, day: day)]
            case .holidays: holidays.yearly.map(\.self)
            case .date, .weekdays: []
            }
        }
        return Set(named).contains { day in
            years.contains { CivilDate(year: $0, month: day.month, day: day.day).map(areMet) ?? false }
        }
    }

    /// Whether there is a weekday that all of them name and none excepts.
    private var hasCommonWeekday: Bool {
        // A week that contains every weekday once.
        let week = (1...7).compactMap { CivilDate(year: 2000, month: 1, day: $0) }
        return week.contains { date in
            allSatisfy { days in
                let named = days.patterns.filter(\.isWeekly)
                guard days.patterns.isEmpty || !named.isEmpty else { return false }
                return Days(named, except: days.except.filter(\.isWeekly)).contain(date, holidays: Holidays())
            }
        }
    }
}

extension Days.Pattern {
    fileprivate var isWeekly: Bool {
        if case .weekdays = self { true } else { false }
    }
}
