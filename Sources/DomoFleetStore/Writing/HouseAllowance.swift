/// What a house may send on a day, in all its reports. The rest is left out, and shown as a hole.
///
/// A house with 20 elements that change 144 times has 2,880 records on a day, of about 400 octets: it can catch up with 87
/// days on one. Its own history, of 512 MiB by default, keeps what was left out.
public struct HouseAllowance: Equatable, Sendable {
    public static let defaultRecords = 250_000
    public static let defaultMebibytes = 128

    public var records: Int64
    public var octets: Int64
    /// Each is kept as long as a record.
    var gaps: Int64 = 1000
    /// A house has a new one after a restore; their rows are never deleted.
    var databases: Int64 = 10
    /// Reports that can't be read, which are kept with up to 256 KiB each.
    var badReports: Int64 = 20

    /// - Returns: nil unless both are positive.
    public init?(records: Int = defaultRecords, mebibytes: Int = defaultMebibytes) {
        guard (1...1_000_000_000).contains(records), (1...1_048_576).contains(mebibytes) else { return nil }
        (self.records, octets) = (Int64(records), Int64(mebibytes) << 20)
    }

    private init(records: Int64, octets: Int64) { (self.records, self.octets) = (records, octets) }

    public static let standard = HouseAllowance(
        records: Int64(defaultRecords),
        octets: Int64(defaultMebibytes) << 20
    )
}
