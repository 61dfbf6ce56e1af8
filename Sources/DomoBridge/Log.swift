public import DomoSystem

/// The log of a bridge: lines on the standard error, with the priorities of sd-daemon(3) under a service manager. Texts
/// of people, secrets, paths and queries of URLs are never in it.
public struct Log: Sendable {
    private let program: String
    private let hasPriorities: Bool
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - program: the name before each line; a service manager adds it itself.
    ///   - hasPriorities: whether a service manager reads the lines.
    public init(
        program: String,
        hasPriorities: Bool = false,
        write: @escaping @Sendable (String) -> Void = { StandardStream.error.writeLine($0) }
    ) {
        self.program = program
        self.hasPriorities = hasPriorities
        self.write = write
    }

    public func notice(_ message: String) { line(message, "<5>") }
    public func warning(_ message: String) { line(message, "<4>") }

    private func line(_ message: String, _ priority: String) {
        write((hasPriorities ? priority : "\(program): ") + message.oneLine)
    }
}
