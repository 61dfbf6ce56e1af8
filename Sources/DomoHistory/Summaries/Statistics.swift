import DomoLanguage
import DomoModel

/// This week so far, and last week.
struct Statistics {
    private let clock: HouseClock
    private let now: Timestamp
    private let lastWeek: StatsReport.Week
    private let thisWeek: StatsReport.Week

    init(_ timeZone: String?, now: Timestamp) {
        clock = HouseClock(timeZone: timeZone)
        self.now = now
        let begin = clock.startOfWeek(now)
        lastWeek = StatsReport.Week(from: clock.startOfWeek(now, weeksAgo: 1), to: begin)
        thisWeek = StatsReport.Week(from: begin, to: now)
    }

    func report(on subjects: [Recall.Subject], from database: Database) throws -> StatsReport {
        var report = StatsReport(timeZone: clock.name, thisWeek: thisWeek, lastWeek: lastWeek, elements: [])
        let find = "SELECT id FROM elements WHERE path = ?"
        for subject in subjects {
            guard let element = try database.integer(find, subject.path) else { continue }
            var known = StatsReport.Element(
                element: subject.path,
                unit: subject.unit,
                thisWeek: StatsReport.Figures(),
                lastWeek: StatsReport.Figures()
            )
            let isKnownBefore = try figures(of: element, in: lastWeek, &known.lastWeek, database)
            let isKnownNow = try figures(of: element, in: thisWeek, &known.thisWeek, database)
            if isKnownBefore || isKnownNow { report.elements.append(known) }
        }
        return report
    }

    /// - Returns: whether anything is known about the element in this week.
    private func figures(
        of element: Int64,
        in week: StatsReport.Week,
        _ figures: inout StatsReport.Figures,
        _ database: Database
    ) throws -> Bool {
        var isKnown = false
        for type in FacetType.allCases {
            let held = try HistoryQuery.held(element, type, before: week.from, database)
            let rows = try database.rows(
                """
                SELECT time, number FROM changes WHERE element = ? AND type = ? AND time >= ? AND time < ?
                ORDER BY time, sequence
                """,
                element,
                type.number,
                week.from.milliseconds,
                week.to.milliseconds
            )
            var mean = TimeWeightedMean()
            var value = held.flatMap {
                StoredValue(Value(value: $0.entry.value, type: type, certainty: $0.entry.certainty)).number
            }
            var position = week.from.milliseconds
            // The first known value is not a change.
            var isKnownBefore = held != nil
            var changes = 0
            while let row = try rows.next() {
                let time: Int64 = row[0]
                if let value { mean.add(value, for: time - position) }
                position = time
                value = row[1]
                if isKnownBefore { changes += 1 }
                isKnownBefore = true
                isKnown = true
            }
            // On and off of a dimmer follow its level, and don't count as separate changes.
            figures.changes = max(figures.changes, changes)
            if let value { mean.add(value, for: week.to.milliseconds - position) }
            isKnown = isKnown || held != nil
            guard let average = mean.mean else { continue }
            if type.measure == .switched {
                figures.onSeconds = Int((average * Double(mean.known) / 1000).rounded())
            } else if figures.mean == nil {
                figures.mean = average
            }
        }
        try database.first(
            """
            SELECT count(*), sum(stage IN ('failed', 'expired', 'mismatch', 'not-confirmed')), avg(confirmed_after)
            FROM orders WHERE element = ? AND requested >= ? AND requested < ?
            """,
            element,
            week.from.milliseconds,
            week.to.milliseconds
        ) { row in
            figures.orders = row[0]
            figures.failures = row[1]
            figures.confirmedAfter = row[2]
        }
        return isKnown || figures.orders > 0
    }
}

extension StatsReport.Week {
    init(from: Timestamp, to: Timestamp) {
        self.init(from: from, to: to, seconds: Int((to.milliseconds - from.milliseconds) / 1000))
    }
}
