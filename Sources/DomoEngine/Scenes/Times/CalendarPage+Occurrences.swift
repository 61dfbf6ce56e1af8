import DomoCalendar
import DomoLanguage
import DomoModel

extension CalendarPage {
    /// The scheduled starts of scenes, earliest first, then by scene name. Starts that a time condition prevents are
    /// left out; conditions on readings are noted.
    ///
    /// - Parameters:
    ///   - until: exclusive; times after the year 9999 are left out too.
    ///   - maxEntries: the maximum number of entries per page. Entries with the same time are never split: they start the
    ///     next page or, if there are more of them, make it longer. So continuing from `next` neither repeats nor omits
    ///     an entry.
    ///   - checks: the approximate maximum number of times to check: a page that would take longer ends early and may
    ///     have fewer entries.
    init(
        _ scenes: [SceneBook.Entry],
        from: Timestamp,
        until: Timestamp,
        maxEntries: Int,
        checks: Int = 20_000
    ) {
        let until = max(from, min(until, scenes.map { $0.site.clock.end }.min() ?? Timestamp.calendar.upperBound))
        self.init(from: from, until: until, entries: [])
        var rows = scenes.sorted { $0.name < $1.name }.flatMap { scene in
            scene.script.triggers.flatMap { CalendarRow.rows(scene, $0, until: until) }
        }
        // Each row checks at least one time, so that every page makes progress.
        let share = max(1, checks / (4 * max(1, rows.count)))
        var left = max(checks, 4 * rows.count)
        func advance(_ row: inout CalendarRow, after time: Timestamp) {
            var own = share
            row.advance(after: time, checks: &own)
            left -= max(1, share - own)
        }
        for index in rows.indices { advance(&rows[index], after: Timestamp(milliseconds: from.milliseconds - 1)) }
        var keys = rows.map(\.key)
        while let moment = keys.min(), moment < until {
            guard left > 0 else {
                next = moment
                return
            }
            let due = keys.indices.filter { keys[$0] == moment }
            let unknown = due.filter { rows[$0].isUnknown }
            guard unknown.isEmpty else {
                for index in unknown {
                    advance(&rows[index], after: Timestamp(milliseconds: moment.milliseconds - 1))
                    keys[index] = rows[index].key
                }
                continue
            }
            guard entries.isEmpty || entries.count + due.count <= maxEntries else {
                next = moment
                return
            }
            for index in due {
                if let entry = rows[index].entry { entries.append(entry) }
                advance(&rows[index], after: moment)
                keys[index] = rows[index].key
            }
        }
    }
}

/// The calendar entries of one trigger, one after the other.
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

    /// The sort key of the next entry; `end` if there is none.
    private(set) var key = Self.end
    /// The day of an entry without a time.
    private var day: CivilDate?
    private var note: String?
    /// True if the search stopped before it reached an entry: it continues from `key`.
    private(set) var isUnknown = false

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
        case .when, .changes, .telegram, .start: return []
        }
    }

    mutating func advance(after time: Timestamp, checks: inout Int) {
        (day, note, isUnknown) = (nil, nil, false)
        switch kind {
        case .occurrences(let occurrences):
            switch conditions.next(of: occurrences, after: time, until: until, checks: &checks) {
            case .found(let next):
                let readings = scene.script.conditions.onReadings.map { "only if \($0.text)" }
                let notes = [next.note].compactMap(\.self) + readings
                (key, note) = (next.moment, notes.isEmpty ? nil : notes.joined(separator: "; "))
            case .none: key = Self.end
            case .interrupted(let reached): interrupt(at: reached)
            }
        case .missing(let days):
            switch days.next(after: time, checks: &checks) {
            case .found(let end, let date): (key, day, note) = (end, date, days.note)
            case .none: key = Self.end
            case .interrupted(let reached): interrupt(at: reached)
            }
        }
    }

    private mutating func interrupt(at reached: Timestamp) {
        (key, isUnknown) = (Timestamp(milliseconds: reached.milliseconds + 1), true)
    }

    /// Nil if there is none left.
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
    /// The conditions that can't be predicted.
    fileprivate var onReadings: [Condition] { filter { TimeCondition($0) == nil } }
}

/// The days without the sun event of a trigger.
private struct SunlessDays {
    let event: SunEvent
    let days: Days
    let conditions: TimeConditions
    let site: Catalog.Site
    let until: Timestamp

    var note: String {
        site.sun == nil
            ? "no \(event.rawValue): the location of the house is unknown" : "no \(event.rawValue) today"
    }

    enum Step {
        case found(end: Timestamp, CivilDate)
        case none
        /// None up to that time; no more checks are left.
        case interrupted(at: Timestamp)
    }

    /// The first such day that ends after a time, and its last millisecond: the calendar places it there, so that it is
    /// still listed during the day.
    func next(after time: Timestamp, checks: inout Int) -> Step {
        var from = site.clock.date(at: time)
        var reached = time
        let last = site.clock.date(at: until)
        while let date = days.first(from: from, until: last, holidays: site.holidays), date <= last {
            guard checks > 0 else { return .interrupted(at: reached) }
            checks -= 1
            let end = Timestamp(milliseconds: site.clock.endOfDay(date).milliseconds - 1)
            if end > time, conditions.canHold(on: date), isSunless(date) { return .found(end: end, date) }
            reached = max(reached, end)
            from = date.adding(days: 1)
        }
        return .none
    }

    private func isSunless(_ date: CivilDate) -> Bool {
        guard site.clock.has(date) else { return false }
        guard case .at = site.sun?.time(of: event, on: date, site.clock) else { return true }
        return false
    }
}
