import DomoEngine
import DomoLanguage
import DomoSystem

// What is known of the daemon as a whole.

extension HouseRuntime {
    /// The line that the service manager shows of the daemon.
    var serviceStatus: String { completed(engine.status).summary }

    func completed(_ reply: Reply) -> Reply {
        switch reply {
        case .status(let status): return .status(completed(status))
        case .health(var health):
            health.status = completed(health.status)
            return .health(health)
        default: return reply
        }
    }

    func completed(_ recall: Recall) -> Recall {
        guard case .health(var health) = recall else { return recall }
        health.status = completed(health.status)
        return .health(health)
    }

    /// With what the engine does not know. Who is limited to places is told nothing of the daemon as a whole.
    func completed(_ status: StatusView) -> StatusView {
        guard status.places == nil else { return status }
        var status = status
        status.memory = memory?.view
        status.resident = ProcessMemory.resident
        return status
    }
}

extension Recall {
    /// Whether there is an answer without the database, where that fails.
    var hasOtherwise: Bool {
        switch self {
        case .orders, .why: true
        // What can be said without it is said there.
        case .health, .history, .stats, .export, .backup, .restore: false
        }
    }
}
