public import DomoModel

/// A zone of the time zone database that the machine has, in the edition that it has now: each is read anew, so that
/// one made after an update of the database goes by the new rules.
///
/// `offset(at:)` takes less than a microsecond, so that nothing is kept of it.
public struct SystemTimeZone: TimeZoneRules {
    public let name: String
    let rules: ZoneRules

    /// - Parameter name: as the database writes it, in its case.
    /// - Returns: nil for a name that the database does not have, for a damaged file, and for all names where the machine
    ///   has no database.
    public init?(_ name: String) {
        self.init(name, in: .system)
    }

    /// - Parameter file: what stands in a file of the database.
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

    /// That of the machine, or UTC where it has none.
    public static var current: SystemTimeZone { MachineSettings.system.zone }

    /// 0 seconds all the time.
    static let utc = SystemTimeZone(name: "UTC", ZoneRules(fixed: 0))

    public func offset(at time: Timestamp) -> Int {
        rules.offset(at: Int(time.milliseconds).flooredDivision(by: 1000).quotient)
    }
}
