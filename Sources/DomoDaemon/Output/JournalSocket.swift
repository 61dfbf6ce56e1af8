import Glibc

/// systemd's journal, which takes an entry with fields of its own in each datagram:
/// https://systemd.io/JOURNAL_NATIVE_PROTOCOL
struct JournalSocket: Sendable {
    static let path = "/run/systemd/journal/socket"

    /// Open for as long as the process lives.
    let descriptor: CInt
    private let path: String

    /// - Returns: nil where there is no journal.
    init?(_ path: String = Self.path) {
        self.path = path
        guard access(path, F_OK) == 0 else { return nil }
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
    }

    /// Whether standard error leads to the journal: systemd names what it has connected there.
    ///
    /// - Parameter name: of the stream, its device and its number: `8:12345`.
    static func isStandardError(_ name: String?) -> Bool {
        var status = stat()
        guard let name, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return name == "\(status.st_dev):\(status.st_ino)"
    }

    /// Waits while the journal takes no more. An entry that it does not take at all is lost.
    func send(_ entry: some Collection<UInt8>) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bytes = Array(entry)
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                while sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), address, length) < 0, errno == EINTR {}
            }
        }
    }
}
