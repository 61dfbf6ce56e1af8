import DomoLanguage

/// Groups calendar entries by day. The last day of a page may continue on the next page.
struct CalendarDays {
    struct Day: Equatable {
        /// `2026-11-21`
        var date: String
        var entries: [CalendarPage.Entry]
    }

    private var open: Day?

    /// - Returns: the complete days.
    mutating func add(_ entries: [CalendarPage.Entry]) -> [Day] {
        var days: [Day] = []
        for entry in entries {
            let date = String(entry.local.prefix(10))
            if open?.date == date {
                open?.entries.append(entry)
            } else {
                if let open { days.append(open) }
                open = Day(date: date, entries: [entry])
            }
        }
        return days
    }

    mutating func finish() -> [Day] {
        defer { open = nil }
        return open.map { [$0] } ?? []
    }
}
