import DomoLanguage
import DomoModel

extension Rendering {
    /// A single reply to `calendar`.
    func calendarPage(_ page: CalendarPage) -> String {
        var days = CalendarDays()
        var widths: [Int] = []
        let all = days.add(page.entries) + days.finish()
        if all.isEmpty { return emptyCalendar(page) }
        return all.map { day($0, widths: &widths) }.joined(separator: "\n")
            + (page.next.map { "more entries: --from \($0.rfc3339)\n" } ?? "")
    }

    func emptyCalendar(_ page: CalendarPage) -> String {
        "no scene starts by itself from \(LocalTime.minute(page.from)) to \(LocalTime.minute(page.until))\n"
    }

    /// The entries of one day, below its date.
    ///
    /// - Parameter widths: the column widths of the days before.
    func day(_ day: CalendarDays.Day, widths: inout [Int]) -> String {
        let indentation = 2
        let times = day.entries.map { $0.time == nil ? nil : HouseTime($0.local) }
        // When the clocks are set back, a time occurs twice.
        let isChanging = Set(times.compactMap { $0?.offset }).count > 1
        let names = day.entries.map { cut(DisplayText.safe($0.scene), to: 28) }
        let clocks = times.map { time in
            time.map { isChanging || $0.isForeign(to: terminalOffset) ? $0.clockAndOffset : $0.clock } ?? "–"
        }
        var table = Table(indentation: indentation, widths: Array(widths.prefix(2)))
        let columns = zip(widths + [0, 0], [clocks, names]).map { max($0, $1.map(DisplayText.width).max() ?? 0) }
        let room = room(beside: columns.reduce(indentation + 4, +))
        let style = style
        for (index, entry) in day.entries.enumerated() {
            let trigger = cut(DisplayText.safe(entry.trigger), to: room)
            let note = DisplayText.safe(entry.note ?? "")
            let fits = DisplayText.width(trigger) + 2 + DisplayText.width(note) <= room
            let end = fits && !note.isEmpty ? "  " + note : ""
            table.add([
                Table.Cell(clocks[index]), Table.Cell(names[index]),
                Table.Cell(trigger + end) { _ in style.faint(trigger) + (end.isEmpty ? "" : style.doubtful(end)) },
            ])
            if !fits, !note.isEmpty {
                table.addNote(Table.Cell(cut(note, to: room), paint: style.doubtful), column: 2)
            }
        }
        widths = Array(table.widths.prefix(2))
        let date = CivilDate(day.date).map(HouseTime.heading) ?? DisplayText.safe(day.date)
        return style.heading(date) + "\n" + table.text(fitting: width)
    }
}
