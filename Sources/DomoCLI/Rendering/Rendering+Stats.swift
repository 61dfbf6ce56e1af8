import DomoLanguage
import DomoModel

extension Rendering {
    /// The reply to `stats`: two lines for each element, this week above last week.
    func stats(_ report: StatsReport) -> String {
        var text =
            "weeks begin on Monday at midnight in \(DisplayText.safe(report.timeZone))\n"
            + "  this week from \(Self.monday(of: report.thisWeek))\(Self.soFar(report.thisWeek))\n"
            + "  last week from \(Self.monday(of: report.lastWeek))\(Self.changeOfClocks(in: report.lastWeek))\n"
        if report.elements.isEmpty { return text + "no data for either week\n" }
        text += "  assumed states count as ordered\n"
        let columns = Column.all.filter { column in
            column.isAlways
                || report.elements.contains {
                    column.text($0.thisWeek, $0.unit) != nil || column.text($0.lastWeek, $0.unit) != nil
                }
        }
        let names = ShortNames(report.elements.map(\.element))
        var figures = Table()
        for element in report.elements {
            figures.add(
                [Table.Cell("this")] + columns.map { Table.Cell($0.text(element.thisWeek, element.unit) ?? "–") }
            )
            figures.add(
                [Table.Cell("last")] + columns.map { Table.Cell($0.text(element.lastWeek, element.unit) ?? "–") }
            )
        }
        figures.add([Table.Cell("")] + columns.map { Table.Cell($0.title) })
        // Shorten names if names and figures don't fit.
        let room = room(beside: figures.widths.reduce(0) { $0 + $1 + 2 }, minimum: 8)
        var table = Table()
        table.add(
            [Table.Cell(""), Table.Cell("")] + columns.map { Table.Cell($0.title, side: .right, paint: style.heading) }
        )
        for element in report.elements {
            let name = DisplayText.cut(DisplayText.safe(names.name(element.element)), to: room)
            table.add(
                [Table.Cell(name), Table.Cell("this")]
                    + columns.map { cell($0, element.thisWeek, element.unit, isLast: false) }
            )
            table.add(
                [Table.Cell(""), Table.Cell("last", paint: style.faint)]
                    + columns.map { cell($0, element.lastWeek, element.unit, isLast: true) }
            )
        }
        text += "\n" + table.text(fitting: width)
        return text
    }

    private struct Column {
        var title: String
        /// Shown even if no element has a value.
        var isAlways = false
        /// A problem if it is not 0.
        var isBad = false
        var text: (StatsReport.Figures, _ unit: String?) -> String?

        static var all: [Column] {
            [
                Column(title: "changes", isAlways: true) { figures, _ in "\(figures.changes)" },
                Column(title: "on for") { figures, _ in figures.onSeconds.map { length(seconds: $0) } },
                Column(title: "mean") { figures, unit in
                    figures.mean.map { measured($0) + (unit.map { " " + DisplayText.safe($0) } ?? "") }
                },
                Column(title: "orders", isAlways: true) { figures, _ in "\(figures.orders)" },
                Column(title: "failed", isAlways: true, isBad: true) { figures, _ in "\(figures.failures)" },
                Column(title: "confirmed in") { figures, _ in figures.confirmedAfter.map { milliseconds($0) } },
            ]
        }
    }

    private func cell(_ column: Column, _ figures: StatsReport.Figures, _ unit: String?, isLast: Bool) -> Table.Cell {
        let style = style
        let paint: (String) -> String =
            if column.isBad, figures.failures > 0 { style.bad } else if isLast { style.faint } else { { $0 } }
        return Table.Cell(column.text(figures, unit) ?? "–", side: .right, paint: paint)
    }

    /// The first day of a week in the time zone of the house, of which only the name is known here: the Monday whose
    /// midnight in UTC is nearest, since no offset is more than 14 hours.
    private static func monday(of week: StatsReport.Week) -> String {
        let length = Double(7 * 86_400_000)
        // 1970 began on a Thursday.
        let firstMonday = Double(4 * 86_400_000)
        let weeks = ((Double(week.from.milliseconds) - firstMonday) / length).rounded()
        let time = Timestamp(milliseconds: Int64(weeks * length + firstMonday))
        return String(time.rfc3339.prefix(10))
    }

    private static func soFar(_ week: StatsReport.Week) -> String { ", \(length(seconds: week.seconds)) so far" }

    /// A remark on a past week with a change of the clocks.
    private static func changeOfClocks(in week: StatsReport.Week) -> String {
        let days = 7 * 86_400
        guard week.seconds != days else { return "" }
        return ", \(length(seconds: week.seconds)) long: the clocks went \(week.seconds < days ? "forward" : "back")"
    }
}
