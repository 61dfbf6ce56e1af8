import DomoHistory
import DomoLanguage
import ServiceLifecycle

/// Reports changes in the state of the database.
struct MemoryService: Service {
    let changes: AsyncStream<History.Change>
    let runtime: HouseRuntime

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await change in changes { await report(change) }
        }
    }

    private func report(_ change: History.Change) async {
        switch change {
        case .failing(let problem):
            await runtime.report(
                memory: "nothing is stored: \(problem); orders still work, without history",
                isFault: true
            )
        case .remembered(let memory):
            await runtime.remember(memory)
            await runtime.report(
                memory: "the database can be read again: restored \(memory.readings.count) readings",
                isFault: false
            )
        case .working: await runtime.report(memory: "the database works again", isFault: false)
        case .migrating(let old, let new):
            await runtime.report(
                memory: "migrating the database from version \(old) to \(new); writes wait until it is done",
                isFault: false
            )
        case .migrated: await runtime.report(memory: "the database has been migrated", isFault: false)
        case .warning(let text): await runtime.report(memory: text, isFault: true)
        }
    }
}
