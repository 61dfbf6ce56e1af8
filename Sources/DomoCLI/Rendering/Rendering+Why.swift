import DomoLanguage
import DomoModel

extension Rendering {
    /// The reply to `why`: the conclusion, and below it its basis.
    func why(_ report: WhyReport) -> String {
        let element = report.element
        let known = readings(of: element)
        var text = style.heading(DisplayText.safe(element.path)) + "  " + known.paint(known.text) + "\n"
        for sentence in verdict(on: report) { text += "  " + sentence + "\n" }
        var table = Table(indentation: 2)
        for view in element.readings {
            let row = DetailedReading(view, in: element)
            guard let source = row.source else { continue }
            let since = LocalTime.short(source.since, now: now)
            let by = DisplayText.safe(source.cause.label)
            table.add([
                Table.Cell(view.type.word, paint: style.faint),
                Table.Cell(row.text), Table.Cell("since \(since), by \(by)"),
            ])
        }
        text += table.text(fitting: width)
        table = Table(indentation: 2)
        for link in report.links {
            table.add([
                Table.Cell("link", paint: style.faint), Table.Cell(DisplayText.safe(link.link)),
                reachability(link.reachable), Table.Cell(DisplayText.safe(link.problem ?? ""), paint: style.bad),
            ])
        }
        text += table.text(fitting: width)
        if !report.orders.isEmpty {
            text += "last orders\n" + Self.indented(orders(OrderList(orders: report.orders)))
        }
        if !report.changes.isEmpty { text += "past values\n" + changes(report) }
        if !report.scenes.isEmpty {
            text += "scenes that order it\n" + Self.indented(scenes(SceneList(scenes: report.scenes)))
        }
        if let starts = report.starts {
            text += "scenes that it starts\n" + Self.indented(scenes(SceneList(scenes: starts)))
        }
        if let notices = report.notices {
            text += "messages to people\n" + Self.indented(self.notices(notices))
        }
        return text
    }

    private func changes(_ report: WhyReport) -> String {
        var table = Table(indentation: 2)
        for entry in report.changes {
            let mark = entry.certainty == .assumed ? "~" : ""
            table.add([
                Table.Cell(LocalTime.short(entry.time, now: now)),
                Table.Cell(mark + Self.known(entry.value, type: entry.type, of: report.element)),
                Table.Cell("by " + DisplayText.safe(entry.by.label), paint: style.faint),
            ])
        }
        return table.text(fitting: width)
    }

    /// A value that it had, with the words of its class.
    private static func known(_ word: String, type: String, of element: ElementView) -> String {
        type == FacetType.binary.word
            ? FacetType.binary.value(word: word).flatMap { StateWords(element)?.word(of: $0) } ?? DisplayText.safe(word)
            : action(word, type: type, unit: element.unit)
    }

    private static func indented(_ lines: String) -> String {
        lines.split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    // MARK: The conclusion

    /// The reasons that keep the element from obeying, the strongest first.
    func verdict(on report: WhyReport) -> [String] {
        var sentences: [String] = []
        let views = report.element.readings
        let unconnected = views.filter { $0.isConnected == false }.map(\.type.word)
        if !unconnected.isEmpty {
            let what =
                unconnected.count == views.count
                ? "it is not connected" : "its type \(unconnected.joined(separator: ", ")) is not connected"
            sentences.append(style.bad("\(what): orders for it are refused"))
        } else if report.links.isEmpty, report.element.isVirtual != true {
            sentences.append(style.bad("its house has no server: orders for it are refused"))
        }
        for link in report.links where link.reachable == false {
            let reason = link.problem.map { ": " + DisplayText.safe($0) } ?? ""
            sentences.append(style.bad("\(DisplayText.safe(link.link)) is unreachable\(reason)"))
        }
        for unusable in report.unusable ?? [] {
            let problem = DisplayText.safe(unusable.problem)
            sentences.append(style.bad("the last state of its type \(unusable.type) can't be used: \(problem)"))
        }
        let skipped = newestSkip(report)
        if let order = report.orders.first {
            sentences += verdict(on: order, in: report)
        } else if skipped == nil {
            sentences.append("no order for it is known")
            if report.element.isVirtual == true { sentences.append("domo itself holds its value") }
            if let types = report.unreported {
                sentences.append("nothing reports its state (\(types.joined(separator: ", ")))")
            }
        }
        if let (scene, skip) = skipped, report.orders.first.map({ $0.requested < skip.started }) ?? true {
            let reason = skip.message.map { ": " + DisplayText.safe($0) } ?? ""
            let time = LocalTime.short(skip.started, now: now)
            sentences.append(
                style.doubtful("scene \(DisplayText.safe(scene)) was to start at \(time), but did not\(reason)")
            )
        }
        return sentences
    }

    /// The last order and its result, and what the element has been since.
    private func verdict(on order: OrderRecord, in report: WhyReport) -> [String] {
        let action = Self.action(order.action, type: order.type, unit: report.element.unit)
        let who = DisplayText.safe(order.by.label)
        let wanted = "the last order, \(action) by \(who) at \(LocalTime.short(order.requested, now: now)),"
        switch order.stage {
        case .requested: return [style.doubtful("\(wanted) is waiting for its turn")]
        case .sent: return [style.doubtful("\(wanted) has been sent")]
        case .failed, .expired, .mismatch, .unconfirmed:
            let problem = order.problem.map { ": " + DisplayText.safe($0) } ?? ""
            let sentence = style.bad("\(wanted) ended as \(order.stage.rawValue)\(problem)")
            return order.stage == .failed || order.stage == .expired
                ? [sentence, "it is not sent again: repeat it once the cause is fixed"] : [sentence]
        case .superseded:
            let newer = order.followedBy.map { " by order \($0)" } ?? ""
            return [style.doubtful("\(wanted) was superseded\(newer) before it was sent")]
        case .accepted:
            return [accepted(order, wanted, in: report)] + later(than: order, report)
        case .confirmed:
            let result = report.element.isVirtual == true ? "was carried out" : "was confirmed by the house"
            return [style.good("\(wanted) \(result)")] + later(than: order, report)
        }
    }

    /// The verdict on an accepted order, which the house has not confirmed as an order.
    private func accepted(_ order: OrderRecord, _ wanted: String, in report: WhyReport) -> String {
        let type = order.type ?? ""
        if report.unreported?.contains(type) == true {
            return style.doubtful(
                "\(wanted) was accepted, but nothing reports its state: whether it was obeyed is not known"
            )
        }
        let view = report.element.readings.first { $0.type.word == type }
        if let reading = view?.reading, reading.certainty == .confirmed, !reading.isStale,
            reading.value?.word == order.action
        {
            return style.good("\(wanted) was accepted, and the house reports that value")
        }
        return style.doubtful("\(wanted) was accepted, but the house has not confirmed it")
    }

    /// A later change by somebody or something else.
    private func later(than order: OrderRecord, _ report: WhyReport) -> [String] {
        guard let type = order.type.flatMap({ FacetType(word: $0) }),
            let view = report.element.readings.first(where: { $0.type == type }), let value = view.reading.value,
            let wanted = type.value(word: order.action), value != wanted, view.reading.since > order.reached,
            view.reading.cause != order.by
        else { return [] }
        let who =
            view.reading.cause == .house
            ? "in the house itself" : "by " + DisplayText.safe(view.reading.cause.label)
        let cover = type == .bidirectional ? report.element.cover?.state : nil
        let word = cover.flatMap { $0 == .unknown ? nil : $0.rawValue } ?? StateWords(report.element)?.word(of: value)
        return [
            style.doubtful(
                "it has been \(word ?? Self.value(value, unit: report.element.unit)) since "
                    + "\(LocalTime.short(view.reading.since, now: now)), changed \(who)"
            )
        ]
    }

    /// The last time that a scene which orders it was to start and did not.
    private func newestSkip(_ report: WhyReport) -> (scene: String, skip: SceneRecord)? {
        report.scenes.compactMap { scene in
            (scene.skipped ?? (scene.last?.outcome == .skipped ? scene.last : nil)).map { (scene.name, $0) }
        }.max { $0.1.started < $1.1.started }
    }
}
