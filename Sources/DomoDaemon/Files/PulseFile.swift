import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the pulses that have begun, or may, and have not ended: what energises a strike is ended after a crash too.
///
/// The first line is the version, the last one the number of the lines between them. Each of these is the path of a push
/// button and what ends its pulse, as words of the command language.
struct PulseFile: Sendable {
    static let maxBytes = 4 * 1024 * 1024
    private static let header = "domo-pulses 1"
    private static let end = "end "

    private let file: StateFile

    init(folder: String) { file = StateFile("\(folder)/pulses", maxBytes: Self.maxBytes) }

    var path: String { file.path }

    /// Reads the file. Blocks.
    ///
    /// - Parameter report: called with an error if the file is damaged. What can be read of it is used.
    func read(report: (String) -> Void) -> [OpenPulse] {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else { return [] }
            bytes = stored
        } catch {
            report(
                "\(path): can't be read: \(error.message); a push button may still be active: check the house"
                    + (file.moveAside().map { "; the file is now \($0)" }
                        ?? "; it is not overwritten, and buttons with a pulse are not pressed")
            )
            return []
        }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)[...]
        let hasHeader = lines.popFirst().map { $0 == Self.header } ?? false
        let hasEnd = lines.last.map { $0 == "\(Self.end)\(lines.count - 1)" } ?? false
        if hasEnd { lines.removeLast() }
        let pulses = lines.compactMap(Self.pulse)
        if !hasHeader || !hasEnd || pulses.count != lines.count {
            let text = "\(path): damaged: a push button may still be active: check the house"
            do throws(FileBytes.Fault) {
                report("\(text); a copy of it is \(try file.keepCopy(of: bytes))")
            } catch {
                report("\(text); it can't be copied, and buttons with a pulse are not pressed: \(error.message)")
            }
        }
        return pulses
    }

    /// Replaces the file: after a crash it has either all old or all new lines. Blocks until it is on the disk.
    func write(_ pulses: [OpenPulse]) throws(FileBytes.Fault) {
        let lines = pulses.map { "\(Words.quoted($0.path)) \($0.end.word)" }
        let text = ([Self.header] + lines + ["\(Self.end)\(lines.count)"]).joined(separator: "\n") + "\n"
        try file.replace(with: Array(text.utf8))
    }

    private static func pulse(_ line: some StringProtocol) -> OpenPulse? {
        let words: [String]
        do {
            words = try Words.split(line).map(\.text)
        } catch {
            return nil
        }
        guard words.count == 2, let end = FacetType.binary.value(word: words[1]) else { return nil }
        return OpenPulse(path: words[0], end: end)
    }
}
