import DomoFleet
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore

/// Creates or updates the tables, and then the streams: no report is taken before it can be stored.
struct StoreSetup {
    let nats: NATSSettings
    let eventLoop: any EventLoop
    let store: StoreSettings
    let retention: ReportRetention
    let replicas: Int
    /// Of each stream.
    let maxBytes: Int

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    func run() async throws {
        try await makeTables()
        try await makeStreams()
    }

    private func makeTables() async throws(StoreFault) {
        try await WorkerThread.run(
            name: "domo-setup",
            orElse: { StoreFault(.exhausted, "\($0)", hint: "end other programs") },
            { [store, retention] () throws(StoreFault) in
                let connection = try StoreConnection(store)
                defer { connection.close() }
                try Schema.current.migrate(connection)
                let outcome = try Housekeeping(connection, retention).run(now: Moment.now().time.milliseconds)
                if let fault = outcome.postponed { throw fault }
            }
        )
    }

    private func makeStreams() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: NATSEvent.self, bufferingPolicy: .bufferingNewest(16))
        let connection = NATSConnection(nats, on: eventLoop) { continuation.yield($0) }
        connection.start()
        let timer = eventLoop.scheduleTask(in: .seconds(30)) { continuation.finish() }
        let result: Result<Void, any Error>
        do {
            try await waitForConnection(events)
            timer.cancel()
            result = .success(try await createStreams(connection, events))
        } catch {
            result = .failure(error)
        }
        await connection.stop()
        try result.get()
    }

    /// Servers do not answer what a user may not ask, and report that as an event.
    private func createStreams(_ connection: NATSConnection, _ events: AsyncStream<NATSEvent>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [replicas, maxBytes] in
                try await FleetStreams.create(replicas: replicas, maxBytes: maxBytes, JetStream(connection))
            }
            group.addTask {
                for await case .warning(let text) in events {
                    throw Fault(description: "\(text); use the credentials of an operator")
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func waitForConnection(_ events: AsyncStream<NATSEvent>) async throws(Fault) {
        var last = "no server answered within 30 s"
        for await event in events {
            switch event {
            case .connected: return
            case .disconnected(let reason, _): last = reason
            case .refused(let reason, _): throw Fault(description: "refused by the fleet: \(reason)")
            case .lameDuck, .warning: break
            }
        }
        throw Fault(description: "can't connect to the fleet: \(last)")
    }
}
