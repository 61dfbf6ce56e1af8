/// What a link answers to a command: text and tables for people, which programs can take apart as well.
public struct LinkAnswer: Equatable, Sendable {
    public struct Table: Equatable, Sendable {
        public var title: String?
        public var columns: [String]
        /// Each has as many cells as there are columns; one that is empty has no value.
        public var rows: [[String]]

        public init(_ title: String? = nil, columns: [String], rows: [[String]] = []) {
            self.title = title
            self.columns = columns
            self.rows = rows
        }
    }

    public var lines: [String]
    public var tables: [Table]

    public init(lines: [String] = [], tables: [Table] = []) {
        self.lines = lines
        self.tables = tables
    }
}

extension LinkAnswer: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        lines = try fields.field("lines", object, \.pointee.lines)
        tables = try fields.field("tables", object, \.pointee.tables)
    }
}

extension LinkAnswer.Table: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        title = try fields.field("title", object, \.pointee.title)
        columns = try fields.field("columns", object, \.pointee.columns)
        rows = try fields.field("rows", object, \.pointee.rows)
    }
}
