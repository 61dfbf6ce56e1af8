import DomoEngine
import DomoKNX
import DomoModel

/// Statistics of the telegrams on the bus since the daemon was started, for diagnosis.
struct Traffic: Sendable {
    struct Address: Sendable {
        var writes = 0
        var reads = 0
        var responses = 0
        var last: Instant
        var payload: Payload?
        /// The first few devices that sent to the address.
        var sources: [IndividualAddress] = []
        /// How many reads had more than one answer.
        var doubleAnswers = 0
        /// The last read and the number of answers since.
        fileprivate var read: (at: Instant, answers: Int)?
        /// domo's own telegrams that no device acknowledged.
        var refused = 0
    }

    /// The limits for counted addresses and senders; any more are ignored.
    static let maxAddresses = 8192
    static let maxSources = 1024
    private static let maxSourcesOfAddress = 4
    private static let hoursKept = 24
    /// An answer that arrives later is not counted for the read.
    private static let answerTime: Duration = .seconds(3)

    private(set) var addresses: [GroupAddress: Address] = [:]
    private(set) var sources: [IndividualAddress: Int] = [:]
    /// Telegrams per hour, the current hour first.
    private(set) var hours: [Int] = [0]
    private(set) var total = 0
    private(set) var rate = TelegramRate()
    private(set) var since: Instant?
    private var hourBegan: Instant?

    mutating func note(_ telegram: GroupTelegram, isOwn: Bool, at now: Instant) {
        since = since ?? now
        advance(to: now)
        hours[0] += 1
        total += 1
        rate.note(1, at: now)
        if !isOwn, sources[telegram.source] != nil || sources.count < Self.maxSources {
            sources[telegram.source, default: 0] += 1
        }
        let group = telegram.destination
        guard addresses[group] != nil || addresses.count < Self.maxAddresses else { return }
        var address = addresses[group] ?? Address(last: now)
        address.last = now
        switch telegram.service {
        case .read:
            address.reads += 1
            address.read = (now, 0)
        case .response(let payload):
            address.responses += 1
            address.payload = payload
            if let read = address.read, now - read.at <= Self.answerTime {
                address.read?.answers += 1
                if read.answers == 1 { address.doubleAnswers += 1 }
            }
        case .write(let payload):
            address.writes += 1
            address.payload = payload
        }
        if !isOwn, !address.sources.contains(telegram.source), address.sources.count < Self.maxSourcesOfAddress {
            address.sources.append(telegram.source)
        }
        addresses[group] = address
    }

    mutating func noteRefused(_ group: GroupAddress, at now: Instant) {
        addresses[group, default: Address(last: now)].refused += 1
    }

    private mutating func advance(to now: Instant) {
        guard let began = hourBegan else {
            hourBegan = now
            return
        }
        let passed = Int((now - began).nanoseconds / Duration.seconds(3600).nanoseconds)
        guard passed > 0 else { return }
        hours.insert(contentsOf: repeatElement(0, count: min(passed, Self.hoursKept)), at: 0)
        hours.removeLast(max(0, hours.count - Self.hoursKept))
        hourBegan = began + .seconds(3600) * passed
    }
}
