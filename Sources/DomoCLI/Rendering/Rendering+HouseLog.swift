import DomoLanguage
import DomoModel

extension Rendering {
    /// The reply to `log`, the newest first: `21:04:05  Door  on  reported by the house`.
    func houseLog(_ log: HouseLog) -> String {
        guard !log.entries.isEmpty else { return "nothing\n" }
        let names = ShortNames(log.entries.compactMap(\.element))
        var table = Table(indentation: 0)
        for entry in log.entries {
            let name = entry.element.map(names.name) ?? entry.scene.map { "scene \($0)" } ?? entry.link ?? "domod"
            let times = entry.count.map { " ×\($0)" } ?? ""
            table.add([
                Table.Cell(LocalTime.short(entry.time, now: now), paint: style.faint),
                Table.Cell(DisplayText.safe(name)),
                Table.Cell(DisplayText.safe(entry.text) + times, paint: paint(entry)),
                Table.Cell(DisplayText.safe(entry.by.map(\.words) ?? ""), paint: style.faint),
            ])
        }
        let more = log.next.map { style.faint("older entries: --before \(DisplayText.safe($0))") + "\n" } ?? ""
        return table.text(fitting: width) + more
    }

    private func paint(_ entry: HouseLogEntry) -> (String) -> String {
        let style = style
        return switch entry.kind {
        case .failedOrder, .linkLost: { style.bad($0) }
        case .notRun, .difference: { style.doubtful($0) }
        case .scene: paint(entry.outcome)
        case .change, .ordered, .linkBack, .input, .started: { $0 }
        }
    }

    /// A single reply to `history --from`.
    func recordsPage(_ page: RecordsPage) -> String { records(page) + "next: \(page.next)\n" }

    /// A page of `history --from`, a line for each record, the oldest first.
    func records(_ page: RecordsPage) -> String {
        var table = Table(indentation: 0)
        for hole in page.holes {
            let what =
                "\(hole.records) \(hole.part.rawValue) \(hole.reason == .lost ? "were lost" : "are not kept any more")"
            table.add([
                Table.Cell(LocalTime.text(hole.from), paint: style.bad),
                Table.Cell(DisplayText.safe(hole.element ?? "–")),
                Table.Cell("\(what), until \(LocalTime.text(hole.to))", paint: style.bad),
            ])
        }
        for record in page.records {
            if let reading = record.reading {
                table.add([
                    Table.Cell(LocalTime.text(reading.time)), Table.Cell(DisplayText.safe(record.element ?? "")),
                    Table.Cell(
                        reading.certainty == .unknown
                            ? "–"
                            : (reading.certainty == .assumed ? "~" : "")
                                + Self.action(reading.value, type: reading.type)
                    ),
                    Table.Cell(DisplayText.safe(reading.by.words), paint: style.faint),
                ])
            } else if let order = record.order {
                table.add([
                    Table.Cell(LocalTime.text(order.requested)), Table.Cell(DisplayText.safe(order.element)),
                    Table.Cell(
                        "order \(order.id): \(Self.action(order.action, type: order.type)), \(order.stage.rawValue)",
                        paint: paint(order.stage)
                    ),
                    Table.Cell(DisplayText.safe(order.by.words), paint: style.faint),
                ])
            } else if let event = record.event {
                table.add([
                    Table.Cell(LocalTime.text(event.time)), Table.Cell(DisplayText.safe(event.subject ?? "domod")),
                    Table.Cell(DisplayText.safe(event.text), paint: paint(event)),
                    Table.Cell(DisplayText.safe(event.by.map(\.words) ?? ""), paint: style.faint),
                ])
            }
        }
        return table.text(fitting: width)
    }
}

extension Cause {
    /// In words for the people who live there: `from phone`, `by scene Night`.
    var words: String {
        switch self {
        case .token(let name): "from token \(name)"
        case .user(let name): "by \(name)"
        case .scene(let name): "by scene \(name)"
        case .trigger(let text): "automatically, \(text)"
        case .hook(let name): "from hook \(name)"
        case .bus: "from a switch or sensor in the house"
        case .house: "reported by the house"
        }
    }
}

extension HouseLogEntry {
    /// What happened, in words for the people who live there.
    fileprivate var text: String {
        let value = Rendering.action(self.value ?? "", type: type)
        switch kind {
        case .change, .ordered: return (certainty == .assumed ? "~" : "") + value
        case .failedOrder:
            let name = (element ?? "") + ": "
            let problem = message.map { $0.hasPrefix(name) ? String($0.dropFirst(name.count)) : $0 }
            return "\(value): " + (stage?.rawValue ?? "failed") + (problem.map { ", \($0)" } ?? "")
        case .scene: return (outcome?.words ?? "ended") + (message.map { ": \($0)" } ?? "")
        case .notRun: return "not run: \(reasonText)"
        case .linkLost: return "unreachable" + (message.map { ": \($0)" } ?? "")
        case .linkBack: return "reachable again"
        case .input: return "reported \(value)"
        case .difference: return message ?? ""
        case .started: return "started" + (message.map { " (version \($0))" } ?? "")
        }
    }

    /// `only between 23:00 and 06:30`
    private var reasonText: String {
        func value(_ number: Int) -> String { values.flatMap { $0.indices.contains(number) ? $0[number] : nil } ?? "" }
        return switch reason {
        case .between: "only between \(value(0)) and \(value(1))"
        case .notBetween: "not between \(value(0)) and \(value(1))"
        case .days: "only on \(value(0))"
        case .notDays: "not on \(value(0))"
        case .condition: "only if \(value(0)), and \(value(1))"
        case .running: "it was running already"
        case .missed: "its time was missed, \(value(0))"
        case .loop: "it started itself too often"
        case nil: message ?? "unknown reason"
        }
    }
}

extension SceneOutcome {
    fileprivate var words: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .stopped: "stopped"
        case .skipped: "not run"
        case .lost: "interrupted"
        }
    }
}
