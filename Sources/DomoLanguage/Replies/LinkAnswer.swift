public import DomoModel

/// The reply of a link to a command: text and tables for people that programs can also parse.
public struct LinkAnswer: Equatable, Sendable {
    public struct Table: Equatable, Sendable {
        public var title: String?
        public var columns: [String]
        /// Each row has a cell for every column; an empty cell has no value.
        public var rows: [[String]]

        public init(_ title: String? = nil, columns: [String], rows: [[String]] = []) {
            self.title = title
            self.columns = columns
            self.rows = rows
        }
    }

    /// A past telegram.
    public struct Telegram: Equatable, Sendable {
        public var time: Timestamp
        public var telegram: TelegramView

        public init(time: Timestamp, telegram: TelegramView) {
            self.time = time
            self.telegram = telegram
        }
    }

    public var lines: [String]
    public var tables: [Table]
    /// To `knx log`, the oldest first.
    public var telegrams: [Telegram]?
    /// For `--after`, if there are more.
    public var next: String?

    public init(
        lines: [String] = [],
        tables: [Table] = [],
        telegrams: [Telegram]? = nil,
        next: String? = nil
    ) {
        self.lines = lines
        self.tables = tables
        self.telegrams = telegrams
        self.next = next
    }
}

extension LinkAnswer: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        lines = try fields.field("lines", object, \.pointee.lines)
        tables = try fields.field("tables", object, \.pointee.tables)
        telegrams = try fields.field("telegrams", object, \.pointee.telegrams)
        next = try fields.field("next", object, \.pointee.next)
    }
}

extension LinkAnswer.Table: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        title = try fields.field("title", object, \.pointee.title)
        columns = try fields.field("columns", object, \.pointee.columns)
        rows = try fields.field("rows", object, \.pointee.rows)
    }
}

extension LinkAnswer.Telegram: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        telegram = try fields.field("telegram", object, \.pointee.telegram)
    }
}

extension Event {
    /// The event that `watch` showed for the telegram.
    public init(_ telegram: LinkAnswer.Telegram) {
        self.init(kind: .telegram, time: telegram.time, telegram: telegram.telegram)
    }
}
