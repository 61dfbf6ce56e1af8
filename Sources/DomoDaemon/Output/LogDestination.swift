import DomoSystem
import Glibc

/// Where the log is written.
enum LogDestination: Sendable {
    /// Lines, each with its line feed.
    case stream(CInt)
    /// Entries of fields, each followed by a zero byte.
    case journal(JournalSocket)

    /// The byte that ends a line or an entry.
    var terminator: UInt8 {
        switch self {
        case .stream: UInt8(ascii: "\n")
        case .journal: 0
        }
    }

    var descriptor: CInt {
        switch self {
        case .stream(let descriptor): descriptor
        case .journal(let journal): journal.descriptor
        }
    }

    /// The part that can be written without blocking once the descriptor is writable.
    func part(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        switch self {
        // pipe(7).
        case .stream: bytes.prefix(Int(PIPE_BUF))
        case .journal: bytes.prefix((bytes.firstIndex(of: terminator).map { $0 - bytes.startIndex } ?? bytes.count) + 1)
        }
    }

    /// Writes, and blocks. If the log can't be written, the bytes are lost; the daemon goes on.
    func write(_ bytes: some Collection<UInt8>) {
        switch self {
        case .stream(let descriptor): Array(bytes).withUnsafeBytes { _ = Descriptor.write($0, to: descriptor) }
        case .journal(let journal): for entry in bytes.split(separator: terminator) { journal.send(entry) }
        }
    }
}
