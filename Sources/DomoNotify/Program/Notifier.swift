import DomoBridge
import DomoLanguage
import DomoModel
import DomoSystem
import NIOCore
import ServiceLifecycle
import Synchronization

/// Takes deliveries from domod, sends them, and reports their outcomes.
final class Notifier: Service {
    /// How long what is in flight may take when the program stops.
    private static let stopTime: Duration = .seconds(5)
    /// More than domod hands out at the same time.
    private static let maxOccurrences = 20_000

    private let attachment: Attachment
    private let reporter: Reporter
    private let system: SystemService
    private let courier: Courier
    private let curl: CurlThread
    private let desk: Desk
    private let ledger: DeliveryLedger
    private let eventLoop: any EventLoop
    private let log: Log
    private let pushKey: PushKey?
    private let configuration: Mutex<NotifyConfiguration>
    private let occurrences: AsyncStream<Occurrence>
    private let occurred: AsyncStream<Occurrence>.Continuation

    /// - Parameters:
    ///   - state: the folder for what must survive a restart; nil for none.
    ///   - pushKey: nil if there is none, so that Web Push can't be sent.
    init(
        _ configuration: NotifyConfiguration,
        door: DaemonDoor,
        state: String?,
        pushKey: PushKey?,
        systemPause: Duration,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        let (occurrences, occurred) = AsyncStream.makeStream(
            of: Occurrence.self,
            bufferingPolicy: .bufferingOldest(Self.maxOccurrences)
        )
        let note: @Sendable (Occurrence) -> Void = { occurred.yield($0) }
        (self.occurrences, self.occurred) = (occurrences, occurred)
        (self.log, self.pushKey, eventLoop) = (log, pushKey, door.eventLoop)
        self.configuration = Mutex(configuration)
        ledger = DeliveryLedger(path: state.map { "\($0)/deliveries" }, log: log)
        reporter = Reporter(ledger: ledger, log: log, on: door.eventLoop)
        desk = Desk(door: door)
        curl = CurlThread()
        courier = Courier(curl: curl, desk: desk, ledger: ledger, pushKey: pushKey, occurred: note)
        attachment = Attachment(
            door: door,
            profile: configuration.profile(pushKey: Self.publicKey(pushKey), keepsLedger: ledger.isKept),
            reporter: reporter,
            log: log,
            status: status,
            occurred: note
        )
        system = SystemService(
            rules: configuration.system,
            door: door,
            desk: desk,
            curl: curl,
            pause: systemPause,
            log: log
        )
    }

    private static func publicKey(_ key: PushKey?) -> String? { key.map { Base64URL.text(of: $0.point) } }

    /// Uses another configuration from now on.
    func use(_ new: NotifyConfiguration) async {
        configuration.withLock { $0 = new }
        occurred.yield(.configuration(new))
        await attachment.use(new.profile(pushKey: Self.publicKey(pushKey), keepsLedger: ledger.isKept))
        await system.use(new.system)
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await runAll()
            } onCancel: {
                self.occurred.yield(.stop)
            }
        } onGracefulShutdown: {
            self.occurred.yield(.stop)
        }
    }

    private func runAll() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.reporter.run() }
            group.addTask { await self.attachment.run() }
            group.addTask { await self.system.run() }
            await dispatch(&group)
            await waitForReports()
            await attachment.end()
            group.cancelAll()
        }
        await desk.close()
        do {
            try await WorkerThread.run(name: "domo-stop") { [curl] in curl.stop() }
        } catch {
            log.warning("\(error)")
        }
    }

    // MARK: The task that decides

    private func dispatch(_ group: inout DiscardingTaskGroup) async {
        let clock = ContinuousClock()
        let start = clock.now
        var dispatcher = Dispatcher(seed: .random(in: 0...UInt64.max))
        var timer: Scheduled<Void>?
        var active: Set<UInt64> = []
        var end: Duration?
        for await occurrence in occurrences {
            let now = clock.now - start
            switch occurrence {
            case .delivery(let delivery): await add(delivery, to: &dispatcher, &active, at: now)
            case .withdrawal(let id): dispatcher.withdraw(id, at: now)
            case .ended(let delivery, let end): dispatcher.ended(delivery, end, at: now)
            case .moment: dispatcher.advance(to: now)
            case .configuration(let new):
                dispatcher.keep(targets: Set(new.targets.keys), calls: Set(new.calls.keys), at: now)
            case .stop:
                dispatcher.stop()
                end = end ?? now + Self.stopTime
            }
            for effect in dispatcher.takeEffects() {
                switch effect {
                case .attempt(let delivery, let timeout):
                    let configuration = configuration.withLock { $0 }
                    group.addTask { await self.courier.attempt(delivery, timeout: timeout, configuration) }
                case .report(let report):
                    active.remove(report.id)
                    courier.forgetRound(report.id)
                    note(report)
                    await reporter.add(report)
                }
            }
            if let end, dispatcher.isIdle || now >= end { break }
            timer?.cancel()
            timer = [dispatcher.nextMoment, end].compactMap(\.self).min().map { moment in
                let pause = TimeAmount.milliseconds(Int64(max(moment - now, .milliseconds(1)).milliseconds))
                return eventLoop.scheduleTask(in: pause) { [occurred] in _ = occurred.yield(.moment) }
            }
        }
        timer?.cancel()
    }

    /// Takes a delivery, unless it is known.
    private func add(
        _ delivery: Delivery,
        to dispatcher: inout Dispatcher,
        _ active: inout Set<UInt64>,
        at now: Duration
    ) async {
        guard !active.contains(delivery.id) else { return }
        switch ledger.entry(of: delivery) {
        case .reported(let report): return await reporter.add(report)
        case .begun:
            let message = "domo-notify was restarted while it was sent"
            return await reporter.add(DeliveryReport(id: delivery.id, outcome: .unknown, message: message))
        case nil: break
        }
        active.insert(delivery.id)
        let left = delivery.deadline.milliseconds - WallClock.now().milliseconds
        dispatcher.add(delivery, timeLeft: .milliseconds(left), at: now)
    }

    private func note(_ report: DeliveryReport) {
        let reason = report.message.map { ": \($0)" } ?? ""
        switch report.outcome {
        case .sent: log.notice("delivery \(report.id): sent\(reason)")
        case .failed, .unknown: log.warning("delivery \(report.id): \(report.outcome.rawValue)\(reason)")
        }
    }

    /// The last outcomes reach domod if it is there.
    private func waitForReports() async {
        for _ in 0..<20 {
            if await reporter.isIdle { return }
            do {
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                return
            }
        }
    }
}
