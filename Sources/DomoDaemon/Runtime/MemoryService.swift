import DomoHistory
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
            case .working: await runtime.tell(ofMemory: "the database works again", isFault: false)
            case .warning(let text): await runtime.tell(ofMemory: text, isFault: true)
            }
        }
    }
}
