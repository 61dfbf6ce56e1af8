public import DomoModel

/// The reply to `doctor`: the data for checking an unattended daemon.
public struct HealthView: Equatable, Sendable {
    /// The file system of the daemon's database.
    public struct Disk: Equatable, Sendable {
        public var folder: String
        /// The space available to the daemon, in bytes.
        public var free: Int
        public var total: Int

        public init(folder: String, free: Int, total: Int) {
            (self.folder, self.free, self.total) = (folder, free, total)
        }
    }

    /// By the daemon's clock.
    public var time: Timestamp
    public var status: StatusView
    /// Nil if it is unknown, or no history is kept.
    public var disk: Disk?
    /// The time of the oldest stored reading or order.
    public var oldest: Timestamp?
    /// The time of the newest stored reading or order, which is later than `time` if the clock was set back.
    public var newest: Timestamp?
    /// When `backup` last fetched the whole database; nil if it never did.
    public var backup: Timestamp?
    /// The role of who asked.
    public var role: String?

    public init(
        time: Timestamp,
        status: StatusView,
        disk: Disk? = nil,
        oldest: Timestamp? = nil,
        newest: Timestamp? = nil,
        backup: Timestamp? = nil,
        role: String? = nil
    ) {
        self.time = time
        self.status = status
        self.disk = disk
        self.oldest = oldest
        self.newest = newest
        self.backup = backup
        self.role = role
    }
}

extension HealthView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        status = try fields.field("status", object, \.pointee.status)
        disk = try fields.field("disk", object, \.pointee.disk)
        oldest = try fields.field("oldest", object, \.pointee.oldest)
        newest = try fields.field("newest", object, \.pointee.newest)
        backup = try fields.field("backup", object, \.pointee.backup)
        role = try fields.field("role", object, \.pointee.role)
    }
}

extension HealthView.Disk: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        folder = try fields.field("folder", object, \.pointee.folder)
        free = try fields.field("free", object, \.pointee.free)
        total = try fields.field("total", object, \.pointee.total)
    }
}
