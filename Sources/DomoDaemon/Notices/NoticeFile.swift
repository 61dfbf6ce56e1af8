import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the notices: without it a restart would forget who waits for what, or send a message twice.
///
/// The first line is the version and the highest numbers that were used, the last one the number of the lines between them.
/// Each of these consists of words of the command language, most of them `KEY=VALUE`: `notice …`, followed by the messages of
/// the notice, `message …`.
struct NoticeFile: Sendable {
    private static let maxBytes = 32 * 1024 * 1024
    private static let header = "domo-notices 1 "
    private static let end = "end "

    private let file: StateFile

    init(folder: String, maxBytes: Int = Self.maxBytes) {
        file = StateFile("\(folder)/\(StateFolder.notices)", maxBytes: maxBytes)
    }

    var path: String { file.path }

    /// Reads the file. Blocks.
    ///
    /// - Parameter report: called with an error if the file is damaged.
    func read(report: (String) -> Void) -> NoticeTable {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else { return NoticeTable() }
            bytes = stored
        } catch {
            let problem = "\(path): can't be read, earlier notices are lost: \(error.message)"
            report(problem + (file.moveAside().map { "; the file is now \($0)" } ?? "; it is not overwritten"))
            return Self.unnumbered()
        }
        var (table, problem) = Self.table(String(decoding: bytes, as: UTF8.self))
        guard let problem else { return table }
        let text = "\(path): damaged: \(problem); notices that it lacks are lost"
        do throws(FileBytes.Fault) {
            report("\(text); a copy of it is \(try file.keepCopy(of: bytes))")
        } catch {
            report("\(text); it can't be copied, and is not overwritten: \(error.message)")
        }
        // Without its first line, numbers that are in messages which people have could be given again.
        guard table.lastNumber == 0, table.lastDelivery == 0 else { return table }
        let fresh = Self.unnumbered()
        (table.lastNumber, table.lastDelivery) = (fresh.lastNumber, fresh.lastDelivery)
        return table
    }

    /// No notices, after an unknown number of them.
    private static func unnumbered() -> NoticeTable {
        var table = NoticeTable()
        (table.lastNumber, table.lastDelivery) = (UnusedNumber.now(), UnusedNumber.now())
        return table
    }

    /// Replaces the file: after a crash it has either all old or all new values. Blocks until it is on the disk.
    func write(_ table: NoticeTable) throws(FileBytes.Fault) {
        var bytes = Self.bytes(table, withPast: true)
        // What became of earlier messages is less than who waits for what.
        if bytes.count > file.maxBytes { bytes = Self.bytes(table, withPast: false) }
        // The texts may be of rooms that not every user of the machine sees: mode 0600.
        try file.replace(with: bytes)
    }

    /// - Parameter withPast: whether to include the messages whose end is known.
    private static func bytes(_ table: NoticeTable, withPast: Bool) -> [UInt8] {
        let lines = table.notices.flatMap { notice in
            var notice = notice
            if !withPast { notice.view.sendings.removeAll { notice.pending[$0.id] == nil } }
            return NoticeLine.lines(of: notice)
        }
        let first = "\(Self.header)\(table.lastNumber) \(table.lastDelivery)"
        let text = ([first] + lines + ["\(Self.end)\(lines.count)"]).joined(separator: "\n") + "\n"
        return Array(text.utf8)
    }

    /// The notices in a text, and what is wrong with it.
    static func table(_ text: String) -> (table: NoticeTable, problem: String?) {
        var table = NoticeTable()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst(), first.hasPrefix(header) else { return (table, "line 1 has no version") }
        let numbers = first.dropFirst(header.count).split(separator: " ").compactMap { UInt64($0) }
        guard numbers.count == 2 else { return (table, "line 1 has no numbers") }
        (table.lastNumber, table.lastDelivery) = (numbers[0], numbers[1])
        var problem: String?
        if lines.count >= 2, lines.last == "", lines[lines.endIndex - 2] == "\(end)\(lines.count - 2)" {
            lines.removeLast(2)
        } else {
            problem = "its end is missing"
        }
        for (number, line) in zip(lines.indices, lines) {
            guard NoticeLine.read(line, into: &table) else {
                problem = problem ?? "line \(number + 1) can't be read"
                continue
            }
        }
        // Whatever is damaged: no number is used twice.
        for notice in table.notices {
            table.lastNumber = max(table.lastNumber, notice.view.number)
            table.lastDelivery = max(table.lastDelivery, notice.view.sendings.map(\.id).max() ?? 0)
        }
        return (table, problem)
    }
}
