import DomoBridge
import DomoLanguage
import DomoModel

/// Decides what is sent when: a pure struct. Each target has a lane of its own, in which one delivery after the other is
/// sent; a lane that hangs holds up no other. Each delivery has one report.
///
/// Moments are durations since the start of the program, by a clock that is never set.
struct Dispatcher: Sendable {
    struct Limits: Sendable {
        /// The maximum number of attempts at the same time.
        var parallel = NotifyFile.maxTargets
        /// The maximum number of deliveries of one target that wait.
        var waiting = 100
        /// The maximum time for an attempt.
        var attempt: Duration = .seconds(30)
    }

    enum Effect: Equatable, Sendable {
        /// Begin an attempt, which must be reported by `ended` after at most this time.
        case attempt(Delivery, timeout: Duration)
        case report(DeliveryReport)
    }

    private struct Parcel: Sendable {
        var delivery: Delivery
        var deadline: Duration
        var attempts = 0
        var problem: String?
        /// What is reported if there is no time for another attempt; nil for a failure.
        var otherwise: AttemptEnd?
    }

    private struct Lane: Sendable {
        var waiting: [Parcel] = []
        var current: Parcel?
        /// No attempt before.
        var pause: Duration = .zero
    }

    private struct Key: Hashable, Comparable, Sendable {
        var isCall: Bool
        var target: String

        init(_ delivery: Delivery) { (isCall, target) = (delivery.reason == .call, delivery.target) }

        static func < (one: Key, other: Key) -> Bool {
            (one.isCall ? 1 : 0, one.target) < (other.isCall ? 1 : 0, other.target)
        }
    }

    let limits: Limits
    private var lanes: [Key: Lane] = [:]
    private var running = 0
    private var random: SplitMix64
    private var isStopping = false
    private var effects: [Effect] = []

    init(limits: Limits = Limits(), seed: UInt64) {
        self.limits = limits
        random = SplitMix64(seed: seed)
    }

    /// The effects since the last call.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    var isIdle: Bool { running == 0 }

    /// When `advance` is to be called at the latest; nil if nothing waits.
    var nextMoment: Duration? {
        var next: Duration?
        for lane in lanes.values {
            for parcel in lane.waiting { next = min(next ?? parcel.deadline, parcel.deadline) }
            if lane.current == nil, !lane.waiting.isEmpty, running < limits.parallel, !isStopping {
                next = min(next ?? lane.pause, lane.pause)
            }
        }
        return next
    }

    /// Takes a delivery.
    ///
    /// - Parameter timeLeft: until its deadline.
    mutating func add(_ delivery: Delivery, timeLeft: Duration, at now: Duration) {
        let key = Key(delivery)
        guard lanes[key, default: Lane()].waiting.count < limits.waiting else {
            return report(delivery, .failed, "more than \(limits.waiting) messages to \(delivery.target) wait")
        }
        lanes[key, default: Lane()].waiting.append(Parcel(delivery: delivery, deadline: now + timeLeft))
        advance(to: now)
    }

    /// The notice was acknowledged or resolved: what was not sent is not sent any more.
    mutating func withdraw(_ id: UInt64, at now: Duration) {
        for key in lanes.keys.sorted() {
            guard let index = lanes[key]?.waiting.firstIndex(where: { $0.delivery.id == id }) else { continue }
            if let parcel = lanes[key]?.waiting.remove(at: index) { report(parcel.delivery, .failed, "withdrawn") }
        }
        advance(to: now)
    }

    /// Reports what waits for names that the configuration does not have any more.
    mutating func keep(targets: Set<String>, calls: Set<String>, at now: Duration) {
        for (key, lane) in lanes.sorted(by: { $0.key < $1.key }) {
            guard !(key.isCall ? calls : targets).contains(key.target) else { continue }
            for parcel in lane.waiting {
                report(parcel.delivery, .failed, "the configuration has no \(key.target) any more")
            }
            lanes[key]?.waiting = []
        }
        advance(to: now)
    }

    /// Begins no more attempts. What waits is left to the daemon.
    mutating func stop() { isStopping = true }

    /// An attempt has ended.
    mutating func ended(_ delivery: Delivery, _ end: AttemptEnd, at now: Duration) {
        let key = Key(delivery)
        guard var parcel = lanes[key]?.current, parcel.delivery.id == delivery.id else { return }
        lanes[key]?.current = nil
        running -= 1
        switch end {
        case .sent, .failed, .unknown: report(delivery, end)
        case .retry(let message, let after, let otherwise):
            parcel.attempts += 1
            parcel.problem = message
            parcel.otherwise = otherwise
            let pause = max(after ?? .zero, RetryPause.after(attempts: parcel.attempts, random: &random))
            // The target wants no request at all before; other deliveries wait too, and keep their order.
            lanes[key]?.pause = now + pause
            if now + pause < parcel.deadline {
                lanes[key]?.waiting.insert(parcel, at: 0)
            } else {
                expire(parcel)
            }
        }
        advance(to: now)
    }

    /// Begins the attempts that are due, and reports the deliveries whose deadline has passed.
    mutating func advance(to now: Duration) {
        for key in lanes.keys.sorted() {
            let expired = lanes[key]?.waiting.filter { $0.deadline <= now } ?? []
            if !expired.isEmpty { lanes[key]?.waiting.removeAll { $0.deadline <= now } }
            for parcel in expired { expire(parcel) }
            begin(key, at: now)
            if let lane = lanes[key], lane.waiting.isEmpty, lane.current == nil, lane.pause <= now { lanes[key] = nil }
        }
    }

    private mutating func begin(_ key: Key, at now: Duration) {
        guard !isStopping, running < limits.parallel, let lane = lanes[key], lane.current == nil, lane.pause <= now,
            let parcel = lane.waiting.first
        else { return }
        lanes[key]?.waiting.removeFirst()
        lanes[key]?.current = parcel
        running += 1
        effects.append(.attempt(parcel.delivery, timeout: min(limits.attempt, parcel.deadline - now)))
    }

    private mutating func expire(_ parcel: Parcel) {
        if let otherwise = parcel.otherwise { return report(parcel.delivery, otherwise) }
        let problem = parcel.problem.map { "; last: \($0)" } ?? ""
        report(parcel.delivery, .failed, "not sent before its deadline\(problem)")
    }

    private mutating func report(_ delivery: Delivery, _ end: AttemptEnd) {
        switch end {
        case .sent(let message, let answer): report(delivery, .sent, message, answer)
        case .failed(let message, let answer): report(delivery, .failed, message, answer)
        case .unknown(let message), .retry(let message, _, _): report(delivery, .unknown, message)
        }
    }

    private mutating func report(
        _ delivery: Delivery,
        _ outcome: DeliveryReport.Outcome,
        _ message: String? = nil,
        _ answer: CallAnswer? = nil
    ) {
        let message = message.map { $0.oneLine.cut(to: 290) }
        effects.append(.report(DeliveryReport(id: delivery.id, outcome: outcome, message: message, answer: answer)))
    }
}
