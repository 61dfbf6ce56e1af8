public import DomoFleet

/// The values of one element, per hour.
public struct HourChart: Equatable, Sendable {
    public struct Hour: Equatable, Sendable {
        /// Milliseconds since 1970, UTC.
        public var start: Int64
        public var records: Int64
        /// Of the values that are numbers; `on` counts as 1, and `off` as 0. Nil if there is none.
        public var min: Double?
        public var max: Double?
        /// The mean of the records: an hour with many changes is not weighted by how long each value lasted.
        public var mean: Double?
        /// The last value, whatever it is.
        public var last: String?
    }

    static let hour: Int64 = 3_600_000
    public static let maxHours: Int64 = 366 * 24

    /// Hours without records are left out.
    public var hours: [Hour]

    /// - Parameters:
    ///   - from, to: milliseconds since 1970, UTC, widened to whole hours; at most `maxHours`.
    /// - Throws: `data` for an invalid time range, `denied` if the person may not see the house.
    public init(
        of element: String,
        in house: HouseID,
        from: Int64,
        to: Int64,
        for person: Int64,
        _ connection: StoreConnection
    ) throws(StoreFault) {
        guard from >= 0, to >= from, to < Int64.max - Self.hour, (to - from) / Self.hour < Self.maxHours else {
            throw StoreFault(
                .data,
                "the time range of the chart is invalid",
                hint: "choose at most \(Self.maxHours) hours, the end after the start"
            )
        }
        guard try FleetDirectory(connection).role(of: person, in: house) != nil else {
            throw StoreFault(.denied, "the house \(house) is not one of yours", hint: "ask for the right to see it")
        }
        let rows = try connection.run(
            """
            \(Self.parts)
            SELECT time / \(Self.hour) * \(Self.hour) AS start, count(*), min(number), max(number), avg(number),
                (array_agg(value ORDER BY time DESC, record DESC) FILTER (WHERE value IS NOT NULL))[1]
            FROM (
                SELECT time, record, value, CASE
                    WHEN value ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' THEN value::double precision
                    WHEN value = 'on' THEN 1
                    WHEN value = 'off' THEN 0
                END AS number
                FROM report JOIN part ON part.id = report.source AND report.time > part.after
                WHERE hashtextextended(element, 0) = hashtextextended($2, 0) AND element = $2
                    AND time >= $3 AND time < $4
            ) AS record
            GROUP BY start ORDER BY start
            """,
            [
                .text(house.text), .text(element), .integer(from / Self.hour * Self.hour),
                .integer((to + Self.hour - 1) / Self.hour * Self.hour),
            ]
        )
        hours = (0..<rows.count).map { row in
            Hour(
                start: rows.integer(row, 0) ?? 0,
                records: rows.integer(row, 1) ?? 0,
                min: rows.number(row, 2),
                max: rows.number(row, 3),
                mean: rows.number(row, 4),
                last: rows.text(row, 5)
            )
        }
    }

    /// The databases of the house $1, and the time after which each one counts.
    ///
    /// A restored database has the records of the one that it replaced once more, up to the backup; all of them are
    /// reported. What the replaced one reported counts, and the restored one from its end on. The end is the time of its
    /// last record that a clock could have had: a wrong one would hide what follows.
    private static let parts = """
        WITH RECURSIVE known AS (
            SELECT newer.id, older.id AS replaced FROM source AS newer
            LEFT JOIN source AS older
                ON older.house = newer.house AND older.database = newer.replaces AND older.id < newer.id
            WHERE newer.house = $1
        ), chain AS (
            SELECT id, replaced AS older FROM known WHERE replaced IS NOT NULL
            UNION
            SELECT chain.id, known.replaced FROM chain JOIN known ON known.id = chain.older
            WHERE known.replaced IS NOT NULL
        ), part AS (
            SELECT known.id, coalesce(max(last.time), \(-Int64.max)) AS after FROM known
            LEFT JOIN chain ON chain.id = known.id
            LEFT JOIN LATERAL (
                SELECT time FROM report WHERE source = chain.older AND time >= \(Schema.firstPlausibleTime)
                    AND time < (received + 2 - date '1970-01-01')::bigint * 86400000
                ORDER BY record DESC LIMIT 1
            ) AS last ON true
            GROUP BY known.id
        )
        """

    private static let maxElements = 500

    /// The elements of a house with reports since a time, in alphabetical order, at most 500.
    /// - Parameter time: milliseconds since 1970, UTC.
    public static func elements(
        in house: HouseID,
        since time: Int64,
        _ connection: StoreConnection
    ) throws(StoreFault) -> [String] {
        let rows = try connection.run(
            """
            SELECT DISTINCT element FROM report
            WHERE source IN (SELECT id FROM source WHERE house = $1) AND time >= $2 AND element IS NOT NULL
            ORDER BY element LIMIT \(maxElements)
            """,
            [.text(house.text), .integer(time)]
        )
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }
}
