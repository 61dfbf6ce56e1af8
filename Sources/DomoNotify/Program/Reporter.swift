import DomoBridge
import DomoClient
import DomoLanguage
import DomoSystem
import NIOCore

/// Reports the outcomes to domod, each until domod has noted it, over as many connections as that takes.
actor Reporter {
    private let ledger: DeliveryLedger
    private let log: Log
    private let eventLoop: any EventLoop
    private var pending: [DeliveryReport] = []
    private var connection: DaemonConnection?
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(ledger: DeliveryLedger, log: Log, on eventLoop: any EventLoop) {
        (self.ledger, self.log, self.eventLoop) = (ledger, log, eventLoop)
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ report: DeliveryReport) {
        guard !pending.contains(where: { $0.id == report.id }) else { return }
        pending.append(report)
        wake.yield()
    }

    /// - Parameter connection: that which is attached; nil while there is none.
    func use(_ connection: DaemonConnection?) {
        self.connection = connection
        wake.yield()
    }

    var isIdle: Bool { pending.isEmpty }

    /// Reports until it is cancelled.
    func run() async {
        for await _ in wakes {
            while let report = pending.first, let connection, await send(report, on: connection) {
                if pending.first?.id == report.id { pending.removeFirst() }
            }
        }
    }

    /// - Returns: whether domod has the report.
    private func send(_ report: DeliveryReport, on connection: DaemonConnection) async -> Bool {
        do {
            try await WorkerThread.run(name: "domo-ledger") { [ledger] in ledger.note(report) }
        } catch {
            log.warning("\(error)")
        }
        do throws(ClientFault) {
            try DaemonLine.check(try await connection.askSoon(.notifier(.done(report)), on: eventLoop))
            return true
        } catch {
            switch error {
            case .disconnected: return false
            // Asking again would not change it.
            case .badLine, .refused, .overloaded:
                log.warning("domod refused the report of delivery \(report.id): \(error.text)")
                return true
            }
        }
    }
}
