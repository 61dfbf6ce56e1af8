import DomoSystem
import Glibc
import Logging

enum Output {
    private static let journal = JournalSocket()
    static let format = LogFormat(environment: { getenv($0).map { String(cString: $0) } }, journal: journal)

    /// The log of the process: to the journal if standard error is connected to it, else to standard error.
    static let log = LogWriter(destination) { dropped in
        let lines = dropped == 1 ? "1 log line" : "\(dropped) log lines"
        return format.entries(.warning, "dropped \(lines): standard error was not read")
    }

    private static var destination: LogDestination {
        if case .journal = format, let journal { .journal(journal) } else { .stream(STDERR_FILENO) }
    }

    /// Writes the error that ends the program, after everything logged before.
    static func last(_ text: String) {
        let entries =
            switch format {
            case .people: Array("\(text)\n".printable.utf8)
            case .prefixed, .journal: format.entries(.error, text)
            }
        log.add(entries, isLast: true)
    }

    /// Writes a line to standard error, and waits until it is written: for interactive use.
    ///
    /// Control characters, which a file name may contain, are replaced.
    static func error(_ text: String) {
        StandardStream.error.writeLine(text.printable)
    }
}

extension String {
    /// The text with control characters, except line feeds, replaced by U+FFFD.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    /// Controls, and invisible characters that change how the rest is read: directions, breaks, widths of zero.
    fileprivate var isUnprintable: Bool {
        guard self != "\n" else { return false }
        return switch properties.generalCategory {
        case .control: true
        case .format, .lineSeparator, .paragraphSeparator: value != 0x200D
        default: false
        }
    }
}
