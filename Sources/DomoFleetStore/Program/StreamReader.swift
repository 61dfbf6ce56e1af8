import DomoBridge
import DomoFleet
import DomoNATS
import NIOCore
import ServiceLifecycle

/// Carries the reports of a stream to PostgreSQL, one batch after the other. A report is acknowledged after it is stored;
/// until then it is in NATS.
struct StreamReader: Sendable {
    private static let pause: Duration = .milliseconds(250)
    private static let longPause: Duration = .seconds(2)
    /// Together with the number of streams, they limit the memory and the size of a transaction.
    private static let maxReports = 200
    private static let maxOctets = 1 << 20
    /// A program that stops waits so long.
    private static let time: TimeAmount = .seconds(1)

    let stream: String
    let nats: NATSConnection
    let store: StoreThread
    let log: Log
    /// A third of the time in which a report is acknowledged.
    var progressInterval: Duration = .seconds(20)

    /// Runs until the program stops; the last batch is finished before.
    func run() async {
        var problem: String?
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            guard store.isReady, nats.isConnected else {
                await sleep(Self.pause)
                continue
            }
            switch await pull() {
            // The log has the state of the connection.
            case .failure(.connection(let fault)) where fault != .timedOut: await sleep(Self.pause)
            case .failure(let fault):
                let reason = Self.reason(fault)
                if reason != problem { log.warning("can't read from the stream \(stream): \(reason)") }
                problem = reason
                await sleep(Self.longPause)
            case .success(let messages):
                if problem != nil { log.notice("reading from the stream \(stream) again") }
                problem = nil
                if !messages.isEmpty { await carry(messages) }
            }
        }
    }

    /// Waits until reports come, or the time is over.
    private func pull() async -> Result<[StoredMessage], JetStreamFault> {
        do throws(JetStreamFault) {
            let (messages, end) = try await JetStream(nats).pull(
                from: Permissions.consumer,
                of: stream,
                batch: Self.maxReports,
                within: Self.time,
                maxOctets: Self.maxOctets
            )
            if messages.isEmpty, case .stopped(let status, let text) = end {
                return .failure(.refused(code: status, error: 0, description: text))
            }
            return .success(messages)
        } catch {
            return .failure(error)
        }
    }

    private static func reason(_ fault: JetStreamFault) -> String {
        switch fault {
        case .noStream: "there is no such stream or consumer; run domo-fleet store --setup"
        case .connection: "the consumer does not answer"
        case .refused(let code, _, let description): "\(description) (\(code))"
        default: "\(fault)"
        }
    }

    private func sleep(_ time: Duration) async {
        do {
            // Between two attempts: PostgreSQL or NATS is away.
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
        } catch {
            // The program stops.
        }
    }

    private func carry(_ reports: [StoredMessage]) async {
        let isStored = await withTaskGroup(of: Void.self) { group in
            group.addTask { await noteProgress(reports) }
            let isStored = await store.write(reports.map { Delivery($0) })
            group.cancelAll()
            return isStored
        }
        // After a failure other workers may have them at once.
        acknowledge(reports, isStored ? .done : .again)
    }

    /// While PostgreSQL is slow, no other worker gets the same reports.
    private func noteProgress(_ reports: [StoredMessage]) async {
        do {
            while true {
                try await Task.sleep(for: progressInterval)
                acknowledge(reports, .inProgress)
            }
        } catch {
            // They are stored.
        }
    }

    private func acknowledge(_ reports: [StoredMessage], _ what: Acknowledgement) {
        for report in reports {
            do throws(JetStreamFault) {
                try JetStream(nats).acknowledge(report, what)
            } catch {
                // The rest comes again, and is stored once.
                return
            }
        }
    }
}
