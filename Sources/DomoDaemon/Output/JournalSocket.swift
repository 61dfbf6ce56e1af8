import DomoSystem
import Glibc

/// systemd's journal, which takes an entry with fields of its own in each datagram:
/// https://systemd.io/JOURNAL_NATIVE_PROTOCOL
struct JournalSocket: Sendable {
    static let path = "/run/systemd/journal/socket"

    private let datagrams: UnixDatagrams

    /// - Returns: nil where there is no journal.
    init?(_ path: String = Self.path) {
        guard FileBytes.isThere(path), let datagrams = UnixDatagrams(to: path) else { return nil }
        self.datagrams = datagrams
    }

    /// Open for as long as the process lives.
    var descriptor: CInt { datagrams.descriptor }

    /// Whether standard error leads to the journal: systemd names what it has connected there.
    ///
    /// - Parameter name: of the stream, its device and its number: `8:12345`.
    static func isStandardError(_ name: String?) -> Bool {
        name != nil && name == FileStatus.identity(of: STDERR_FILENO)
    }

    /// Waits while the journal takes no more. An entry that it does not take at all is lost.
    func send(_ entry: some Collection<UInt8>) { datagrams.send(Array(entry), waits: true) }
}
