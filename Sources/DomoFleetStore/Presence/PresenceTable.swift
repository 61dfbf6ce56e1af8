import DomoFleet
import DomoModel

/// Which houses are connected, in PostgreSQL. One listener at a time writes it: the one that holds the lock, with the
/// connection that holds it.
struct PresenceTable {
    /// A statement has at most so many houses.
    private static let maxHouses = 5000

    /// The clock of PostgreSQL, in milliseconds since 1970.
    private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    /// So long after the last confirmation, in milliseconds, the table is still believed.
    static let validity = 30_000

    /// A condition: somebody listens to the servers, so that the table says who is connected.
    static let isKnown = "(SELECT confirmed > \(now) - \(validity) FROM presence_listener)"

    private let connection: StoreConnection

    /// - Returns: nil while another listener has the lock.
    init?(_ connection: StoreConnection) throws(StoreFault) {
        self.connection = connection
        try Schema.current.check(connection)
        let lock = try connection.run(
            "SELECT pg_try_advisory_lock($1)",
            [.integer(Schema.Lock.presence.rawValue)]
        )
        guard lock.bool(0, 0) == true else { return nil }
    }

    /// Writes all that is known, after a listener has learnt it anew.
    ///
    /// The houses that were connected before, and are not now, are away since the listener before was sure of it.
    /// - Parameter changes: all houses that are connected.
    func replace(by states: [HouseID: PresenceBook.State]) throws(StoreFault) {
        try connection.transaction { () throws(StoreFault) in
            try connection.run(script: "CREATE TEMPORARY TABLE connected (house text COLLATE \"C\") ON COMMIT DROP")
            let houses = states.filter(\.value.isConnected).keys.map(\.text)
            for part in stride(from: 0, to: houses.count, by: Self.maxHouses) {
                try connection.run(
                    "INSERT INTO connected SELECT unnest($1::text[])",
                    [.text(Self.list(houses[part..<min(part + Self.maxHouses, houses.count)]))]
                )
            }
            try connection.run(
                """
                UPDATE presence SET online = false,
                    since = greatest(presence.since, presence_listener.confirmed)
                FROM presence_listener
                WHERE online AND NOT EXISTS (SELECT FROM connected WHERE connected.house = presence.house)
                """
            )
            try upsert(states)
            try confirm()
        }
    }

    /// Writes changes.
    func write(_ states: [HouseID: PresenceBook.State]) throws(StoreFault) {
        try connection.transaction { () throws(StoreFault) in
            try upsert(states)
            try confirm()
        }
    }

    private func upsert(_ states: [HouseID: PresenceBook.State]) throws(StoreFault) {
        let states = states.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: states.count, by: Self.maxHouses) {
            let part = states[start..<min(start + Self.maxHouses, states.count)]
            try connection.run(
                """
                INSERT INTO presence AS known (house, online, since)
                SELECT * FROM unnest($1::text[], $2::boolean[], $3::bigint[])
                ON CONFLICT (house) DO UPDATE SET online = excluded.online, since = excluded.since
                WHERE known.online <> excluded.online
                """,
                [
                    .text(Self.list(part.map(\.key.text))), .text(Self.list(part.map { "\($0.value.isConnected)" })),
                    .text(Self.list(part.map { "\($0.value.since)" })),
                ]
            )
            try addHouses(part)
        }
    }

    /// Houses that nobody knew have a name from now on; a tenant is given to them by a person.
    private func addHouses(_ states: some Collection<(key: HouseID, value: PresenceBook.State)>) throws(StoreFault) {
        let houses = states.filter(\.value.isConnected)
        guard !houses.isEmpty else { return }
        let known = try connection.run(
            "SELECT id FROM house WHERE id = ANY ($1::text[])",
            [.text(Self.list(houses.map(\.key.text)))]
        )
        let ids = Set((0..<known.count).compactMap { known.text($0, 0) })
        for (house, state) in houses where !ids.contains(house.text) {
            let name = state.name.flatMap { FleetDirectory.isName($0) ? $0 : nil } ?? house.text
            try connection.run(
                "INSERT INTO house (id, name, folded) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                [.text(house.text), .text(name), .text(FoldedName.fold(name))]
            )
        }
    }

    /// What the table says is true now, by the clock of PostgreSQL.
    private func confirm() throws(StoreFault) {
        try connection.run("UPDATE presence_listener SET confirmed = \(Self.now)")
    }

    /// Words without special characters.
    private static func list(_ words: some Collection<String>) -> String { "{\(words.joined(separator: ","))}" }
}
