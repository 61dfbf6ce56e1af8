import DomoEngine
import DomoLanguage
import DomoSystem

// What is known of the daemon as a whole.

extension HouseRuntime {
    /// The line that the service manager shows of the daemon.
    var serviceStatus: String { completed(engine.status).summary }

    /// With what the engine does not know. Who is limited to places is told nothing of the daemon as a whole.
    func completed(_ status: StatusView) -> StatusView {
        guard status.places == nil else { return status }
        var status = status
        status.memory = memory?.view
        status.resident = ProcessMemory.resident
        return status
    }
}
