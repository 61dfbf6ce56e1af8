import DomoLanguage
import DomoModel

extension Rendering {
    /// A single reply to `history`.
    func historyPage(_ page: HistoryPage) -> String {
        var widths: [Int] = []
        if page.entries.isEmpty { return noHistory(of: page) }
        let more = page.next.map { "more entries: --after \(DisplayText.safe(Words.quoted($0)))\n" } ?? ""
        return history(page, widths: &widths) + more
    }

    func noHistory(of page: HistoryPage) -> String {
        "no history of \(DisplayText.safe(page.element)) "
            + "from \(LocalTime.minute(page.from)) to \(LocalTime.minute(page.to))\n"
    }

    /// A page of a history, a line for each entry; the first page begins with the time zone.
    /// - Parameter widths: the column widths of the previous pages, so that the columns line up.
    func history(_ page: HistoryPage, widths: inout [Int]) -> String {
        var table = Table(widths: widths)
        for entry in page.entries {
            // The value at the start of the period.
            let isBefore = entry.time < page.from && entry.summary == nil
            var time = Table.Cell(LocalTime.text(entry.time))
            if isBefore { time.paint = style.faint }
            let type = Table.Cell(DisplayText.safe(entry.type), paint: style.faint)
            if let summary = entry.summary {
                table.add([
                    time, type,
                    Table.Cell(
                        (entry.certainty == .assumed ? "~" : "") + Self.summary(entry, summary, unit: page.unit),
                        paint: paint(entry.certainty)
                    ),
                    Table.Cell(
                        "\(summary.changes) change\(summary.changes == 1 ? "" : "s") in "
                            + Self.length(seconds: summary.seconds)
                            + (summary.known.map { ", known for " + Self.length(seconds: $0) } ?? ""),
                        paint: style.faint
                    ),
                    Table.Cell(entry.certainty == .assumed ? entry.certainty.rawValue : ""),
                ])
            } else {
                let by = entry.by.label
                table.add([
                    time, type,
                    Table.Cell(Self.value(of: entry, unit: page.unit), paint: paint(entry.certainty)),
                    Table.Cell(entry.certainty.rawValue),
                    Table.Cell(by.isEmpty ? "" : "by " + DisplayText.safe(by), paint: style.faint),
                ])
            }
        }
        let head = widths.isEmpty ? timesLine(from: page.from, to: page.to) : ""
        widths = table.widths
        return head + table.text(fitting: width)
    }

    /// `times: CET (+01:00), this terminal's clock`. The times in the request are in the time zone of the house, which
    /// may differ.
    func timesLine(from: Timestamp, to: Timestamp) -> String {
        let zones = [LocalTime.zone(from), LocalTime.zone(to)]
        let zone = zones[0] == zones[1] ? zones[0] : zones.joined(separator: " and ")
        return style.faint(cut("times: \(zone), this terminal's clock", to: chartWidth)) + "\n"
    }

    private func paint(_ certainty: Certainty) -> (String) -> String {
        let style = style
        return switch certainty {
        case .confirmed: { style.good($0) }
        case .assumed: { style.doubtful($0) }
        case .unknown: { style.faint($0) }
        }
    }

    private static func value(of entry: HistoryEntry, unit: String?) -> String {
        guard entry.certainty != .unknown else { return "–" }
        return (entry.certainty == .assumed ? "~" : "")
            + action(entry.value, type: entry.type, unit: unit)
    }

    /// `18.2–20.1–24.5 °C`: minimum, mean and maximum; for on and off, how long it was on.
    private static func summary(_ entry: HistoryEntry, _ summary: HistoryEntry.Summary, unit: String?) -> String {
        let numbers = [summary.minimum, summary.mean, summary.maximum].map(measured).joined(separator: "–")
        switch FacetType(word: entry.type)?.measure {
        case .switched:
            let known = Double(summary.known ?? summary.seconds)
            return "on for " + length(seconds: Int(min(max(0, summary.mean * known), known).rounded()))
        case .percent: return numbers + " %"
        case .number where Double(entry.value) != nil: return numbers + (unit.map { " " + DisplayText.safe($0) } ?? "")
        // Neither directions nor texts have a mean.
        case .number, .directed, .words, nil: return "last " + action(entry.value, type: entry.type)
        }
    }
}
