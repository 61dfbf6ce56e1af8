import DomoLanguage

extension Reply {
    /// The same reply, for an order or a scene whose result could not be stored.
    var notStored: Reply {
        switch self {
        case .order(var receipt):
            receipt.stored = false
            return .order(receipt)
        case .fault(var fault):
            fault.stored = false
            return .fault(fault)
        case .scene(var report):
            for number in report.steps.indices {
                report.steps[number].receipt?.stored = false
                report.steps[number].error?.stored = false
            }
            return .scene(report)
        case .listing, .element, .place, .model, .group, .explanation, .scenes, .calendar, .recording, .sceneText,
            .diagnostics,
            .plan, .positions, .status, .health, .reloaded, .watching, .orders, .why, .history, .records, .stats,
            .export, .log,
            .houseLog, .renamed, .transfer, .link, .interfaces, .given, .tokens, .hooks, .knocked, .session,
            .notices, .notice, .notifier, .push:
            return self
        }
    }
}
