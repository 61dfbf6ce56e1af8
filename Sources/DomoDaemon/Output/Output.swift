import Glibc
import Logging

enum Output {
    /// The log of the process, to standard error.
    static let log = LogWriter(STDERR_FILENO) { dropped in
        let lines = dropped == 1 ? "1 log line" : "\(dropped) log lines"
        return LogFormat.ofProcess.lines(.warning, "dropped \(lines): standard error was not read")
    }

    /// Writes a line to standard error, and waits for those who read it: for a program that somebody runs by hand.
    ///
    /// Control characters, which a file's name may hold, never reach a terminal.
    static func error(_ text: String) {
        LogWriter.write(Array("\(text.printable)\n".utf8), to: STDERR_FILENO)
    }
}

extension String {
    /// The text with its control characters, all but the line feed, made visible as U+FFFD.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool { self != "\n" && properties.generalCategory == .control }
}
