import DomoSystem

/// The log: lines on the standard error, with the priorities of sd-daemon(3) under a service manager. Texts of notices,
/// secrets, paths and queries of URLs are never in it.
struct Log: Sendable {
    private let hasPriorities: Bool
    private let write: @Sendable (String) -> Void

    init(
        hasPriorities: Bool = false,
        write: @escaping @Sendable (String) -> Void = { StandardStream.error.writeLine($0) }
    ) {
        self.hasPriorities = hasPriorities
        self.write = write
    }

    func notice(_ message: String) { line(message, "<5>") }
    func warning(_ message: String) { line(message, "<4>") }

    private func line(_ message: String, _ priority: String) {
        write((hasPriorities ? priority : "domo-notify: ") + message.oneLine)
    }
}
