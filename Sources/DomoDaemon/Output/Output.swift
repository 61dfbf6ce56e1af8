import Glibc

enum Output {
    /// Control characters, which a file's name may hold, never reach a terminal.
    static func error(_ text: String) {
        var line = text.printable + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
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
