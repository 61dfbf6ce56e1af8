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
        let hint = "use the credentials of an operator"
        try await ShortConnection.use(nats, on: eventLoop, hint: hint) { [replicas, maxBytes] connection in
            try await FleetStreams.create(replicas: replicas, maxBytes: maxBytes, JetStream(connection))
        }
    }
}
