import DomoBridge
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Synchronization

/// The deliveries that were begun, also before a restart of the program: none is sent a second time. A file in the state
/// folder has a line for each step: `7 begun 1700000000000`, `7 sent 1700000000000`, with the time of the notice: a daemon that
/// lost its state folder begins its numbers anew.
final class DeliveryLedger: Sendable {
    enum Entry: Equatable, Sendable {
        case begun
        case reported(DeliveryReport)
    }

    /// What is known of the file.
    private struct File: Sendable {
        var lines = 0
        var hasFailed = false
    }

    private static let maxLines = 2000
    private static let maxKept = 500
    private static let unsent = "unsent"

    /// More than all lines that it may have.
    private static let maxBytes = 4 << 20

    private let path: String?
    /// Nil where nothing is kept, or the file could not be read.
    private let file: StateFile?
    private let entries: Mutex<[UInt64: Entry]>
    /// When the notices of the deliveries were raised, in milliseconds since 1970.
    private let times: Mutex<[UInt64: Int64]>
    /// Held while the file is written, which may take long; the other lock is held only for a moment.
    private let written = Mutex(File())
    private let log: Log

    /// Reads the file.
    ///
    /// - Parameter path: nil for a ledger that ends with the program.
    init(path: String?, log: Log) {
        self.path = path
        self.log = log
        file = path.map { StateFile($0, maxBytes: Self.maxBytes) }
        var entries: [UInt64: Entry] = [:]
        var times: [UInt64: Int64] = [:]
        if let file {
            do throws(FileBytes.Fault) {
                let bytes = try file.read() ?? []
                for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard words.count == 3, let id = UInt64(words[0]) else { continue }
                    times[id] = Int64(words[2])
                    guard words[1] != Self.unsent else {
                        entries[id] = nil
                        continue
                    }
                    let outcome = DeliveryReport.Outcome(rawValue: String(words[1]))
                    entries[id] = outcome.map { .reported(DeliveryReport(id: id, outcome: $0)) } ?? .begun
                }
            } catch {
                let problem = "\(file.path): \(error.message); messages sent before the restart are not known"
                log.warning(problem + (file.moveAside().map { "; the file is now \($0)" } ?? "; it is not overwritten"))
            }
        }
        self.entries = Mutex(entries)
        self.times = Mutex(times)
        // The first line that is written makes a short file of it.
        if !entries.isEmpty { written.withLock { $0.lines = Self.maxLines } }
    }

    /// Whether it survives a restart.
    var isKept: Bool { path != nil }

    /// What is known of a delivery that domod hands over; nil if it is new.
    func entry(of delivery: Delivery) -> Entry? {
        let isKnown = times.withLock { $0.updateValue(delivery.time.milliseconds, forKey: delivery.id) }
        guard let isKnown, isKnown == delivery.time.milliseconds else {
            // The number is that of another delivery.
            entries.withLock { $0[delivery.id] = nil }
            return nil
        }
        return entry(delivery.id)
    }

    func entry(_ id: UInt64) -> Entry? { entries.withLock { $0[id] } }

    /// Notes that something of a delivery is about to be sent. Blocks until it is on the disk.
    func noteBegun(_ id: UInt64) {
        let isNew = entries.withLock { entries in
            guard entries[id] == nil else { return false }
            entries[id] = .begun
            return true
        }
        if isNew { write(id, "begun") }
    }

    /// Notes that an attempt has certainly sent nothing, so that another may follow. Blocks.
    func noteUnsent(_ id: UInt64) {
        let wasBegun = entries.withLock { $0.removeValue(forKey: id) == .begun }
        if wasBegun { write(id, Self.unsent) }
    }

    /// Notes what was reported of a delivery. Blocks.
    func note(_ report: DeliveryReport) {
        entries.withLock { entries in
            entries[report.id] = .reported(report)
            // Numbers only grow.
            guard entries.count > Self.maxLines else { return }
            for id in entries.keys.sorted().dropLast(Self.maxKept) {
                entries[id] = nil
                times.withLock { $0[id] = nil }
            }
        }
        write(report.id, report.outcome.rawValue)
    }

    private func write(_ id: UInt64, _ word: String) {
        guard let path, let file else { return }
        let times = times.withLock { $0 }
        let line = Self.line(id, word, times)
        written.withLock { written in
            written.lines += 1
            do throws(FileBytes.Fault) {
                if file.isLocked || written.lines > Self.maxLines {
                    let kept = entries.withLock { $0 }
                    try file.replace(with: Array(Self.text(of: kept, times).utf8))
                    written.lines = kept.count
                } else {
                    try Self.append(line, to: path)
                }
                written.hasFailed = false
            } catch {
                // A message is more important than its line here.
                if !written.hasFailed {
                    log.warning("\(path): \(error.message); after a restart, a message may be sent again")
                }
                written.hasFailed = true
            }
        }
    }

    private static func line(_ id: UInt64, _ word: String, _ times: [UInt64: Int64]) -> String {
        "\(id) \(word) \(times[id] ?? 0)\n"
    }

    private static func text(of entries: [UInt64: Entry], _ times: [UInt64: Int64]) -> String {
        entries.sorted { $0.key < $1.key }.map { id, entry in
            switch entry {
            case .begun: line(id, "begun", times)
            case .reported(let report): line(id, report.outcome.rawValue, times)
            }
        }.joined()
    }

    private static func append(_ line: String, to path: String) throws(FileBytes.Fault) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .last() }
        defer { close(file) }
        try FileBytes.write(Array(line.utf8), to: file)
        guard fdatasync(file) == 0 else { throw .last() }
    }
}
