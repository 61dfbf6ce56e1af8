import DomoBridge
import DomoClient
import DomoLanguage
import DomoModel

/// Looks at the system from time to time, and raises notices about it.
actor SystemService {
    /// Elements are looked at each fifth time: a large house has many.
    private static let elementsEach = 5
    private static let certificatesEvery: Duration = .seconds(6 * 3600)
    /// The maximum number of notices whose outcomes are not known yet.
    private static let maxPending = 16

    private let door: DaemonDoor
    private let desk: Desk
    private let curl: CurlThread
    private let pause: Duration
    private let log: Log
    private var rules: SystemRules
    private var watch = SystemWatch()
    private var hasOpenNotices = false
    private var certificates: [String: Int64] = [:]
    private var lastCertificates: Duration?
    private var pending = 0
    private var rounds = 0

    /// - Parameter pause: between two looks.
    init(rules: SystemRules, door: DaemonDoor, desk: Desk, curl: CurlThread, pause: Duration, log: Log) {
        (self.rules, self.door, self.desk, self.curl, self.pause, self.log) = (rules, door, desk, curl, pause, log)
    }

    func use(_ rules: SystemRules) {
        self.rules = rules
        lastCertificates = nil
        rounds = 0
    }

    /// Looks until it is cancelled.
    func run() async {
        let clock = ContinuousClock()
        let start = clock.now
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    try await clock.sleep(for: pause)
                } catch {
                    return
                }
                if !rules.isEmpty { await look(at: clock.now - start, &group) }
            }
        }
    }

    private func look(at now: Duration, _ group: inout DiscardingTaskGroup) async {
        guard await readOpenNotices() else { return }
        await readCertificates(at: now)
        let observation = await observe()
        for notice in watch.check(observation, rules, at: now) {
            guard pending < Self.maxPending else {
                watch.noteFailure(notice)
                continue
            }
            pending += 1
            group.addTask { await self.send(notice) }
        }
    }

    /// The causes that were raised before the start of the program.
    private func readOpenNotices() async -> Bool {
        guard !hasOpenNotices else { return true }
        do throws(ClientFault) {
            let list = try await desk.ask(.notices(.list(last: NoticesStep.maxCount)), as: NoticeList.self)
            let causes = list.notices.filter { $0.state != .resolved && $0.about.hasPrefix("system ") }.map(\.about)
            watch = SystemWatch(open: Set(causes))
            hasOpenNotices = true
            return true
        } catch {
            return false
        }
    }

    private func observe() async -> SystemObservation {
        var observation = SystemObservation(certificates: certificates, time: WallClock.now())
        do throws(ClientFault) {
            observation.health = try await desk.ask(.doctor, as: HealthView.self)
            if rules.needsElements, rounds.isMultiple(of: Self.elementsEach) {
                let listing = try await desk.ask(.list(path: nil, recursive: true), as: Listing.self)
                observation.elements = listing.allElements
            }
            rounds += 1
        } catch {
            // Nothing is known then; the attachment reports the reason.
        }
        return observation
    }

    private func readCertificates(at now: Duration) async {
        guard !rules.certificates.isEmpty, lastCertificates.map({ now - $0 >= Self.certificatesEvery }) ?? true else {
            return
        }
        lastCertificates = now
        for rule in rules.certificates {
            let request = TransferRequest(
                url: rule.of.origin,
                shown: rule.of.origin,
                form: .certificate,
                timeout: .seconds(20)
            )
            let result = await withCheckedContinuation { continuation in
                curl.start(request, completion: { continuation.resume(returning: $0) })
            }
            if let end = result.certificateEnd {
                certificates[rule.of.origin] = end
            } else {
                log.warning("can't read the certificate of \(rule.of.origin): \(result.reason)")
            }
        }
    }

    /// Sends a notice on a connection of its own: the reply comes when all of it has been delivered.
    private func send(_ notice: SystemNotice) async {
        defer { pending -= 1 }
        let new =
            switch notice.kind {
            case .raise(let to, let isUrgent): NewNotice(notice.text, to: to, isUrgent: isUrgent, about: notice.cause)
            case .resolve: NewNotice(notice.text, to: [], about: notice.cause, isResolution: true)
            }
        do throws(ClientFault) {
            let connection = try await door.open()
            defer { connection.close() }
            let reply = await withTaskCancellationHandler {
                await Result { () async throws(ClientFault) in try await connection.ask(.notify(new)) }
            } onCancel: {
                connection.close()
            }
            try DaemonLine.check(try reply.get())
        } catch {
            log.warning("the notice about \"\(notice.cause)\" was not accepted: \(error.text)")
            watch.noteFailure(notice)
        }
    }
}

extension Result where Failure == ClientFault {
    fileprivate init(_ body: () async throws(ClientFault) -> Success) async {
        do throws(ClientFault) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
