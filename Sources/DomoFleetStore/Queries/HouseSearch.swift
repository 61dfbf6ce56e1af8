import DomoModel

/// The houses that a person may see, by name, with their state.
public struct HouseSearch {
    /// The place after a house in the list.
    public struct Place: Equatable, Sendable {
        var folded: String
        var id: String
    }

    public struct Page: Equatable, Sendable {
        public var houses: [HouseOverview]
        /// How many houses there are on all pages.
        public var count: Int64
        /// Where the next page starts; nil on the last.
        public var next: Place?
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

    private let connection: StoreConnection

    public init(_ connection: StoreConnection) { self.connection = connection }

    /// - Parameters:
    ///   - text: part of the name, in any case and with or without accents; empty for all.
    ///   - place: the `next` of the page before.
    public func houses(
        of person: Int64,
        named text: String = "",
        after place: Place? = nil,
        atMost size: Int = 100
    ) throws(StoreFault) -> Page {
        let size = min(max(size, 1), Self.maxPageSize)
        let folded = FoldedName.fold(text)
        let matches = "\(Self.isVisible) AND ($2 = '' OR position($2 IN house.folded) > 0)"
        let rows = try connection.run(
            """
            SELECT house.id, house.name, tenant.name, \(Self.role), state.version, state.alarms, state.stale,
                state.stored, presence.online, greatest(state.stored, presence.since), house.folded
            FROM house
            JOIN tenant ON tenant.id = house.tenant
            LEFT JOIN house_state state ON state.house = house.id
            LEFT JOIN presence ON presence.house = house.id
            WHERE \(matches) AND ($3::text IS NULL OR (house.folded, house.id) > ($3, $4))
            ORDER BY house.folded, house.id LIMIT $5
            """,
            [
                .integer(person), .text(folded), .optional(place?.folded), .optional(place?.id),
                .integer(Int64(size + 1)),
            ]
        )
        let count = try connection.run(
            "SELECT count(*) FROM house WHERE \(matches)",
            [.integer(person), .text(folded)]
        ).integer(0, 0)
        var page = Page(houses: [], count: count ?? 0, next: nil)
        for row in 0..<min(rows.count, size) {
            // A right that was just taken back.
            guard let role = rows.integer(row, 3).flatMap({ FleetRole(rawValue: $0) }) else { continue }
            page.houses.append(overview(rows, row, role))
        }
        if rows.count > size, let folded = rows.text(size - 1, 10), let id = rows.text(size - 1, 0) {
            page.next = Place(folded: folded, id: id)
        }
        return page
    }

    private func overview(_ rows: StoreRows, _ row: Int, _ role: FleetRole) -> HouseOverview {
        var house = HouseOverview(
            id: rows.text(row, 0) ?? "",
            name: rows.text(row, 1) ?? "",
            tenant: rows.text(row, 2) ?? "",
            role: role,
            isOnline: rows.bool(row, 8),
            lastContact: rows.integer(row, 9)
        )
        if let version = rows.text(row, 4), let alarms = rows.integer(row, 5), let stale = rows.integer(row, 6),
            let stored = rows.integer(row, 7)
        {
            house.state = HouseOverview.State(version: version, alarms: alarms, stale: stale, stored: stored)
        }
        return house
    }
}
