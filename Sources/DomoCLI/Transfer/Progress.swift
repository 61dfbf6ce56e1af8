import DomoLanguage
import Glibc

/// The progress of a long transfer: one line on a terminal that is overwritten, and removed at the end.
struct Progress {
    /// Smaller transfers end before anybody could read the progress.
    private static let minBytes = 4 << 20

    private let verb: String
    private let total: Int
    private let write: ((String) -> Void)?
    private var percent = -1

    /// - Parameter write: nil without a terminal.
    init(_ verb: String, of total: Int, write: ((String) -> Void)?) {
        self.verb = verb
        self.total = total
        self.write = total > Self.minBytes ? write : nil
    }

    /// Writes to standard error if it is a terminal.
    static var forTerminal: ((String) -> Void)? {
        isatty(STDERR_FILENO) == 1 ? { StandardStreams.writeError($0) } : nil
    }

    mutating func advance(to bytes: Int) {
        guard let write else { return }
        let percent = Int(Double(bytes) / Double(total) * 100)
        guard percent != self.percent else { return }
        self.percent = percent
        write("\r\(verb) \(Rendering.size(bytes: bytes)) of \(Rendering.size(bytes: total)), \(percent) %\u{1B}[K")
    }

    func end() {
        if percent >= 0 { write?("\r\u{1B}[K") }
    }
}
