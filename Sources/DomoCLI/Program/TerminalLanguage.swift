import Glibc

/// The language of the terminal's locale, as a language tag: `es-ES`.
enum TerminalLanguage {
    /// Nil if the locale has no language, as `C`.
    static var tag: String? {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
        return locale.flatMap(tag(ofLocale:))
    }

    static func tag(ofLocale locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard name != "C", name != "POSIX", !name.isEmpty,
            name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || isLetterOrDigit($0) })
        else { return nil }
        return String(name.map { $0 == "_" ? "-" : $0 })
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
