import DomoLanguage

/// What an element was over a time, page by page; no more than one page is held at once.
struct History {
    let client: ControlClient
    let json: Bool
    let rendering: Rendering
    let write: (String) -> Void

    /// Lists entry after entry as they come.
    func list(_ element: String, _ period: Period) throws(Fault) {
        var widths: [Int] = []
        var isEmpty = true
        try forEach(element, period) { bytes throws(Fault) in
            let page = try ReplyLine.decode(HistoryPage.self, from: bytes)
            if json {
                write(Rendering.json(bytes))
            } else if !page.entries.isEmpty {
                write(rendering.history(page, widths: &widths))
                isEmpty = false
            } else if page.next == nil, isEmpty {
                write(rendering.noHistory(of: page))
            }
            return page
        }
    }

    /// Draws it.
    ///
    /// - Throws: `refused-value` where the terminal has no room for it, before anything is asked.
    func draw(_ element: String, _ period: Period) throws(Fault) {
        guard rendering.chartWidth >= TerminalWidth.leastForChart else {
            throw Fault(
                .refusedValue,
                "a chart needs \(TerminalWidth.leastForChart) columns, and the terminal has \(rendering.chartWidth)",
                hint: "without --chart it is listed; COLUMNS=80 sets another width"
            )
        }
        // The daemon sums up what falls into one column, so that a year is no more to send than a day.
        var period = period
        period.points = min(rendering.chartColumns, Period.pointsRange.upperBound)
        var chart: Chart?
        var name = element
        var unit: String?
        try forEach(element, period) { bytes throws(Fault) in
            let page = try ReplyLine.decode(HistoryPage.self, from: bytes)
            if chart == nil {
                chart = Chart(from: page.from, to: page.to, now: rendering.now, columns: rendering.chartColumns)
            }
            (name, unit) = (page.element, page.unit)
            for entry in page.entries { chart?.add(entry) }
            return page
        }
        chart?.finish()
        if let chart { write(try rendering.chart(chart, element: name, unit: unit)) }
    }

    private func forEach(
        _ element: String,
        _ period: Period,
        _ take: (ArraySlice<UInt8>) throws(Fault) -> HistoryPage
    ) throws(Fault) {
        var period = period
        try Pages(client: client).forEach { after in
            // Points are the whole of it; a daemon that goes on all the same is followed without them.
            if let after { (period.after, period.points) = (after, nil) }
            return .history(element: element, period)
        } _: { bytes throws(Fault) in
            let page = try take(bytes)
            // `2d` ago is another time with every page.
            (period.since, period.until) = (.at(page.from), .at(page.to))
            return page.next
        }
    }
}
