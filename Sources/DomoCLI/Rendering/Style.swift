import Glibc

/// Colours for terminals.
struct Style: Equatable {
    let isColoured: Bool

    static let plain = Style(isColoured: false)

    init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// Uses colours for a terminal that has them, unless NO_COLOR is set (https://no-color.org).
    init(descriptor: CInt) {
        self.init(
            isTerminal: isatty(descriptor) == 1,
            noColor: getenv("NO_COLOR").map { String(cString: $0) },
            terminal: getenv("TERM").map { String(cString: $0) }
        )
    }

    init(isTerminal: Bool, noColor: String?, terminal: String?) {
        isColoured = isTerminal && (noColor ?? "").isEmpty && terminal != "dumb"
    }

    func heading(_ text: String) -> String { paint(text, "1") }
    func faint(_ text: String) -> String { paint(text, "2") }
    func bad(_ text: String) -> String { paint(text, "31") }
    func good(_ text: String) -> String { paint(text, "32") }
    func doubtful(_ text: String) -> String { paint(text, "33") }

    /// From the 256 colours, whose black and white don't depend on the theme.
    func blackOnWhite(_ text: String) -> String { paint(text, "38;5;16;48;5;231") }

    private func paint(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
