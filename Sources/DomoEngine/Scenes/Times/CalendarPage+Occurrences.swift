import DomoCalendar
import DomoLanguage
import DomoModel

extension CalendarPage {
    /// What starts the scenes by the clock, the earliest first, those of the same moment by the scenes' names. What their
    /// conditions of time keep from starting is left out; of those on readings is told.
    ///
    /// - Parameters:
    ///   - until: the first moment that is not told of. What comes later than the year 9999 is not told either.
    ///   - most: how many entries one page has. What falls in the same moment is never torn apart: it begins the next
    ///     page, or, if that is more than a page by itself, makes a longer one. So a page that is asked for from `next`
    ///     tells nothing twice, and leaves out nothing.
    init(
        _ scenes: [SceneBook.Entry],
        from: Timestamp,
        until: Timestamp,
        most: Int
    ) {
        let until = max(from, min(until, scenes.map { $0.site.clock.end }.min() ?? Timestamp.calendar.upperBound))
        self.init(from: from, until: until, entries: [])
        let before = Timestamp(milliseconds: from.milliseconds - 1)
        var rows = scenes.sorted { $0.name < $1.name }.flatMap { scene in
            scene.script.triggers.flatMap { CalendarRow.rows(scene, $0, until: until) }
        }
        for index in rows.indices { rows[index].advance(after: before) }
        var keys = rows.map(\.key)
        while let moment = keys.min(), moment < until {
            let due = keys.indices.filter { keys[$0] == moment }
            guard entries.isEmpty || entries.count + due.count <= most else {
                next = moment
                return
            }
            for index in due {
                if let entry = rows[index].entry { entries.append(entry) }
                rows[index].advance(after: moment)
                keys[index] = rows[index].key
            }
        }
    }
}

/// What one trigger of a scene brings to the calendar, entry by entry.
private struct CalendarRow {
    private enum Kind {
        case occurrences(Occurrences)
        case missing(SunlessDays)
    }

    private let scene: SceneBook.Entry
    private let trigger: Trigger
    private let kind: Kind
    private let conditions: TimeConditions
    private let until: Timestamp

    /// Where the next entry stands among the others; after all of them where there is none any more.
    private(set) var key = Self.end
    /// The day of an entry without a time.
    private var day: CivilDate?
    private var note: String?

    private static let end = Timestamp(milliseconds: .max)

    private init(
        _ scene: SceneBook.Entry,
        _ trigger: Trigger,
        _ kind: Kind,
        _ conditions: TimeConditions,
        until: Timestamp
    ) {
        self.scene = scene
        self.trigger = trigger
        self.kind = kind
        self.conditions = conditions
        self.until = until
    }

    static func rows(_ scene: SceneBook.Entry, _ trigger: Trigger, until: Timestamp) -> [CalendarRow] {
        let site = scene.site
        let conditions = TimeConditions(scene.script.conditions, site: site)
        func row(_ kind: Kind) -> CalendarRow { CalendarRow(scene, trigger, kind, conditions, until: until) }
        let occurrences = row(.occurrences(Occurrences(trigger, site: site)))
        switch trigger.kind {
        case .at(.sun(let event, _, _, _), let days) where site.sun?.alwaysHas(event) != true:
            let missing = SunlessDays(event: event, days: days, conditions: conditions, site: site, until: until)
            return [occurrences, row(.missing(missing))]
        case .at, .every: return [occurrences]
        case .when, .changes, .start: return []
        }
    }

    mutating func advance(after time: Timestamp) {
        switch kind {
        case .occurrences(let occurrences):
            guard case .found(let next) = conditions.first(of: occurrences, after: time, until: until) else {
                (key, day, note) = (Self.end, nil, nil)
                return
            }
            let notes = [next.note].compactMap(\.self) + scene.script.conditions.onReadings.map { "only if \($0.text)" }
            (key, day, note) = (next.moment, nil, notes.isEmpty ? nil : notes.joined(separator: "; "))
        case .missing(let days):
            let next = days.next(after: time)
            (key, day, note) = (next?.end ?? Self.end, next?.date, days.note)
        }
    }

    /// Nil where there is none any more.
    var entry: CalendarPage.Entry? {
        guard key < Self.end else { return nil }
        return CalendarPage.Entry(
            time: day == nil ? key : nil,
            local: day.map { "\($0)" } ?? scene.site.clock.rfc3339(key),
            scene: scene.name,
            trigger: trigger.text,
            note: note
        )
    }
}

extension [Condition] {
    /// Those of which nothing is known beforehand.
    fileprivate var onReadings: [Condition] { filter { TimeCondition($0) == nil } }
}

/// The days on which the sun does not do what a trigger waits for.
private struct SunlessDays {
    let event: SunEvent
    let days: Days
    let conditions: TimeConditions
    let site: Catalog.Site
    let until: Timestamp

    var note: String {
        site.sun == nil
            ? "no \(event.rawValue): nobody said where the house stands" : "no \(event.rawValue) today"
    }

    /// The first such day that ends later than that, and its last millisecond: there it stands in the calendar, so that
    /// whoever asks in the middle of the day is told.
    func next(after time: Timestamp) -> (end: Timestamp, date: CivilDate)? {
        var from = site.clock.date(at: time)
        let last = site.clock.date(at: until)
        while let date = days.first(from: from, until: last, holidays: site.holidays), date <= last {
            let end = Timestamp(milliseconds: site.clock.endOfDay(date).milliseconds - 1)
            if end > time, conditions.canHold(on: date), isSunless(date) { return (end, date) }
            from = date.adding(days: 1)
        }
        return nil
    }

    private func isSunless(_ date: CivilDate) -> Bool {
        guard site.clock.has(date) else { return false }
        guard case .at = site.sun?.time(of: event, on: date, site.clock) else { return true }
        return false
    }
}
