import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the subscriptions of browsers.
///
/// The first line is the version and the identity of the next one. Each further line consists of words: its identity and that
/// of its token, since when it exists, the endpoint and the two keys.
struct PushFile: Sendable {
    /// More than all subscriptions that there may be.
    private static let maxBytes = 32 * 1024 * 1024
    private static let header = "domo-push 1 next "

    private let file: StateFile

    init(folder: String) { file = StateFile("\(folder)/\(StateFolder.push)", maxBytes: Self.maxBytes) }

    var path: String { file.path }

    /// Reads the file. Blocks.
    ///
    /// - Parameters:
    ///   - isFirstRun: whether the daemon never ran with this state folder: see `TokenFile`.
    ///   - warn: called for each line that can't be read.
    func read(isFirstRun: Bool = true, warn: (String) -> Void) -> PushTable {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else {
                return PushTable(nextID: isFirstRun ? 1 : UnusedNumber.now())
            }
            bytes = stored
        } catch {
            let problem = "\(path): can't be read, no browser gets messages: \(error.message)"
            warn(problem + (file.moveAside().map { "; the file is now \($0)" } ?? "; it is not overwritten"))
            return PushTable(nextID: UnusedNumber.now())
        }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
        guard let first = lines.popFirst(), first.hasPrefix(Self.header) else {
            keep(bytes, "\(path):1: has no version; no browser gets messages", warn)
            return PushTable(nextID: UnusedNumber.now())
        }
        var entries: [PushTable.Entry] = []
        for (number, line) in lines.enumerated() {
            if let entry = PushTable.Entry(line: line) {
                entries.append(entry)
            } else {
                warn("\(path):\(number + 2): can't be read; its browser gets no messages")
            }
        }
        let next = UInt64(first.dropFirst(Self.header.count))
        if next == nil || entries.count < lines.count { keep(bytes, "\(path): damaged", warn) }
        return PushTable(entries, nextID: next ?? UnusedNumber.now())
    }

    private func keep(_ bytes: [UInt8], _ problem: String, _ warn: (String) -> Void) {
        do throws(FileBytes.Fault) {
            warn("\(problem); a copy of it is \(try file.keepCopy(of: bytes))")
        } catch {
            warn("\(problem); it can't be copied, and is not overwritten: \(error.message)")
        }
    }

    /// Replaces the file. Blocks.
    func write(_ table: PushTable) throws(FileBytes.Fault) {
        let text = "\(Self.header)\(table.nextID)\n" + table.entries.map { $0.line + "\n" }.joined()
        try file.replace(with: Array(text.utf8))
    }
}

extension PushTable.Entry {
    fileprivate var line: String {
        let words = [subscription.endpoint, subscription.p256dh, subscription.auth].map(Words.quoted)
        return ([String(id), String(token), since.rfc3339] + words).joined(separator: " ")
    }

    fileprivate init?(line: some StringProtocol) {
        do {
            let words = try Words.split(line).map(\.text)
            guard words.count == 6, let id = UInt64(words[0]), id < .max, let token = UInt64(words[1]),
                let since = Timestamp(rfc3339: words[2])
            else { return nil }
            let subscription = PushSubscription(
                endpoint: try PushSubscription.readEndpoint(words[3]),
                p256dh: try PushSubscription.readKey(words[4]),
                auth: try PushSubscription.readSecret(words[5])
            )
            self.init(id: id, token: token, since: since, subscription: subscription)
        } catch {
            return nil
        }
    }
}
