import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the values that domo itself holds. They are not in the database: that can be off, full, or restored from a
/// backup of last week.
///
/// The first line is the version, the last one the number of the lines between them. Each of these consists of words of the
/// command language: the path of the element, the type, the value, when it changed, and the kind and the name of who
/// changed it.
struct VirtualFile: Sendable {
    private static let maxBytes = 64 * 1024 * 1024
    private static let header = "domo-virtual 1"
    private static let end = "end "

    private let file: StateFile

    init(folder: String, maxBytes: Int = Self.maxBytes) {
        file = StateFile("\(folder)/virtual", maxBytes: maxBytes)
    }

    var path: String { file.path }

    /// Reads the file. Blocks.
    ///
    /// - Parameter report: called with an error if the file is damaged. It is then kept under another name, and elements
    ///   whose lines can't be read have their initial values.
    func read(report: (String) -> Void) -> VirtualTable {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else { return VirtualTable() }
            bytes = stored
        } catch {
            report(
                "\(path): can't be read: \(error.message); virtual elements have their initial values"
                    + (file.moveAside().map { "; the file is now \($0)" }
                        ?? "; it is not overwritten: a restart loses their values")
            )
            return VirtualTable()
        }
        let (table, problem) = Self.table(String(decoding: bytes, as: UTF8.self))
        if let problem { keepDamaged(bytes, problem, report) }
        return table
    }

    private func keepDamaged(_ bytes: [UInt8], _ problem: String, _ report: (String) -> Void) {
        var text = "\(path): damaged: \(problem); virtual elements that it lacks have their initial values"
        do throws(FileBytes.Fault) {
            text += "; a copy of it is \(try file.keepCopy(of: bytes))"
        } catch {
            text += "; it can't be copied, and is not overwritten: \(error.message)"
        }
        report(text)
    }

    /// Replaces the file: after a crash it has either all old or all new values. Blocks until it is on the disk.
    func write(_ table: VirtualTable) throws(FileBytes.Fault) {
        let lines = table.all.map { Self.line($0.facet, $0.reading) }
        let text = ([Self.header] + lines + ["\(Self.end)\(lines.count)"]).joined(separator: "\n") + "\n"
        try file.replace(with: Array(text.utf8))
    }

    // MARK: - Lines

    /// The readings in a text, and what is wrong with it.
    private static func table(_ text: String) -> (table: VirtualTable, problem: String?) {
        var table = VirtualTable()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst().map({ $0 == header }) == true else { return (table, "line 1 is not \"\(header)\"") }
        var problem: String?
        if lines.count >= 2, lines.last == "", lines[lines.endIndex - 2] == "\(end)\(lines.count - 2)" {
            lines.removeLast(2)
        } else {
            problem = "its end is missing"
        }
        for (number, line) in zip(lines.indices, lines) {
            if let (facet, reading) = reading(line) {
                table[facet] = reading
            } else {
                problem = problem ?? "line \(number + 1) can't be read"
            }
        }
        return (table, problem)
    }

    private static func line(_ facet: FacetName, _ reading: Reading) -> String {
        let words = [
            Words.quoted(facet.path), facet.type.word, Words.quoted(reading.value?.word ?? ""), reading.since.rfc3339,
            reading.cause.kind.rawValue, Words.quoted(reading.cause.name),
        ]
        return words.joined(separator: " ")
    }

    private static func reading(_ line: some StringProtocol) -> (FacetName, Reading)? {
        let words: [String]
        do {
            words = try Words.split(line).map(\.text)
        } catch {
            return nil
        }
        guard words.count == 6, let type = FacetType(word: words[1]), let value = type.value(word: words[2]),
            let since = Timestamp(rfc3339: words[3]), let kind = Cause.Kind(rawValue: words[4])
        else { return nil }
        let cause = Cause(kind: kind, name: words[5])
        return (
            FacetName(path: words[0], type: type),
            Reading(value: value, certainty: .confirmed, since: since, cause: cause)
        )
    }
}
