public import DomoModel

/// The answer to `doctor`: what a daemon that runs unattended has to be looked at for.
public struct HealthView: Equatable, Sendable {
    /// The file system that the daemon's database is on.
    public struct Disk: Equatable, Sendable {
        public var folder: String
        /// What the daemon may still use of it, in bytes.
        public var free: Int
        public var total: Int

        public init(folder: String, free: Int, total: Int) {
            (self.folder, self.free, self.total) = (folder, free, total)
        }
    }

    /// By the daemon's clock.
    public var time: Timestamp
    public var status: StatusView
    /// Nil where it is not known, or no history is kept.
    public var disk: Disk?
    /// When the oldest reading or order that is kept was.
    public var oldest: Timestamp?
    /// When the database was last fetched as a whole by `backup`; nil where it never was.
    public var backup: Timestamp?

    public init(
        time: Timestamp,
        status: StatusView,
        disk: Disk? = nil,
        oldest: Timestamp? = nil,
        backup: Timestamp? = nil
    ) {
        self.time = time
        self.status = status
        self.disk = disk
        self.oldest = oldest
        self.backup = backup
    }
}

extension HealthView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        status = try fields.field("status", object, \.pointee.status)
        disk = try fields.field("disk", object, \.pointee.disk)
        oldest = try fields.field("oldest", object, \.pointee.oldest)
        backup = try fields.field("backup", object, \.pointee.backup)
    }
}

extension HealthView.Disk: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        folder = try fields.field("folder", object, \.pointee.folder)
        free = try fields.field("free", object, \.pointee.free)
        total = try fields.field("total", object, \.pointee.total)
    }
}
