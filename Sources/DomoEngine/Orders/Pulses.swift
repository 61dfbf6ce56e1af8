public import DomoModel

/// A pulse that has to be ended: what energises a strike is written down before it is sent.
public struct OpenPulse: Sendable, Equatable {
    /// The full path of the push button.
    public var path: String
    /// What ends the pulse: on or off.
    public var end: Value

    public init(path: String, end: Value) {
        self.path = path
        self.end = end
    }
}

/// The pulses of push buttons that domo ends. Each is written down before its beginning is sent, and ends whatever
/// happens: at its time, at a stop, or after a restart. Buttons are known by their paths, since a pulse may outlive a load.
struct Pulses: Sendable {
    private struct Open: Sendable {
        var end: Value
        /// The orders that have begun it, or may, and have not ended.
        var orders: Set<OrderID> = []
        /// When it is to be ended; nil while that is not known, or is being sent.
        var due: Instant?
        /// Its time has come, and it has not ended.
        var isOverdue = false
        /// The last dispatch that ends it, without an outcome yet.
        var dispatch: Dispatch.ID?
        var failures = 0
    }

    /// An order that waits until its pulse is written down.
    private struct Waiting: Sendable {
        var number: UInt64
        var order: PendingOrder
    }

    /// The pause after the first failure to end a pulse; it doubles with each.
    private static let firstPause = Duration.milliseconds(500)
    private static let maxPause = Duration.seconds(30)

    private var open: [String: Open] = [:]
    private var sent: [Dispatch.ID: String] = [:]
    private var waiting: [Waiting] = []
    private var timers = Timers<String, Instant>()
    /// The number of the last version to be written down.
    private var version: UInt64 = 0

    /// Whether the end of a pulse is being sent.
    var isSending: Bool { !sent.isEmpty }
    var held: [String: Int] {
        ["open pulses": open.count, "sent pulse ends": sent.count, "orders before a pulse": waiting.count]
    }

    var earliest: Instant? {
        var earliest = timers.earliest
        for one in waiting { earliest.lower(to: one.order.deadline) }
        return earliest
    }

    /// All pulses that have not ended, by path, and the number of this version.
    mutating func nextVersion() -> (pulses: [OpenPulse], number: UInt64) {
        version += 1
        return (open.sorted { $0.key < $1.key }.map { OpenPulse(path: $0.key, end: $0.value.end) }, version)
    }

    // MARK: - The beginning

    /// An order will begin a pulse. It waits until the next version is written down.
    mutating func begin(_ order: PendingOrder, at path: String, end: Value) {
        open[path, default: Open(end: end)].end = end
        open[path]?.orders.insert(order.id)
        waiting.append(Waiting(number: version + 1, order: order))
    }

    /// The orders that waited for a version up to this number.
    mutating func takeWaiting(upTo number: UInt64) -> [PendingOrder] {
        defer { waiting.removeAll { $0.number <= number } }
        return waiting.filter { $0.number <= number }.map(\.order)
    }

    /// The orders whose deadline has passed while they waited.
    mutating func takeExpired(at now: Instant) -> [PendingOrder] {
        guard waiting.contains(where: { $0.order.deadline <= now }) else { return [] }
        defer { waiting.removeAll { $0.order.deadline <= now } }
        return waiting.filter { $0.order.deadline <= now }.map(\.order)
    }

    /// The pulses that the previous run did not end: they end as soon as possible.
    mutating func restore(_ pulses: [OpenPulse], at now: Instant) {
        for pulse in pulses {
            open[pulse.path] = Open(end: pulse.end)
            setDue(pulse.path, now)
        }
    }

    // MARK: - The end

    /// An order for the button has ended.
    ///
    /// - Parameters:
    ///   - hasActed: whether it has begun the pulse, or may have.
    ///   - due: when to end it then.
    /// - Returns: true if there is nothing to end.
    mutating func orderEnded(_ order: OrderID, at path: String, hasActed: Bool, due: Instant) -> Bool {
        guard open[path]?.orders.remove(order) != nil else { return false }
        if hasActed { setDue(path, due) }
        return removeIfEnded(path)
    }

    /// An order for the button has ended without an outcome: what it sent may still arrive.
    mutating func mayHaveBegun(at path: String, due: Instant) {
        if open[path] != nil { setDue(path, due) }
    }

    /// What an order sent that had ended without an outcome has one.
    ///
    /// - Returns: true if there is nothing to end.
    mutating func answered(_ order: OrderID, hasActed: Bool, due: Instant) -> Bool {
        guard let path = open.first(where: { $0.value.orders.contains(order) })?.key else { return false }
        return orderEnded(order, at: path, hasActed: hasActed, due: due)
    }

    private mutating func setDue(_ path: String, _ due: Instant) {
        open[path]?.due = due
        open[path]?.isOverdue = false
        open[path]?.failures = 0
        timers.add(path, at: due)
    }

    /// Ends all pulses now: the daemon stops.
    mutating func endAll(at now: Instant) {
        for (path, pulse) in open where pulse.due.map({ now < $0 }) ?? false { setDue(path, now) }
    }

    /// Tries overdue ends again: their endpoints may be reachable now.
    mutating func retryOverdue(at now: Instant) {
        for (path, pulse) in open where pulse.isOverdue && pulse.due != nil {
            open[path]?.due = now
            timers.add(path, at: now)
        }
    }

    /// The next pulse whose time has come.
    mutating func nextDue(at now: Instant) -> (path: String, end: Value)? {
        while let path = timers.popDue(at: now) {
            guard let pulse = open[path], let due = pulse.due, due <= now else { continue }
            open[path]?.isOverdue = true
            return (path, pulse.end)
        }
        return nil
    }

    /// It can't be ended now.
    mutating func postpone(_ path: String, until moment: Instant) {
        open[path]?.due = moment
        timers.add(path, at: moment)
    }

    mutating func noteSent(_ path: String, as id: Dispatch.ID) {
        open[path]?.due = nil
        open[path]?.dispatch = id
        sent[id] = path
    }

    /// - Returns: the path of the button whose pulse a dispatch ends.
    mutating func takeSent(_ id: Dispatch.ID) -> String? { sent.removeValue(forKey: id) }

    /// What ends a pulse was accepted.
    ///
    /// - Returns: true if it has ended; false if another has begun since.
    mutating func ended(_ path: String, by id: Dispatch.ID) -> Bool {
        guard open[path]?.dispatch == id else { return false }
        open[path]?.dispatch = nil
        if open[path]?.due == nil { open[path]?.isOverdue = false }
        return removeIfEnded(path)
    }

    /// What ends a pulse was not accepted, or may not have arrived.
    ///
    /// - Returns: true at the first failure.
    mutating func failed(_ path: String, by id: Dispatch.ID, at now: Instant) -> Bool {
        guard var pulse = open[path], pulse.dispatch == id else { return false }
        pulse.dispatch = nil
        pulse.failures += 1
        let pause = min(Self.firstPause * (1 << min(pulse.failures - 1, 10)), Self.maxPause)
        open[path] = pulse
        if pulse.due == nil { postpone(path, until: now + pause) }
        return pulse.failures == 1
    }

    private mutating func removeIfEnded(_ path: String) -> Bool {
        guard let pulse = open[path], pulse.orders.isEmpty, pulse.due == nil, pulse.dispatch == nil else {
            return false
        }
        open[path] = nil
        return true
    }

    // MARK: - Loads

    /// Moves what is open to new paths.
    mutating func move(_ renames: PathMap) {
        guard !renames.isEmpty else { return }
        for (path, pulse) in open where renames[path] != path {
            open[path] = nil
            open[renames[path]] = pulse
            if let due = pulse.due { timers.add(renames[path], at: due) }
        }
        sent = sent.mapValues { renames[$0] }
    }
}
