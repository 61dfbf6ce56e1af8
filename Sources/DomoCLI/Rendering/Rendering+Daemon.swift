import DomoLanguage
import DomoModel

extension Rendering {
    /// `3 accepted (2 confirmed, 1 not confirmed), 0 failed, 4 above the rate of their token`; without the parentheses if no house reports its state.
    private func orders(_ status: StatusView) -> String {
        var accepted = "\(status.accepted) accepted"
        if status.confirmed + status.unconfirmed > 0 {
            let doubtful = "\(status.unconfirmed) not confirmed"
            accepted +=
                " (\(status.confirmed) confirmed, \(status.unconfirmed > 0 ? style.doubtful(doubtful) : doubtful))"
        }
        let limited = status.limited.map { ", " + style.doubtful("\($0) above the rate of their token") } ?? ""
        return "\(accepted), \(status.failed) failed\(limited)"
    }

    func status(_ status: StatusView) -> String {
        var text =
            style.heading("domod \(DisplayText.safe(status.version))")
            + "  running since \(LocalTime.text(status.since)), houses loaded \(LocalTime.text(status.loaded))\n"
        if let places = status.places {
            text += "limited to  \(places.isEmpty ? "no place" : DisplayText.safe(places.joined(separator: ", ")))\n"
        } else {
            text += "orders   \(orders(status))\n" + "history  \(memory(status.memory))\n"
        }
        if let notifier = status.notifier { text += self.notifier(notifier) }
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
            text += "houses\n" + table.text(fitting: width)
        }
        if let recording = status.recording {
            text +=
                "recording  \(DisplayText.safe(recording.name)): \(counted(recording.orders, "order")) so far; "
                + "to stop: domo record stop\n"
        }
        if !status.servers.isEmpty {
            text += "servers\n" + status.servers.map { self.server($0, isLimited: status.places != nil) }.joined()
        }
        // A link without its own key is one of the servers, whose problem is already shown.
        let links = (status.links ?? []).filter { link in !status.servers.contains { $0.server == link.key } }
        if !links.isEmpty {
            var table = Table(indentation: 2)
            for link in links { for row in rows(link) { table.add(row) } }
            text += "links\n" + table.text(fitting: width)
        }
        text += connections(status.links ?? [])
        return text + warnings(status.warnings + (status.memory?.warnings ?? []))
    }

    /// `working, 12.3 MiB in /var/lib/domo/history.db`
    private func memory(_ memory: MemoryView?) -> String {
        guard let memory else { return style.faint("off: readings and orders are not stored") }
        let state =
            switch memory.state {
            case .working: style.good("working")
            case .failing: style.bad("failing")
            }
        var text = "\(state), \(Self.size(bytes: memory.bytes)) in \(DisplayText.safe(memory.file))"
        if let version = memory.migratingFrom { text += ", migrating from schema version \(version)" }
        if memory.waiting > 0 { text += ", \(memory.waiting) waiting" }
        if memory.dropped > 0 { text += ", " + style.bad("\(memory.dropped) lost") }
        if let problem = memory.problem { text += "\n         " + style.bad(DisplayText.safe(problem)) }
        return text
    }

    /// A row for each endpoint; the first has the name of the link.
    private func rows(_ link: LinkView) -> [[Table.Cell]] {
        link.endpoints.enumerated().map { number, endpoint in
            [
                Table.Cell(number == 0 ? DisplayText.safe(link.key) : ""),
                Table.Cell(number == 0 ? DisplayText.safe(link.kind) : "", paint: style.faint),
                Table.Cell(DisplayText.safe(endpoint.endpoint)), reachability(endpoint.reachable),
            ]
        }
    }

    func reachability(_ reachable: Bool?) -> Table.Cell {
        switch reachable {
        case true?: Table.Cell("reachable", paint: style.good)
        case false?: Table.Cell("unreachable", paint: style.bad)
        case nil: Table.Cell("not tried yet", paint: style.faint)
        }
    }

    /// The server and its state below. Each line fits into 80 columns, except a problem, which is wrapped.
    ///
    /// - Parameter isLimited: hides the numbers of orders, which include those of others.
    private func server(_ server: ServerView, isLimited: Bool) -> String {
        var table = Table(indentation: 4)
        let contact = server.lastContact.map { "last contact \(LocalTime.text($0))" } ?? "no contact yet"
        let reachable = reachability(server.reachable)
        let lines =
            [
                Table.Cell("\(reachable.text), \(contact)", paint: server.reachable == true ? { $0 } : reachable.paint),
                isLimited
                    ? nil : Table.Cell("\(counted(server.waiting, "order")) waiting, \(server.inFlight) in flight"),
                state(server),
                server.problem.map { Table.Cell(DisplayText.safe($0), paint: style.bad) },
            ]
        for case let line? in lines { table.addNote(line, column: 0) }
        return "  \(DisplayText.safe(server.server))\n" + table.text(fitting: width)
    }

    private func state(_ server: ServerView) -> Table.Cell {
        guard server.reportsState else { return Table.Cell("doesn't report its state", paint: style.faint) }
        if let problem = server.readingProblem {
            return Table.Cell("its state can't be read: \(DisplayText.safe(problem))", paint: style.bad)
        }
        return Table.Cell(server.lastReading.map { "state read \(LocalTime.text($0))" } ?? "state not read yet")
    }

    func reload(_ report: ReloadReport) -> String {
        return "reloaded: \(counted(report.houses, "house")), \(counted(report.elements, "element")), "
            + "\(counted(report.scenes, "scene"))\n" + renamed(report.renamed ?? []) + warnings(report.warnings)
    }

    private static let maxRenamed = 20

    private func renamed(_ renamed: [ReloadReport.Renamed]) -> String {
        let shown = renamed.prefix(Self.maxRenamed).map {
            "\(DisplayText.safe($0.old)) is now \(DisplayText.safe($0.new)): history and ID follow\n"
        }
        let rest = renamed.count - shown.count
        return shown.joined() + (rest > 0 ? "and \(rest) more\n" : "")
    }

    private func warnings(_ warnings: [String]) -> String {
        warnings.map { style.doubtful("warning:") + " " + DisplayText.safe($0) + "\n" }.joined()
    }

    /// From this age in milliseconds on, the event of a reading shows since when it is so.
    private static let oldReading: Int64 = 10_000

    /// One event, one line.
    ///
    /// - Parameter raw: shows the frames of telegrams.
    func event(_ event: Event, raw: Bool = false) -> String {
        if let scene = event.scene, let progress = event.progress { return sceneEvent(event, scene, progress) }
        if let telegram = event.telegram {
            return style.faint(LocalTime.text(event.time)) + "  " + self.telegram(telegram, raw: raw) + "\n"
        }
        if let notice = event.notice {
            let lines = notices([notice]).split(separator: "\n").joined(separator: "; ")
            return style.faint(LocalTime.text(event.time)) + "  notice " + lines + "\n"
        }
        var parts: [String] = []
        if let subject = event.path ?? event.server { parts.append(DisplayText.safe(subject)) }
        if let cover = CoverText(event) {
            parts.append(paint([cover.certainty])(cover.text))
        } else if let view = event.reading {
            parts.append(paint(view.reading)(reading(view, unit: nil)))
        }
        // An event without an element or server shows its kind.
        var kind = event.path == nil && event.server == nil ? event.kind.rawValue : ""
        if let stage = event.stage { kind = paint(stage)(stage.rawValue) }
        if var message = event.message {
            // Remove the subject from the message, since it is printed before.
            if let path = event.path, message.hasPrefix(path + ": ") { message.removeFirst(path.count + 2) }
            parts.append((kind.isEmpty ? "" : kind + ": ") + DisplayText.safe(message))
        } else if event.stage != nil {
            parts.append(kind + (event.action.map { ": " + DisplayText.safe($0) } ?? ""))
        }
        if let order = event.order { parts.append(style.faint("order \(order)")) }
        if let by = event.by ?? event.reading?.reading.cause {
            parts.append(style.faint("by " + DisplayText.safe(by.label)))
        }
        // A known value that the house reports again, as after an outage.
        if let reading = event.reading?.reading, reading.value != nil, reading.certainty != .unknown,
            event.time.milliseconds - reading.since.milliseconds >= Self.oldReading
        {
            parts.append(style.faint("since " + LocalTime.short(reading.since, now: event.time)))
        }
        return style.faint(LocalTime.text(event.time)) + "  " + parts.joined(separator: "  ") + "\n"
    }
}
