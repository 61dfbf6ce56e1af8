import DomoHistory
import DomoLanguage
import ServiceLifecycle

/// Reports the state of the database to everybody.
struct MemoryService: Service {
    let changes: AsyncStream<History.Change>
    let runtime: HouseRuntime

    func run() async throws {
        for await change in changes.cancelOnGracefulShutdown() {
            switch change {
            case .failing(let problem):
                await runtime.tell(
                    ofMemory: "nothing is stored: \(problem); orders go on without history",
                    isFault: true
                )
            case .remembered(let memory):
                await runtime.remember(memory)
                await runtime.tell(
                    ofMemory: "the database can be read: what was known of \(memory.readings.count) readings is back",
                    isFault: false
                )
            case .working: await runtime.tell(ofMemory: "the database works again", isFault: false)
            case .migrating(let old, let new):
                await runtime.tell(
                    ofMemory:
                        "the database is being migrated from version \(old) to \(new); what is to be stored waits",
                    isFault: false
                )
            case .migrated: await runtime.tell(ofMemory: "the database is migrated", isFault: false)
            case .warning(let text): await runtime.tell(ofMemory: text, isFault: true)
            }
        }
    }
}
