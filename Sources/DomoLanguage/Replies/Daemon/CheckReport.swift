/// The output of `domod --check --json`: the diagnostics of the files.
public struct CheckReport: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public var file: String
        /// Line and column are counted from 1; nil for a diagnostic of the whole file.
        public var line: Int?
        public var column: Int?
        /// `error`, `warning` or `hint`
        public var severity: String
        public var message: String

        public init(file: String, line: Int? = nil, column: Int? = nil, severity: String = "error", message: String) {
            (self.file, self.line, self.column) = (file, line, column)
            (self.severity, self.message) = (severity, message)
        }

        /// `noche.domo:2:1: error: …`
        public var text: String {
            guard let line, let column else {
                return severity == "error" ? "\(file): \(message)" : "\(file): \(severity): \(message)"
            }
            return "\(file):\(line):\(column): \(severity): \(message)"
        }
    }

    public var diagnostics: [Entry]

    public init(diagnostics: [Entry] = []) { self.diagnostics = diagnostics }
}

extension CheckReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        diagnostics = try fields.field("diagnostics", object, \.pointee.diagnostics)
    }
}

extension CheckReport.Entry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        file = try fields.field("file", object, \.pointee.file)
        line = try fields.field("line", object, \.pointee.line)
        column = try fields.field("column", object, \.pointee.column)
        severity = try fields.field("severity", object, \.pointee.severity)
        message = try fields.field("message", object, \.pointee.message)
    }
}
