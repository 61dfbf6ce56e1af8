import DomoLanguage
import DomoModel

extension Rendering {
    func status(_ status: StatusView) -> String {
        var text =
            style.heading("domod \(DisplayText.safe(status.version))")
            + "  running since \(LocalTime.text(status.since)), models of \(LocalTime.text(status.loaded))\n"
            + "orders  \(status.accepted) accepted, \(status.failed) failed\n"
        if !status.houses.isEmpty {
            var table = Table(indentation: 2)
            for house in status.houses {
                table.add([
                    Table.Cell(DisplayText.safe(house.name)),
                    Table.Cell(house.elements == 1 ? "1 element" : "\(house.elements) elements", paint: style.faint),
                    house.server.map { Table.Cell(DisplayText.safe($0)) }
                        ?? Table.Cell("no server: orders are refused", paint: style.bad),
                ])
            }
            text += "houses\n" + table.text
        }
        if !status.servers.isEmpty {
            var table = Table(indentation: 2)
            for server in status.servers { table.add(row(server)) }
            text += "servers\n" + table.text
        }
        return text + warnings(status.warnings)
    }

    private func row(_ server: ServerView) -> [Table.Cell] {
        let reachable =
            switch server.reachable {
            case true?: Table.Cell("reachable", paint: style.good)
            case false?: Table.Cell("out of reach", paint: style.bad)
            case nil: Table.Cell("not tried yet", paint: style.faint)
            }
        return [
            Table.Cell(DisplayText.safe(server.server)),
            reachable,
            Table.Cell("\(server.waiting) waiting, \(server.inFlight) in flight"),
            Table.Cell(server.lastContact.map { "last answer \(LocalTime.text($0))" } ?? "no answer yet"),
            Table.Cell(DisplayText.safe(server.problem ?? ""), paint: style.bad),
        ]
    }

    func reload(_ report: ReloadReport) -> String {
        func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
        return "read again: \(count(report.houses, "house")), \(count(report.elements, "element")), "
            + "\(count(report.scenes, "scene"))\n" + warnings(report.warnings)
    }

    private func warnings(_ warnings: [String]) -> String {
        warnings.map { style.doubtful("warning:") + " " + DisplayText.safe($0) + "\n" }.joined()
    }

    /// One event, one line.
    func event(_ bytes: ArraySlice<UInt8>) throws(Fault) -> String {
        event(try ReplyLine.decode(Event.self, from: bytes))
    }

    func event(_ event: Event) -> String {
        var parts: [String] = []
        if let subject = event.path ?? event.server { parts.append(DisplayText.safe(subject)) }
        if let view = event.reading { parts.append(paint([view.reading])(reading(view, unit: nil))) }
        if let message = event.message {
            // What is about no element says what it is about.
            let kind = event.path == nil && event.server == nil ? event.kind.rawValue + ": " : ""
            parts.append(kind + DisplayText.safe(message))
        }
        if let by = event.by {
            parts.append(style.faint("by " + DisplayText.safe(by)))
        } else if let by = event.reading?.reading.cause, !by.isEmpty {
            parts.append(style.faint("by " + DisplayText.safe(by)))
        }
        return style.faint(LocalTime.text(event.time)) + "  " + parts.joined(separator: "  ") + "\n"
    }
}
