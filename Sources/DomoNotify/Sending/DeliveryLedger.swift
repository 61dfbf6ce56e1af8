import DomoLanguage
import DomoSystem
import Glibc
import Synchronization

/// The deliveries that were begun, also before a restart of the program: none is sent a second time. A file in the state
/// folder has a line for each step: `7 begun`, `7 sent`.
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

    private let path: String?
    private let entries: Mutex<[UInt64: Entry]>
    /// Held while the file is written, which may take long; the other lock is held only for a moment.
    private let file = Mutex(File())
    private let log: Log

    /// Reads the file.
    ///
    /// - Parameter path: nil for a ledger that ends with the program.
    init(path: String?, log: Log) {
        self.path = path
        self.log = log
        var entries: [UInt64: Entry] = [:]
        if let path, FileBytes.isThere(path) {
            do throws(FileBytes.Fault) {
                let bytes = try FileBytes.read(path, maxBytes: 4 * 1024 * 1024)
                for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard words.count == 2, let id = UInt64(words[0]) else { continue }
                    let outcome = DeliveryReport.Outcome(rawValue: String(words[1]))
                    entries[id] = outcome.map { .reported(DeliveryReport(id: id, outcome: $0)) } ?? .begun
                }
            } catch {
                log.warning("\(path): \(error.message); messages sent before the restart are not known")
            }
        }
        self.entries = Mutex(entries)
        // The first line that is written makes a short file of it.
        if !entries.isEmpty { file.withLock { $0.lines = Self.maxLines } }
    }

    /// What is known of a delivery; nil if it is new.
    func entry(_ id: UInt64) -> Entry? { entries.withLock { $0[id] } }

    /// Notes that something of a delivery is about to be sent. Blocks until it is on the disk.
    func noteBegun(_ id: UInt64) {
        let isNew = entries.withLock { entries in
            guard entries[id] == nil else { return false }
            entries[id] = .begun
            return true
        }
        if isNew { write("\(id) begun\n") }
    }

    /// Notes what was reported of a delivery. Blocks.
    func note(_ report: DeliveryReport) {
        entries.withLock { entries in
            entries[report.id] = .reported(report)
            // Numbers only grow.
            guard entries.count > Self.maxLines else { return }
            for id in entries.keys.sorted().dropLast(Self.maxKept) { entries[id] = nil }
        }
        write("\(report.id) \(report.outcome.rawValue)\n")
    }

    private func write(_ line: String) {
        guard let path else { return }
        file.withLock { file in
            file.lines += 1
            do throws(FileBytes.Fault) {
                if file.lines > Self.maxLines {
                    let kept = entries.withLock { $0 }
                    try FileBytes.replace(path, with: Array(Self.text(of: kept).utf8))
                    file.lines = kept.count
                } else {
                    try Self.append(line, to: path)
                }
                file.hasFailed = false
            } catch {
                // A message is more important than its line here.
                if !file.hasFailed {
                    log.warning("\(path): \(error.message); after a restart, a message may be sent again")
                }
                file.hasFailed = true
            }
        }
    }

    private static func text(of entries: [UInt64: Entry]) -> String {
        entries.sorted { $0.key < $1.key }.map { id, entry in
            switch entry {
            case .begun: "\(id) begun\n"
            case .reported(let report): "\(id) \(report.outcome.rawValue)\n"
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
