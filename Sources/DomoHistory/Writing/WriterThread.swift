import DomoModel
import DomoSystem

/// The writer's thread.
final class WriterThread: Sendable {
    private let ended = ThreadSemaphore()

    init(
        settings: History.Settings,
        startedAt: Timestamp,
        queue: WriteQueue,
        board: StatusBoard,
        access: ReadAccess,
        transfers: Transfers
    ) throws(ThreadFault) {
        let thread = try WorkerThread.required(name: "domo-history") { [ended] in
            let writer = Writer(
                settings: settings,
                startedAt: startedAt,
                queue: queue,
                board: board,
                access: access,
                transfers: transfers
            )
            writer.run()
            ended.signal()
        }
        thread.detach()
    }

    func join() {
        ended.wait()
        // For another call of `join`.
        ended.signal()
    }
}
