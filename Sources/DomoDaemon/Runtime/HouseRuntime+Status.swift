import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem

// The status of the whole daemon.

extension HouseRuntime {
    /// The status line for the service manager.
    var serviceStatus: String { completed(engine.status).summary }

    func completed(_ reply: Reply) -> Reply {
        switch reply {
        case .status(let status): return .status(completed(status))
        case .health(var health):
            health.status = completed(health.status)
            return .health(health)
        case .element, .place, .listing: return ids.added(to: reply)
        case .model, .order, .group, .explanation, .scenes, .scene, .calendar, .recording,
            .sceneText, .diagnostics, .plan, .positions, .reloaded, .watching, .orders, .why, .history, .records,
            .stats, .export, .log, .houseLog, .renamed, .transfer, .link, .interfaces, .given, .tokens, .hooks,
            .knocked, .session, .notices, .notice, .notifier, .push,
            .fault:
            return reply
        }
    }

    var ids: StableIDs { StableIDs(identities: persistence.memory?.identities ?? Identities()) }

    func completed(_ recall: Recall) -> Recall {
        guard case .health(var health) = recall else { return recall }
        health.status = completed(health.status)
        return .health(health)
    }

    /// Adds what the engine does not know. A client that is limited to places gets nothing about the daemon as a whole.
    func completed(_ status: StatusView) -> StatusView {
        guard status.places == nil else { return status }
        var status = status
        status.memory = persistence.memory?.view
        status.resident = ProcessMemory.resident
        if files.hasCrashed { status.hasCrashed = true }
        return status
    }
}

extension Recall {
    /// Whether it changes nothing.
    var onlyReads: Bool {
        switch self {
        case .orders, .why, .health, .history, .records, .stats, .export, .log, .houseLog: true
        case .rename, .backup, .restore: false
        }
    }

    /// Whether there is an answer without the database, for when that fails.
    var hasOtherwise: Bool {
        switch self {
        case .orders, .why: true
        // The history itself answers these when the database fails.
        case .health, .history, .records, .stats, .export, .log, .houseLog, .rename, .backup, .restore: false
        }
    }
}
