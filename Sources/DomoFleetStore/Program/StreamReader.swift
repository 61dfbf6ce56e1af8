import DomoBridge
import DomoNATS
import NIOCore
import ServiceLifecycle

/// Carries the reports of a stream to PostgreSQL, one batch after the other. A report is acknowledged after it is stored;
/// until then it is in NATS.
struct StreamReader: Sendable {
    private static let pause: Duration = .milliseconds(250)
    private static let longPause: Duration = .seconds(2)

    let pull: ReportPull
    let store: StoreThread
    let log: Log
    /// A third of the time in which a report is acknowledged.
    var progressInterval: Duration = .seconds(20)

    private var nats: NATSConnection { pull.nats }

    /// Runs until the program stops; the last batch is finished before.
    func run() async {
        var problem: String?
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            guard store.isReady, nats.isConnected else {
                await sleep(Self.pause)
                continue
            }
            do throws(ReportPull.Fault) {
                let reports = try await pull.reports()
                if problem != nil { log.notice("reading from the stream \(pull.stream) again") }
                problem = nil
                if !reports.isEmpty { await carry(reports) }
            } catch {
                switch error {
                // The log has the state of the connection.
                case .connection: await sleep(Self.pause)
                case .stopped(let reason):
                    if reason != problem { log.warning("can't read from the stream \(pull.stream): \(reason)") }
                    problem = reason
                    await sleep(Self.longPause)
                }
            }
        }
    }

    private func sleep(_ time: Duration) async {
        do {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
        } catch {
            // The program stops.
        }
    }

    private func carry(_ reports: [PulledReport]) async {
        let isStored = await withTaskGroup(of: Void.self) { group in
            group.addTask { await noteProgress(reports) }
            let isStored = await store.write(reports.map(\.delivery))
            group.cancelAll()
            return isStored
        }
        // After a failure other workers may have them at once.
        acknowledge(reports, isStored ? .done : .again)
    }

    /// While PostgreSQL is slow, no other worker gets the same reports.
    private func noteProgress(_ reports: [PulledReport]) async {
        do {
            while true {
                try await Task.sleep(for: progressInterval)
                acknowledge(reports, .inProgress)
            }
        } catch {
            // They are stored.
        }
    }

    private func acknowledge(_ reports: [PulledReport], _ what: Acknowledgement) {
        for report in reports {
            do throws(NATSFault) {
                try nats.publish(ByteBuffer(string: what.rawValue), to: report.reply)
            } catch {
                // The rest comes again, and is stored once.
                return
            }
        }
    }
}
