import DomoLanguage
import DomoModel

extension Rendering {
    /// Eighths of a cell, from the bottom.
    private static let eighths = Array("▁▂▃▄▅▆▇█")
    /// The height of a graph, in lines.
    private static let height = 8
    /// The width of the numbers and the axis at the left of the plot.
    static let chartMargin = 9

    /// The number of columns of the plot.
    var chartColumns: Int { max(8, chartWidth - Self.chartMargin - 1) }

    /// - Throws: `refused-value` if there are only texts.
    func chart(_ chart: Chart, element: String, unit: String?) throws(Fault) -> String {
        let shown = chart.series.filter { $0.isNumeric && !$0.isEmpty }
        guard !shown.isEmpty else {
            let isText = chart.series.contains { !$0.isNumeric }
            guard isText else { return "no values of \(DisplayText.safe(element)) in this period\n" }
            throw Fault(
                .refusedValue,
                "\(element) has text values, which can't be charted",
                hint: "remove --chart to list them"
            )
        }
        var text = style.heading(DisplayText.cut(DisplayText.safe(element), to: chartWidth)) + "\n"
        for series in shown {
            let (plot, legend) =
                switch FacetType(word: series.type)?.measure {
                case .switched: strip(series, .switched)
                case .directed: strip(series, .directed)
                case .percent: graph(series, unit: "%", range: 0...100)
                case .number, .words, nil: graph(series, unit: unit, range: nil)
                }
            text += plot + axis(from: chart.from, to: chart.to) + legend.map { style.faint($0) + "\n" }.joined()
        }
        return text + timesLine(from: chart.from, to: chart.to)
    }

    /// The marks of types without a scale. Assumed values have marks of their own.
    private struct Marks {
        struct Signs {
            var high: Character
            var low: Character
            var middle: Character
            /// More than one of them in the same column.
            var several: Character
        }

        var seen: Signs
        var assumed: Signs
        var legend: [String]
        var assumedLegend: [String]

        static let switched = Marks(
            seen: Signs(high: "█", low: " ", middle: "░", several: "▒"),
            assumed: Signs(high: "▓", low: " ", middle: "·", several: "~"),
            legend: ["█ on", "░ off", "▒ both"],
            assumedLegend: ["assumed: ▓ on", "· off", "~ both"]
        )
        static let directed = Marks(
            seen: Signs(high: "▀", low: "▄", middle: "─", several: "▒"),
            assumed: Signs(high: "^", low: "v", middle: "·", several: "~"),
            legend: ["▀ up", "▄ down", "─ stop", "▒ several"],
            assumedLegend: ["assumed: ^ up", "v down", "· stop", "~ several"]
        )

        func mark(_ slot: Chart.Slot) -> Character {
            guard let mean = slot.mean else { return " " }
            let marks = slot.isAssumed ? assumed : seen
            guard slot.minimum == slot.maximum else { return marks.several }
            return mean > 0.5 ? marks.high : mean < -0.5 ? marks.low : marks.middle
        }
    }

    private func strip(_ series: Chart.Series, _ marks: Marks) -> (plot: String, legend: [String]) {
        let margin = String(repeating: " ", count: Self.chartMargin)
        let hasAssumed = series.slots.contains { $0.isAssumed }
        return (
            margin + Self.trimmed(series.slots.map(marks.mark)) + "\n",
            lines(of: marks.legend) + (hasAssumed ? lines(of: marks.assumedLegend) : [])
        )
    }

    /// Puts as many parts on a line as fit.
    private func lines(of parts: [String]) -> [String] {
        parts.reduce(into: [String]()) { lines, part in
            guard let last = lines.last, DisplayText.width(last) + 2 + DisplayText.width(part) <= chartWidth else {
                lines.append(DisplayText.cut(part, to: chartWidth))
                return
            }
            lines[lines.count - 1] = last + "  " + part
        }
    }

    private func graph(
        _ series: Chart.Series,
        unit: String?,
        range: ClosedRange<Double>?
    ) -> (plot: String, legend: [String]) {
        let known = series.slots.filter { $0.mean != nil }
        let minimum = known.map(\.minimum).min() ?? 0
        let maximum = known.map(\.maximum).max() ?? 0
        // A constant value is drawn in the middle.
        let range = range ?? (minimum < maximum ? minimum...maximum : (minimum - 1)...(minimum + 1))
        let heights = series.slots.map { slot in
            slot.mean.map { mean in
                // Halves, since the difference of the largest numbers overflows.
                let width = range.upperBound / 2 - range.lowerBound / 2
                let share = width > 0 ? (mean / 2 - range.lowerBound / 2) / width : 0.5
                return 1 + Int((min(max(0, share), 1) * Double(8 * Self.height - 1)).rounded())
            }
        }
        var text = ""
        for row in (0..<Self.height).reversed() {
            let label =
                switch row {
                case Self.height - 1: Self.label(range.upperBound)
                case 0: Self.label(range.lowerBound)
                default: ""
                }
            let space = String(repeating: " ", count: max(0, Self.chartMargin - 2 - label.count))
            let cells = heights.map { height -> Character in
                let eighths = min(8, (height ?? 0) - 8 * row)
                return eighths > 0 ? Self.eighths[eighths - 1] : " "
            }
            text += space + label + (label.isEmpty ? " │" : " ┤") + Self.trimmed(cells) + "\n"
        }
        let mean = series.slots.reduce(into: (sum: 0.0, known: 0.0)) { $0 = ($0.sum + $1.sum, $0.known + $1.known) }
        let suffix = unit.map { " " + DisplayText.safe($0) } ?? ""
        let legend = [
            "minimum \(Self.measured(minimum))",
            mean.known > 0 ? "mean \(Self.measured(mean.sum / (mean.known * Chart.Slot.scale)))" : nil,
            "maximum \(Self.measured(maximum))",
        ]
        .compactMap { $0 }.joined(separator: ", ")
        text += axisLine
        var lines = [DisplayText.cut(legend + suffix, to: chartWidth)]
        if series.slots.contains(where: \.isAssumed) {
            let row = Self.trimmed(series.slots.map { $0.isAssumed ? "~" : " " })
            text += String(repeating: " ", count: Self.chartMargin) + row + "\n"
            lines.append("~ assumed")
        }
        return (text, lines)
    }

    private var axisLine: String {
        String(repeating: " ", count: Self.chartMargin - 1) + "└" + String(repeating: "─", count: chartColumns) + "\n"
    }

    /// A number that fits into the margin.
    private static func label(_ number: Double) -> String {
        let text = measured(number)
        guard text.count > chartMargin - 2 else { return text }
        for (size, suffix) in [(1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")] where abs(number) < size * 1000 {
            let short = decimal(number / size, digits: 1) + suffix
            if short.count <= chartMargin - 2 { return short }
        }
        return number < 0 ? "-…" : "…"
    }

    /// Start and end, on two lines if they don't fit side by side.
    private func axis(from: Timestamp, to: Timestamp) -> String {
        // For a few minutes today, show seconds rather than dates.
        let isShort = to.milliseconds - from.milliseconds < 600_000
        let clocks = [from, to].map { LocalTime.short($0, now: now) }
        let isToday = clocks.allSatisfy { $0.utf8.count == 8 }
        let (begin, end) = isShort && isToday ? (clocks[0], clocks[1]) : (LocalTime.minute(from), LocalTime.minute(to))
        let margin = String(repeating: " ", count: Self.chartMargin)
        let between = chartColumns - begin.count - end.count
        if between >= 2 { return margin + begin + String(repeating: " ", count: between) + end + "\n" }
        return begin + " –\n" + end + "\n"
    }

    private static func trimmed(_ cells: [Character]) -> String {
        String(cells.prefix(cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0))
    }
}
