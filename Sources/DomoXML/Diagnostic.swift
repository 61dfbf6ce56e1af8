/// An error or warning in a house file, with its position.
public struct Diagnostic: Sendable, Equatable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        case error, warning
    }

    /// The name of the file: a path or a URL.
    public var file: String
    /// From 1.
    public var line: Int
    /// In characters, from 1.
    public var column: Int
    public var severity: Severity
    /// What was found and what was expected, separated by a semicolon.
    public var message: String

    public init(file: String, line: Int, column: Int, severity: Severity, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
    }

    public var description: String { "\(file):\(line):\(column): \(severity.rawValue): \(message)" }
}

extension Sequence<Diagnostic> {
    /// By file and position.
    public var inOrder: [Diagnostic] { sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) } }

    public var hasErrors: Bool { contains { $0.severity == .error } }
}
