public import DomoFleet

/// The tokens of houses that the holder of a fleet token has stored. They can be opened only with that token.
public struct HouseTokens {
    private let connection: StoreConnection
    private let owner: Int64
    private let key: [UInt8]

    public init(of holder: PersonTokens.Holder, with token: FleetToken, _ connection: StoreConnection) {
        (self.connection, owner, key) = (connection, holder.token, token.key)
    }

    /// Stores the token of a house, in place of the one before.
    /// - Throws: `data` if the house does not exist.
    public func save(_ secret: String, of house: HouseID) throws(StoreFault) {
        try connection.run(
            """
            INSERT INTO house_token (owner, house, sealed) VALUES ($1, $2, $3)
            ON CONFLICT (owner, house) DO UPDATE SET sealed = excluded.sealed
            """,
            [.integer(owner), .text(house.text), .bytes(try SealedSecret.seal(secret, for: house.text, key: key))]
        )
    }

    public func remove(_ house: HouseID) throws(StoreFault) {
        try connection.run(
            "DELETE FROM house_token WHERE owner = $1 AND house = $2",
            [.integer(owner), .text(house.text)]
        )
    }

    /// - Returns: nil if none is stored.
    public func token(of house: HouseID) throws(StoreFault) -> String? { try tokens(of: [house])[house] }

    /// The stored tokens of these houses.
    public func tokens(of houses: [HouseID]) throws(StoreFault) -> [HouseID: String] {
        let list = "{\(houses.map(\.text).joined(separator: ","))}"
        let rows = try connection.run(
            "SELECT house, encode(sealed, 'hex') FROM house_token WHERE owner = $1 AND house = ANY ($2::text[])",
            [.integer(owner), .text(list)]
        )
        var tokens: [HouseID: String] = [:]
        for row in 0..<rows.count {
            guard let house = rows.text(row, 0).flatMap({ HouseID($0) }), let sealed = rows.text(row, 1) else {
                continue
            }
            tokens[house] = try SealedSecret.open(Self.octets(sealed), for: house.text, key: key)
        }
        return tokens
    }

    private static func octets(_ hex: String) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte < 0x60 ? byte - 0x30 : byte - 0x61 + 10 }
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digit(digits[$0]) << 4 | digit(digits[$0 + 1]) }
    }
}
