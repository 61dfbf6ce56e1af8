import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the subscriptions of browsers.
///
/// The first line is the version and the identity of the next one. Each further line consists of words: its identity and that
/// of its token, since when it exists, the endpoint and the two keys.
struct PushFile: Sendable {
    private static let maxBytes = 8 * 1024 * 1024
    private static let header = "domo-push 1 next "

    let path: String

    init(folder: String) { path = "\(folder)/\(StateFolder.push)" }

    /// Reads the file. Blocks.
    ///
    /// - Parameter warn: called for each line that can't be read.
    func read(warn: (String) -> Void) -> PushTable {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: Self.maxBytes)
        } catch {
            if error.code != ENOENT { warn("\(path): can't be read, no browser gets messages: \(error.message)") }
            return PushTable()
        }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
        guard let first = lines.popFirst(), first.hasPrefix(Self.header) else {
            warn("\(path):1: has no version; no browser gets messages")
            return PushTable()
        }
        var entries: [PushTable.Entry] = []
        for (number, line) in lines.enumerated() {
            if let entry = PushTable.Entry(line: line) {
                entries.append(entry)
            } else {
                warn("\(path):\(number + 2): can't be read; its browser gets no messages")
            }
        }
        return PushTable(entries, nextID: UInt64(first.dropFirst(Self.header.count)) ?? 1)
    }

    /// Replaces the file. Blocks.
    func write(_ table: PushTable) throws(FileBytes.Fault) {
        let text = "\(Self.header)\(table.nextID)\n" + table.entries.map { $0.line + "\n" }.joined()
        try FileBytes.replace(path, with: Array(text.utf8))
        guard chmod(path, 0o600) == 0 else { throw .last() }
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
