/// How the daemon's memory does.
public struct MemoryView: Equatable, Sendable {
    public enum State: String, Sendable {
        case working
        /// Nothing is stored; orders go on.
        case failing
    }

    public var state: State
    /// The database.
    public var file: String
    /// Its size, in bytes.
    public var bytes: Int
    /// What is wrong.
    public var problem: String?
    /// Records that wait to be written.
    public var waiting: Int
    /// Records lost since the start, because they could not be written.
    public var dropped: Int
    /// What its keeper should know, such as a damaged database that was put aside.
    public var warnings: [String]

    public init(
        state: State,
        file: String,
        bytes: Int,
        problem: String? = nil,
        waiting: Int = 0,
        dropped: Int = 0,
        warnings: [String] = []
    ) {
        self.state = state
        self.file = file
        self.bytes = bytes
        self.problem = problem
        self.waiting = waiting
        self.dropped = dropped
        self.warnings = warnings
    }
}

extension MemoryView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        state = try fields.field("state", object, \.pointee.state)
        file = try fields.field("file", object, \.pointee.file)
        bytes = try fields.field("bytes", object, \.pointee.bytes)
        problem = try fields.field("problem", object, \.pointee.problem)
        waiting = try fields.field("waiting", object, \.pointee.waiting)
        dropped = try fields.field("dropped", object, \.pointee.dropped)
        warnings = try fields.field("warnings", object, \.pointee.warnings)
    }
}

extension MemoryView.State: WireValue {}
