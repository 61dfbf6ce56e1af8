public import DomoFleet

/// What is missing or could not be stored, for the page and the administrator.
public struct FleetLosses {
    /// Records of a house that are in no report, or were not stored.
    public struct Gap: Equatable, Sendable {
        /// Nil for records of any.
        public var database: String?
        public var element: String?
        public var part: String
        public var reason: String
        /// The times of the first and the last of them: milliseconds since 1970, UTC.
        public var first: Int64
        public var last: Int64
        /// At most how many.
        public var records: Int64
    }

    /// The reason for what was left out because a house sent more than it may.
    public static let limit = "limit"

    private let connection: StoreConnection

    public init(_ connection: StoreConnection) { self.connection = connection }

    /// - Returns: the last 100 gaps of a house, the latest first.
    public func gaps(in house: HouseID) throws(StoreFault) -> [Gap] {
        let rows = try connection.run(
            """
            SELECT database, element, part, reason, first, last, records
            FROM (
                SELECT database, element, part, reason, first, last, records, noticed
                FROM gap JOIN source ON source.id = gap.source WHERE house = $1
                UNION ALL
                SELECT NULL, NULL, 'records', $2, first, last, records_out, day + interval '1 day'
                FROM house_day WHERE house = $1 AND records_out > 0
            ) AS hole
            ORDER BY noticed DESC, last DESC, part, element LIMIT 100
            """,
            [.text(house.text), .text(Self.limit)]
        )
        return (0..<rows.count).map { row in
            Gap(
                database: rows.text(row, 0),
                element: rows.text(row, 1),
                part: rows.text(row, 2) ?? "",
                reason: rows.text(row, 3) ?? "",
                first: rows.integer(row, 4) ?? 0,
                last: rows.integer(row, 5) ?? 0,
                records: rows.integer(row, 6) ?? 0
            )
        }
    }

    /// - Returns: the last 100 reports that could not be stored, the latest first.
    public func badReports() throws(StoreFault) -> [BadReport] {
        let rows = try connection.run("SELECT subject, reason FROM bad_report ORDER BY id DESC LIMIT 100")
        return (0..<rows.count).map { BadReport(subject: rows.text($0, 0) ?? "", reason: rows.text($0, 1) ?? "") }
    }
}
