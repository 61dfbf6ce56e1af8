/// How long reports are kept, and how they are divided.
public struct ReportRetention: Equatable, Sendable {
    /// After how many days records are deleted.
    public let days: Int64
    /// How many days a partition covers.
    public let partitionDays: Int64
    /// How many partitions are made ahead.
    public static let ahead: Int64 = 2
    /// PostgreSQL plans slowly with thousands of partitions.
    public static let maxPartitions: Int64 = 1000

    /// - Returns: nil if it is less than a day, or needs more partitions than `maxPartitions`.
    public init?(days: Int64, partitionDays: Int64 = 7) {
        guard days >= 1, partitionDays >= 1, partitionDays <= 366, days <= 36_600,
            days / partitionDays + Self.ahead + 2 <= Self.maxPartitions
        else { return nil }
        self.days = days
        self.partitionDays = partitionDays
    }

    static let day: Int64 = 86_400_000

    var span: Int64 { partitionDays * Self.day }

    /// The start of the day before which everything is deleted.
    func keptFrom(at now: Int64) -> Int64 { (now / Self.day - days) * Self.day }

    /// The start of the last partition that is made ahead.
    func lastStart(at now: Int64) -> Int64 { (now / span + Self.ahead) * span }
}
