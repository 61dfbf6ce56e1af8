// Replies for somebody limited to places, who need not know the addresses of servers and buses, nor where files are.

extension Reply {
    /// The same without the addresses in signals and messages, and without the folders of files.
    public var withoutAddresses: Reply {
        switch self {
        case .orders(let list): .orders(OrderList(orders: list.orders.map(\.withoutAddresses)))
        case .why(let report): .why(report.withoutAddresses)
        case .explanation(let explanation): .explanation(explanation.withoutAddresses)
        case .records(let page): .records(page.withoutAddresses)
        case .houseLog(let log): .houseLog(HouseLog(entries: log.entries.map(\.withoutAddresses), next: log.next))
        case .scene(let report): .scene(report.withoutAddresses)
        case .scenes(let list): .scenes(list.withoutFolders)
        case .sceneText(let text): .sceneText(text.withoutFolder)
        case .recording(let recording): .recording(recording.withoutFolder)
        case .fault(let fault): .fault(fault.withoutAddresses)
        case .listing, .element, .place, .model, .order, .group, .calendar, .diagnostics,
            .plan, .positions, .status, .health, .reloaded, .watching, .history, .stats, .export, .log, .renamed,
            .transfer,
            .link,
            .interfaces, .given, .tokens, .hooks, .knocked, .session, .notices, .notice, .notifier, .push:
            self
        }
    }
}

extension Event {
    /// The event for somebody limited to places.
    public var withoutAddresses: Event {
        var event = self
        event.message = message?.withoutAddresses
        return event
    }
}

extension HouseLogEntry {
    fileprivate var withoutAddresses: HouseLogEntry {
        var entry = self
        entry.message = message?.withoutAddresses
        return entry
    }
}

extension RecordsPage {
    fileprivate var withoutAddresses: RecordsPage {
        var page = self
        page.records = records.map { record in
            var record = record
            record.order = record.order?.withoutAddresses
            record.event = record.event?.withoutAddresses
            return record
        }
        return page
    }
}

extension SceneReport {
    fileprivate var withoutAddresses: SceneReport {
        var report = self
        report.message = message?.withoutAddresses
        for index in steps.indices { report.steps[index].error = steps[index].error?.withoutAddresses }
        return report
    }
}

extension OrderRecord {
    fileprivate var withoutAddresses: OrderRecord {
        var record = self
        record.signal = signal?.withoutAddresses
        record.problem = problem?.withoutAddresses
        record.attempts = attempts.map { attempt in
            Attempt(time: attempt.time, milliseconds: attempt.milliseconds, result: attempt.result?.withoutAddresses)
        }
        return record
    }
}

extension WhyReport {
    fileprivate var withoutAddresses: WhyReport {
        var report = self
        report.orders = orders.map(\.withoutAddresses)
        report.links = links.enumerated().map { number, link in
            Link(link: "link \(number + 1)", reachable: link.reachable, problem: link.problem?.withoutAddresses)
        }
        report.scenes = scenes.map(\.withoutFolder)
        report.starts = starts?.map(\.withoutFolder)
        return report
    }
}

extension SceneList {
    fileprivate var withoutFolders: SceneList {
        var list = self
        list.scenes = scenes.map(\.withoutFolder)
        return list
    }
}

extension SceneList.Scene {
    fileprivate var withoutFolder: Self {
        var scene = self
        scene.file = file?.lastComponent
        return scene
    }
}

extension SceneText {
    fileprivate var withoutFolder: SceneText {
        var text = self
        text.file = file.lastComponent
        return text
    }
}

extension Recording {
    fileprivate var withoutFolder: Recording {
        var recording = self
        recording.folder = nil
        return recording
    }
}

extension Explanation {
    fileprivate var withoutAddresses: Explanation {
        var explanation = self
        for index in signals.indices {
            explanation.signals[index].signal = signals[index].signal?.withoutAddresses
            explanation.signals[index].problem = signals[index].problem?.withoutAddresses
        }
        return explanation
    }
}

extension Fault {
    fileprivate var withoutAddresses: Fault {
        var fault = self
        fault.message = message.withoutAddresses
        fault.hint = hint?.withoutAddresses
        return fault
    }
}

extension String {
    /// Of a path.
    fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

    /// `POST http://10.0.0.9/on` becomes `POST /on`, and `http://10.0.0.9 did not answer` `the server did not answer`.
    var withoutAddresses: String {
        var (text, rest) = ("", self[...])
        while let colon = rest.indices.first(where: { rest[$0...].hasPrefix("://") }) {
            let scheme = rest[..<colon].reversed().prefix { $0.isASCII && $0.isLetter }.count
            text += rest[..<colon].dropLast(scheme)
            let address = rest[colon...].dropFirst(3).prefix { !" /,;\"'{})".contains($0) }
            rest = rest[address.endIndex...]
            if rest.first != "/" { text += address.last == ":" ? "the server:" : "the server" }
        }
        return text + rest
    }
}
