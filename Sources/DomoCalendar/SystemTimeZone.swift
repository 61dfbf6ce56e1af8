public import DomoModel

/// A zone of the machine's time zone database, in its present edition: zones are read each time, so that a zone created
/// after an update of the database has the new rules.
///
/// `offset(at:)` takes less than a microsecond, so results are not cached.
public struct SystemTimeZone: TimeZoneRules {
    public let name: String
    let rules: ZoneRules

    /// - Parameter name: as in the database; case matters.
    /// - Returns: nil for a name that the database does not have, for a damaged file, and if the machine has no
    ///   database.
    public init?(_ name: String) {
        self.init(name, in: .system)
    }

    /// - Parameter file: the contents of a database file.
    package init?(name: String, file: [UInt8]) {
        guard let rules = ZoneFile.rules(file) else { return nil }
        self.init(name: name, rules)
    }

    init?(_ name: String, in database: ZoneDatabase) {
        guard let rules = database.rules(named: name) else { return nil }
        self.init(name: name, rules)
    }

    init(name: String, _ rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }

    /// The zone of the machine, or UTC if it has none.
    public static var current: SystemTimeZone { MachineSettings.system.zone }

    /// UTC.
    static let utc = SystemTimeZone(name: "UTC", ZoneRules(fixed: 0))

    public func offset(at time: Timestamp) -> Int { rules.offset(at: Self.second(of: time)) }

    public func isSummerTime(at time: Timestamp) -> Bool { rules.isSummerTime(at: Self.second(of: time)) }

    private static func second(of time: Timestamp) -> Int {
        Int(time.milliseconds).flooredDivision(by: 1000).quotient
    }
}
