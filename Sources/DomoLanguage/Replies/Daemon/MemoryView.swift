public import DomoModel

/// The state of the daemon's database.
public struct MemoryView: Equatable, Sendable {
    public enum State: String, Sendable {
        case working
        /// Nothing is stored; orders are still carried out.
        case failing
    }

    public var state: State
    /// The database.
    public var file: String
    /// Its size, in bytes.
    public var bytes: Int
    /// What is wrong.
    public var problem: String?
    /// The number of records waiting to be written.
    public var waiting: Int
    /// The number of records lost since the start because they could not be written.
    public var dropped: Int
    /// Warnings for the administrator, such as a damaged database that was set aside.
    public var warnings: [String]
    /// The schema version from which the database is being migrated; records wait until then.
    public var migratingFrom: Int?
    /// When a backup last fetched the whole database; nil if none ever did.
    public var lastBackup: Timestamp?
    /// When a backup last failed or was given up; nil if none did since the start or since `lastBackup`.
    public var failedBackup: Timestamp?

    public init(
        state: State,
        file: String,
        bytes: Int,
        problem: String? = nil,
        waiting: Int = 0,
        dropped: Int = 0,
        warnings: [String] = [],
        migratingFrom: Int? = nil
    ) {
        self.state = state
        self.file = file
        self.bytes = bytes
        self.problem = problem
        self.waiting = waiting
        self.dropped = dropped
        self.warnings = warnings
        self.migratingFrom = migratingFrom
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
        migratingFrom = try fields.field("migratingFrom", object, \.pointee.migratingFrom)
        lastBackup = try fields.field("lastBackup", object, \.pointee.lastBackup)
        failedBackup = try fields.field("failedBackup", object, \.pointee.failedBackup)
    }
}

extension MemoryView.State: WireValue {}
