/// The reply to `script show`, `script save` and `script remove`: the current or removed text.
public struct SceneText: Equatable, Sendable {
    public var name: String
    /// The full path of its file.
    public var file: String
    public var text: String
    /// Identifies the text: a client that saves passes the tag of the text that it read.
    public var tag: String

    public init(name: String, file: String, text: String, tag: String) {
        (self.name, self.file, self.text, self.tag) = (name, file, text, tag)
    }
}

/// The reply to `script check`: the diagnostics of a text, in its order.
public struct SceneDiagnostics: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        /// Both counted from 1.
        public var line: Int
        public var column: Int
        /// `error` or `warning`; a scene with only warnings runs.
        public var severity: String
        public var message: String
        public var hint: String?

        public init(line: Int, column: Int, severity: String, message: String, hint: String?) {
            (self.line, self.column, self.severity) = (line, column, severity)
            (self.message, self.hint) = (message, hint)
        }
    }

    public var diagnostics: [Entry]

    public init(diagnostics: [Entry]) { self.diagnostics = diagnostics }
}

extension SceneText: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        file = try fields.field("file", object, \.pointee.file)
        text = try fields.field("text", object, \.pointee.text)
        tag = try fields.field("tag", object, \.pointee.tag)
    }
}

extension SceneDiagnostics: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        diagnostics = try fields.field("diagnostics", object, \.pointee.diagnostics)
    }
}

extension SceneDiagnostics.Entry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        line = try fields.field("line", object, \.pointee.line)
        column = try fields.field("column", object, \.pointee.column)
        severity = try fields.field("severity", object, \.pointee.severity)
        message = try fields.field("message", object, \.pointee.message)
        hint = try fields.field("hint", object, \.pointee.hint)
    }
}
