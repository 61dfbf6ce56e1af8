import DomoBridge
import DomoFleet
import DomoModel
import DomoSystem

/// The connection of a worker to PostgreSQL, and what the log says about it. Used on one thread.
struct StoreSession {
    private static let firstPause: Duration = .milliseconds(200)
    private static let maxPause: Duration = .seconds(30)
    private static let day: UInt64 = 24 * 3600 * 1_000_000_000
    /// After housekeeping that something was in the way of.
    private static let retry: UInt64 = 600 * 1_000_000_000
    /// How often the log mentions bad reports, and what was left out: a house may send any number.
    private static let logInterval: UInt64 = 60 * 1_000_000_000

    private let settings: StoreSettings
    private let retention: ReportRetention
    private let allowance: HouseAllowance
    private let log: Log
    private var connection: StoreConnection?
    private var writer: ReportWriter?
    /// What the log says about it since it does not work.
    private var problem: StoreFault?
    private var failures = 0
    /// By the monotonic clock.
    private(set) var nextHousekeeping: UInt64 = 0
    private var nextBad: UInt64 = 0
    private var bad = 0
    private var nextLeftOut: UInt64 = 0
    /// By house.
    private var leftOut: [String: Int64] = [:]

    init(_ settings: StoreSettings, _ retention: ReportRetention, _ allowance: HouseAllowance, _ log: Log) {
        (self.settings, self.retention, self.allowance, self.log) = (settings, retention, allowance, log)
    }

    /// How long to wait before the next attempt; nil if it works.
    var pause: Duration? {
        guard writer == nil else { return nil }
        let pause = min(Self.firstPause * (1 << min(failures, 10)), Self.maxPause)
        // Workers that failed together do not try again together.
        return pause * Double.random(in: 0.5...1)
    }

    /// Connects if there is no connection, and brings the tables to the version of this program.
    /// - Returns: whether there is one.
    mutating func open() -> Bool {
        if writer != nil { return true }
        do throws(StoreFault) {
            let connection = try StoreConnection(settings)
            self.connection = connection
            let versions = try Schema.current.migrate(connection)
            if let version = versions.last { log.notice("the tables have version \(version) now") }
            writer = try ReportWriter(connection, allowance)
        } catch {
            fail(error)
            return false
        }
        // Other faults are over only when something was stored.
        if problem.map({ $0.kind == .lost || $0.kind == .denied || $0.kind == .schema }) ?? true {
            log.notice("connected to PostgreSQL")
            problem = nil
        }
        return true
    }

    mutating func close() {
        connection?.close()
        (connection, writer) = (nil, nil)
    }

    private mutating func fail(_ fault: StoreFault) {
        close()
        failures += 1
        guard problem?.kind != fault.kind else { return }
        problem = fault
        log.warning("nothing is stored in PostgreSQL now, and reports wait in NATS: \(fault)")
    }

    // MARK: - Storing

    /// - Returns: whether they are stored: true after the COMMIT.
    mutating func write(_ deliveries: [Delivery]) -> Bool {
        guard let writer else { return false }
        do throws(StoreFault) {
            let outcome = try writer.write(deliveries)
            failures = 0
            if problem != nil { log.notice("reports are stored in PostgreSQL again") }
            problem = nil
            note(outcome.bad)
            note(outcome.leftOut)
            return true
        } catch {
            fail(error)
            return false
        }
    }

    private mutating func note(_ reports: [BadReport]) {
        bad += reports.count
        guard let last = reports.last, MonotonicClock.now() >= nextBad else { return }
        log.warning("set aside \(bad) bad report\(bad == 1 ? "" : "s"); the last: \(last.subject): \(last.reason)")
        bad = 0
        nextBad = MonotonicClock.now() + Self.logInterval
    }

    private mutating func note(_ more: [BatchOutcome.LeftOut]) {
        for item in more where leftOut[item.house] != nil || leftOut.count < 1000 {
            leftOut[item.house, default: 0] += item.records
        }
        guard !leftOut.isEmpty, MonotonicClock.now() >= nextLeftOut else { return }
        let first = leftOut.sorted { $0.value > $1.value }.prefix(5).map { "\($0.key) (\($0.value) records)" }
        let others = leftOut.count > first.count ? " and \(leftOut.count - first.count) others" : ""
        log.warning(
            "left out what houses sent beyond what a house may send per day: \(first.joined(separator: ", "))\(others)"
        )
        leftOut = [:]
        nextLeftOut = MonotonicClock.now() + Self.logInterval
    }

    // MARK: - Housekeeping

    /// Once a day. If it fails, reports are stored nevertheless: there is a partition for the rest.
    mutating func keepHouse() {
        let now = MonotonicClock.now()
        guard let connection, now >= nextHousekeeping else { return }
        nextHousekeeping = now + Self.day
        do throws(StoreFault) {
            let time = Moment.now().time.milliseconds
            let outcome = try Housekeeping(connection, retention).run(now: time)
            if !outcome.made.isEmpty { log.notice("made \(outcome.made.count) partitions of the reports") }
            if !outcome.dropped.isEmpty {
                log.notice("deleted old reports: \(outcome.dropped.joined(separator: ", "))")
            }
            if outcome.misplaced > 0 {
                log.warning("\(outcome.misplaced) records have times that are wrong by years")
            }
            guard let fault = outcome.postponed else { return }
            log.warning("housekeeping was postponed: \(fault)")
            nextHousekeeping = now + Self.retry
        } catch {
            log.warning("housekeeping failed: \(error)")
            nextHousekeeping = now + Self.retry
            if !connection.isUsable { fail(error) }
        }
    }
}
