import DomoCalendar
import DomoLanguage
import DomoModel

extension CalendarPage {
    /// What starts the scenes by the clock, the earliest first, those of the same moment by the scenes' names.
    ///
    /// - Parameters:
    ///   - until: the first moment that is not told of. What comes later than the year 9999 is not told either.
    ///   - most: how many entries one page has. What falls in the same moment is never torn apart: it begins the next
    ///     page, or, if that is more than a page by itself, makes a longer one. So a page that is asked for from `next`
    ///     tells nothing twice, and leaves out nothing.
    init(
        _ scenes: [(name: String, triggers: [Trigger], site: Catalog.Site)],
        from: Timestamp,
        until: Timestamp,
        most: Int
    ) {
        let until = max(from, min(until, scenes.map { $0.site.clock.end }.min() ?? Timestamp.calendar.upperBound))
        self.init(from: from, until: until, entries: [])
        let before = Timestamp(milliseconds: from.milliseconds - 1)
        var rows = scenes.sorted { $0.name < $1.name }.flatMap { scene in
            scene.triggers.flatMap { CalendarRow.rows(scene.name, $0, scene.site, until: until) }
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

    private let scene: String
    private let trigger: Trigger
    private let site: Catalog.Site
    private let kind: Kind

    /// Where the next entry stands among the others; after all of them where there is none any more.
    private(set) var key = Self.end
    /// The day of an entry without a time.
    private var day: CivilDate?
    private var note: String?

    private static let end = Timestamp(milliseconds: .max)

    private init(_ scene: String, _ trigger: Trigger, _ site: Catalog.Site, _ kind: Kind) {
        self.scene = scene
        self.trigger = trigger
        self.site = site
        self.kind = kind
    }

    static func rows(_ scene: String, _ trigger: Trigger, _ site: Catalog.Site, until: Timestamp) -> [CalendarRow] {
        let occurrences = CalendarRow(scene, trigger, site, .occurrences(Occurrences(trigger, site: site)))
        switch trigger.kind {
        case .at(.sun(let event, _, _, _), let days) where site.sun?.alwaysHas(event) != true:
            let missing = SunlessDays(event: event, days: days, site: site, until: until)
            return [occurrences, CalendarRow(scene, trigger, site, .missing(missing))]
        case .at, .every: return [occurrences]
        case .when, .changes, .start: return []
        }
    }

    mutating func advance(after time: Timestamp) {
        switch kind {
        case .occurrences(let occurrences):
            let next = occurrences.next(after: time)
            (key, day, note) = (next?.moment ?? Self.end, nil, next?.note)
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
            local: day.map { "\($0)" } ?? site.clock.rfc3339(key),
            scene: scene,
            trigger: trigger.text,
            note: note
        )
    }
}

/// The days on which the sun does not do what a trigger waits for.
private struct SunlessDays {
    let event: SunEvent
    let days: Days
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
            if end > time, isSunless(date) { return (end, date) }
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
