import DomoSystem
import Glibc

/// The socket of systemd's journal, which takes one entry with fields per datagram:
/// https://systemd.io/JOURNAL_NATIVE_PROTOCOL
struct JournalSocket: Sendable {
    static let path = "/run/systemd/journal/socket"

    private let datagrams: UnixDatagrams

    /// - Returns: nil if there is no journal.
    init?(_ path: String = Self.path) {
        guard FileBytes.isThere(path), let datagrams = UnixDatagrams(to: path) else { return nil }
        self.datagrams = datagrams
    }

    /// Stays open until the process ends.
    var descriptor: CInt { datagrams.descriptor }

    /// Whether standard error is connected to the journal.
    ///
    /// - Parameter name: the value of `JOURNAL_STREAM`: the device and inode number of the stream, `8:12345`.
    static func isStandardError(_ name: String?) -> Bool {
        name != nil && name == FileStatus.identity(of: STDERR_FILENO)
    }

    /// Sends an entry; waits while the journal is busy. An entry that the journal rejects is lost.
    func send(_ entry: some Collection<UInt8>) { datagrams.send(Array(entry), waits: true) }
}
