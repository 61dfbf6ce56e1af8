public import DomoFleet
import DomoModel

/// The houses that a person may see, by name, with their state.
public struct HouseSearch {
    /// The place after a house in the list.
    public struct Place: Equatable, Sendable {
        var folded: String
        var id: String

        init(folded: String, id: String) { (self.folded, self.id) = (folded, id) }

        /// - Returns: nil unless it is the `text` of a place.
        public init?(text: String) {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let id = HouseID(parts[0]) else { return nil }
            self.init(folded: String(parts[1]), id: id.text)
        }

        /// For programs that ask for the next page later.
        public var text: String { "\(id).\(folded)" }
    }

    public struct Page: Equatable, Sendable {
        public var houses: [HouseOverview]
        /// How many houses there are on all pages.
        public var count: Int64
        /// Whether it is known which houses are away.
        public var isPresenceKnown: Bool
        /// Where the next page starts; nil on the last.
        public var next: Place?
    }

    /// Which houses are of interest.
    public enum Filter: String, CaseIterable, Sendable {
        case all, alarms, stale, away
    }

    /// How many houses a person may see, and what is wrong with them.
    public struct Totals: Equatable, Sendable {
        public var houses: Int64
        public var alarms: Int64
        public var stale: Int64
        /// Nil while no worker listens to the servers.
        public var away: Int64?
    }

    public static let maxPageSize = 500

    /// The role of the person $1 in a row of `house`; NULL if there is none.
    static let role = """
        greatest(
            (SELECT role FROM tenant_grant WHERE person = $1 AND tenant_grant.tenant = house.tenant),
            (SELECT role FROM house_grant WHERE person = $1 AND house_grant.house = house.id)
        )
        """

    /// A few houses, or whole tenants: PostgreSQL collects each list once, and does not look up each house.
    private static let isVisible = """
        (house.tenant IN (SELECT tenant FROM tenant_grant WHERE person = $1)
            OR house.id IN (SELECT house FROM house_grant WHERE person = $1))
        """

    /// Whether a house is away, for the joins below. $2: the time of the last contact of a house that is there.
    private static let isAway = """
        (\(PresenceTable.isKnown)
            AND (presence.online IS NOT TRUE OR coalesce(greatest(state.stored, presence.since), 0) < $2))
        """

    private static let joins = """
        LEFT JOIN house_state state ON state.house = house.id
        LEFT JOIN presence ON presence.house = house.id
        """

    private static let selection = """
        SELECT house.id, house.name, tenant.name, \(role), state.version, state.alarms, state.stale,
            state.stored, \(PresenceTable.isKnown), presence.online IS TRUE, presence.since, house.folded,
            (SELECT sum(records_out)::bigint FROM house_day
                WHERE house_day.house = house.id AND house_day.day >= current_date - 1)
        FROM house
        """

    private static func condition(_ filter: Filter) -> String {
        switch filter {
        // So that each statement uses $2.
        case .all: "$2::bigint IS NOT NULL"
        case .alarms: "$2::bigint IS NOT NULL AND state.alarms > 0"
        case .stale: "$2::bigint IS NOT NULL AND state.stale > 0"
        case .away: isAway
        }
    }

    private let connection: StoreConnection

    public init(_ connection: StoreConnection) { self.connection = connection }

    /// - Parameters:
    ///   - text: part of the name, in any case and with or without accents; empty for all.
    ///   - place: the `next` of the page before.
    ///   - now: milliseconds since 1970, UTC, by the clock of the fleet.
    public func houses(
        of person: Int64,
        named text: String = "",
        only filter: Filter = .all,
        now: Int64 = 0,
        after place: Place? = nil,
        atMost size: Int = 100
    ) throws(StoreFault) -> Page {
        let size = min(max(size, 1), Self.maxPageSize)
        let folded = FoldedName.fold(text)
        let matches = """
            \(Self.isVisible) AND ($3 = '' OR position($3 IN house.folded) > 0) AND \(Self.condition(filter))
            """
        let values: [StoreValue] = [.integer(person), .integer(Self.oldestContact(at: now)), .text(folded)]
        let rows = try connection.run(
            """
            \(Self.selection)
            LEFT JOIN tenant ON tenant.id = house.tenant
            \(Self.joins)
            WHERE \(matches) AND ($4::text IS NULL OR (house.folded, house.id) > ($4, $5))
            ORDER BY house.folded, house.id LIMIT $6
            """,
            values + [.optional(place?.folded), .optional(place?.id), .integer(Int64(size + 1))]
        )
        let counted = try connection.run(
            """
            SELECT count(*), \(PresenceTable.isKnown) FROM house \(filter == .all ? "" : Self.joins) WHERE \(matches)
            """,
            values
        )
        var page = Page(
            houses: [],
            count: counted.integer(0, 0) ?? 0,
            isPresenceKnown: counted.bool(0, 1) ?? false,
            next: nil
        )
        for row in 0..<min(rows.count, size) {
            // A right that was just taken back.
            guard let role = rows.integer(row, 3).flatMap({ FleetRole(rawValue: $0) }) else { continue }
            page.houses.append(overview(rows, row, role))
        }
        if rows.count > size, let folded = rows.text(size - 1, 11), let id = rows.text(size - 1, 0) {
            page.next = Place(folded: folded, id: id)
        }
        return page
    }

    /// All houses of a person.
    /// - Parameter now: milliseconds since 1970, UTC, by the clock of the fleet.
    public func totals(of person: Int64, now: Int64) throws(StoreFault) -> Totals {
        let rows = try connection.run(
            """
            SELECT count(*), count(*) FILTER (WHERE state.alarms > 0), count(*) FILTER (WHERE state.stale > 0),
                count(*) FILTER (WHERE \(Self.isAway)), \(PresenceTable.isKnown)
            FROM house \(Self.joins) WHERE \(Self.isVisible)
            """,
            [.integer(person), .integer(Self.oldestContact(at: now))]
        )
        return Totals(
            houses: rows.integer(0, 0) ?? 0,
            alarms: rows.integer(0, 1) ?? 0,
            stale: rows.integer(0, 2) ?? 0,
            away: rows.bool(0, 4) == true ? rows.integer(0, 3) : nil
        )
    }

    /// One house; nil if the person may not see it.
    public func house(_ id: HouseID, of person: Int64) throws(StoreFault) -> HouseOverview? {
        let rows = try connection.run(
            """
            \(Self.selection) LEFT JOIN tenant ON tenant.id = house.tenant \(Self.joins)
            WHERE \(Self.isVisible) AND house.id = $2
            """,
            [.integer(person), .text(id.text)]
        )
        return rows.integer(0, 3).flatMap { FleetRole(rawValue: $0) }.map { overview(rows, 0, $0) }
    }

    /// Whether it is known which houses are away.
    public func isPresenceKnown() throws(StoreFault) -> Bool {
        try connection.run("SELECT \(PresenceTable.isKnown)").bool(0, 0) ?? false
    }

    /// The houses that match, in the order of the list, at most one more than `limit`.
    /// - Parameter houses: nil for all.
    public func chosen(
        of person: Int64,
        named text: String,
        only filter: Filter,
        among houses: [HouseID]?,
        now: Int64,
        atMost limit: Int
    ) throws(StoreFault) -> [(id: HouseID, name: String)] {
        let list = houses.map { "{\($0.map(\.text).joined(separator: ","))}" }
        let rows = try connection.run(
            """
            SELECT house.id, house.name FROM house \(Self.joins)
            WHERE \(Self.isVisible) AND ($3 = '' OR position($3 IN house.folded) > 0) AND \(Self.condition(filter))
                AND ($4::text[] IS NULL OR house.id = ANY ($4::text[]))
            ORDER BY house.folded, house.id LIMIT $5
            """,
            [
                .integer(person), .integer(Self.oldestContact(at: now)), .text(FoldedName.fold(text)),
                .optional(list), .integer(Int64(limit + 1)),
            ]
        )
        return (0..<rows.count).compactMap { row in
            guard let id = rows.text(row, 0).flatMap({ HouseID($0) }) else { return nil }
            return (id, rows.text(row, 1) ?? "")
        }
    }

    private static func oldestContact(at now: Int64) -> Int64 { now - HouseOverview.maxSilence }

    private func overview(_ rows: StoreRows, _ row: Int, _ role: FleetRole) -> HouseOverview {
        var house = HouseOverview(
            id: rows.text(row, 0) ?? "",
            name: rows.text(row, 1) ?? "",
            tenant: rows.text(row, 2) ?? "",
            role: role,
            isConnected: rows.bool(row, 8) == true ? rows.bool(row, 9) : nil,
            changed: rows.integer(row, 10)
        )
        house.leftOut = rows.integer(row, 12) ?? 0
        if let version = rows.text(row, 4), let alarms = rows.integer(row, 5), let stale = rows.integer(row, 6),
            let stored = rows.integer(row, 7)
        {
            house.state = HouseOverview.State(version: version, alarms: alarms, stale: stale, stored: stored)
        }
        return house
    }
}
