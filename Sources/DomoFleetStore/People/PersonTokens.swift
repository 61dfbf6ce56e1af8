import DomoModel

/// The tokens of people.
public struct PersonTokens {
    /// Who signed in with a token.
    public struct Holder: Equatable, Sendable {
        /// The number of the token.
        public var token: Int64
        public var person: Int64
        public var name: String
        /// Milliseconds since 1970, UTC; nil for never.
        public var expires: Int64?
    }

    /// A token of a person, without its secret.
    public struct Entry: Equatable, Sendable {
        public var name: String
        public var expires: Int64?
    }

    private let connection: StoreConnection

    public init(_ connection: StoreConnection) { self.connection = connection }

    /// - Parameters:
    ///   - name: of the token, such as the device that uses it.
    ///   - expires: milliseconds since 1970, UTC; nil for never.
    /// - Throws: `data` if the person has a token of this name.
    public func add(to person: Int64, name: String, expires: Int64?) throws(StoreFault) -> FleetToken {
        let token = try FleetToken.random()
        try connection.run(
            "INSERT INTO person_token (person, name, hash, expires) VALUES ($1, $2, $3, $4)",
            [.integer(person), .text(name), .bytes(token.hash), expires.map(StoreValue.integer) ?? .null]
        )
        return token
    }

    /// - Parameter now: milliseconds since 1970, UTC.
    /// - Returns: nil for a token that was never given out, was revoked or has expired.
    public func holder(of token: FleetToken, at now: Int64) throws(StoreFault) -> Holder? {
        let rows = try connection.run(
            """
            SELECT person_token.id, person.id, person.name, expires
            FROM person_token JOIN person ON person.id = person
            WHERE hash = $1 AND (expires IS NULL OR expires > $2)
            """,
            [.bytes(token.hash), .integer(now)]
        )
        guard let id = rows.integer(0, 0), let person = rows.integer(0, 1), let name = rows.text(0, 2) else {
            return nil
        }
        return Holder(token: id, person: person, name: name, expires: rows.integer(0, 3))
    }

    /// - Parameter name: nil for all tokens of the person.
    /// - Returns: how many were revoked.
    public func revoke(_ name: String?, of person: Int64) throws(StoreFault) -> Int {
        try connection.run(
            "DELETE FROM person_token WHERE person = $1 AND ($2::text IS NULL OR name = $2)",
            [.integer(person), .optional(name)]
        ).affected
    }

    /// In the order in which they were created.
    public func tokens(of person: Int64) throws(StoreFault) -> [Entry] {
        let rows = try connection.run(
            "SELECT name, expires FROM person_token WHERE person = $1 ORDER BY id",
            [.integer(person)]
        )
        return (0..<rows.count).map { Entry(name: rows.text($0, 0) ?? "", expires: rows.integer($0, 1)) }
    }

    /// The next people by name, at most 500.
    public func people(after name: String = "") throws(StoreFault) -> [String] {
        let rows = try connection.run(
            "SELECT name FROM person WHERE name > $1 ORDER BY name LIMIT 500",
            [.text(name)]
        )
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }
}
