import DomoLanguage

/// Shows the past values of an element, page by page; only one page is in memory at a time.
struct History {
    let client: ControlClient
    let json: Bool
    let rendering: Rendering
    let write: (String) -> Void

    /// Lists the entries as they arrive.
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

    /// Lists all records after a cursor, and the cursor for the next time.
    func follow(_ question: RecordsQuestion) throws(Fault) {
        var question = question
        while true {
            let bytes = try client.ask(.records(question)).content()
            let page = try ReplyLine.decode(RecordsPage.self, from: bytes)
            write(json ? Rendering.json(bytes) : rendering.records(page))
            guard page.more, page.next != question.from else {
                if !json { write("next: \(page.next)\n") }
                return
            }
            question.from = page.next
        }
    }

    /// Draws a chart.
    ///
    /// - Throws: `refused-value` if the terminal is too narrow; nothing is sent then.
    func draw(_ element: String, _ period: Period) throws(Fault) {
        guard rendering.chartWidth >= TerminalWidth.minForChart else {
            throw Fault(
                .refusedValue,
                "a chart needs \(TerminalWidth.minForChart) columns, and the terminal has \(rendering.chartWidth)",
                hint: "remove --chart to list the values, or set COLUMNS=80 for another width"
            )
        }
        // The daemon summarizes each column, so that the reply for a year is as small as for a day.
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
        _ handle: (ArraySlice<UInt8>) throws(Fault) -> HistoryPage
    ) throws(Fault) {
        var period = period
        try Pages(client: client).forEach { after in
            // With points there is one page; if the daemon returns another, follow it without points.
            if let after { (period.after, period.points) = (after, nil) }
            return .history(element: element, period)
        } _: { bytes throws(Fault) in
            let page = try handle(bytes)
            // `2d` would be another time for every page.
            (period.since, period.until) = (.at(page.from), .at(page.to))
            return page.next
        }
    }
}
