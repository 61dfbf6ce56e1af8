import Synchronization

/// Limits attempts to guess tokens or codes: after too many failures in a minute, a network has to wait. An attempt counts
/// from its begin, so that many at once are no more than many in turn.
package final class FailureBrake: Sendable {
    static let free = 10
    static let window: Duration = .seconds(60)
    /// Of networks that have no record of their own, together.
    static let freeOfOthers = 100

    enum Start: Equatable {
        case allowed
        /// Too many attempts are in progress, which may succeed.
        case later
        /// After too many failures.
        case refused(for: Duration)
    }

    private struct Record {
        var failures = 0
        var since: ContinuousClock.Instant
        /// The attempts in progress.
        var trying = 0
    }

    private enum Key: Hashable {
        case network(ClientNetwork)
        /// All that came when there were too many.
        case others
    }

    private let maxNetworks: Int
    private let records = Mutex<[Key: Record]>([:])

    package init(maxNetworks: Int = 10_000) { self.maxNetworks = maxNetworks }

    /// Begins an attempt, if it is allowed; `end` must follow then.
    func begin(_ address: String, at now: ContinuousClock.Instant = .now) -> Start {
        records.withLock { records in
            let key = key(of: address, in: &records, at: now)
            var record = Self.current(records[key], at: now)
            let free = key == .others ? Self.freeOfOthers : Self.free
            guard record.failures < free else { return .refused(for: record.since + Self.window - now) }
            guard record.failures + record.trying < free else { return .later }
            record.trying += 1
            records[key] = record
            return .allowed
        }
    }

    /// Ends an attempt that was allowed.
    func end(_ address: String, isFailure: Bool, at now: ContinuousClock.Instant = .now) {
        records.withLock { records in
            let own = Key.network(ClientNetwork(address))
            let key = records[own] != nil ? own : .others
            guard var record = records[key] else { return }
            record = Self.current(record, at: now)
            record.trying = max(0, record.trying - 1)
            if isFailure { record.failures += 1 }
            records[key] = record.failures == 0 && record.trying == 0 ? nil : record
        }
    }

    /// Counts a failure that was no attempt of its own: of a token that was valid before.
    package func note(_ address: String, at now: ContinuousClock.Instant = .now) {
        records.withLock { records in
            let key = key(of: address, in: &records, at: now)
            var record = Self.current(records[key], at: now)
            record.failures += 1
            records[key] = record
        }
    }

    private func key(
        of address: String,
        in records: inout [Key: Record],
        at now: ContinuousClock.Instant
    ) -> Key {
        let own = Key.network(ClientNetwork(address))
        if records[own] != nil { return own }
        if records.count >= maxNetworks {
            records = records.filter { now < $0.value.since + Self.window || $0.value.trying > 0 }
        }
        return records.count < maxNetworks ? own : .others
    }

    /// The record, without failures that are over.
    private static func current(_ record: Record?, at now: ContinuousClock.Instant) -> Record {
        guard var record, record.failures > 0 || record.trying > 0 else { return Record(since: now) }
        if now >= record.since + window { (record.failures, record.since) = (0, now) }
        return record
    }
}
