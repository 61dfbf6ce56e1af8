public import DomoFleet
import DomoModel

/// Tenants, houses, people, and who may see which house.
public struct FleetDirectory {
    private let connection: StoreConnection

    public init(_ connection: StoreConnection) { self.connection = connection }

    /// - Returns: its number; that of the known one if there is one.
    @discardableResult
    public func addTenant(_ name: String) throws(StoreFault) -> Int64 { try add(name, to: "tenant") }

    /// - Returns: their number; that of the known one if there is one.
    @discardableResult
    public func addPerson(_ name: String) throws(StoreFault) -> Int64 { try add(name, to: "person") }

    private func add(_ name: String, to table: String) throws(StoreFault) -> Int64 {
        try connection.run("INSERT INTO \(table) (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", [.text(name)])
        guard let id = try id(of: name, in: table) else {
            throw StoreFault(.busy, "the \(table) \"\(name)\" was just removed", hint: "try again")
        }
        return id
    }

    /// - Returns: nil if there is no such person.
    public func person(_ name: String) throws(StoreFault) -> Int64? { try id(of: name, in: "person") }

    /// - Returns: nil if there is no such tenant.
    public func tenant(_ name: String) throws(StoreFault) -> Int64? { try id(of: name, in: "tenant") }

    /// Removes a person, with all tokens and rights.
    public func removePerson(_ person: Int64) throws(StoreFault) {
        try connection.run("DELETE FROM person WHERE id = $1", [.integer(person)])
    }

    private func id(of name: String, in table: String) throws(StoreFault) -> Int64? {
        try connection.run("SELECT id FROM \(table) WHERE name = $1", [.text(name)]).integer(0, 0)
    }

    /// - Throws: `data` if the tenant has another house of this name, or the ID is taken.
    public func addHouse(_ id: HouseID, name: String, tenant: Int64) throws(StoreFault) {
        try connection.run(
            "INSERT INTO house (id, tenant, name, folded) VALUES ($1, $2, $3, $4)",
            [.text(id.text), .integer(tenant), .text(name), .text(FoldedName.fold(name))]
        )
    }

    /// Whether a house or a person can have the name.
    static func isName(_ name: String) -> Bool {
        (1...200).contains(name.unicodeScalars.count) && !name.unicodeScalars.contains("\0")
    }

    /// Gives a house to a tenant; its name stays.
    /// - Throws: `data` if the tenant has another house of its name.
    /// - Returns: false if there is no such house.
    public func giveHouse(_ id: HouseID, to tenant: Int64) throws(StoreFault) -> Bool {
        try connection.run("UPDATE house SET tenant = $2 WHERE id = $1", [.text(id.text), .integer(tenant)]).affected
            > 0
    }

    /// The first 10,000 houses without a tenant, by name.
    public func housesWithoutTenant() throws(StoreFault) -> [(id: String, name: String)] {
        let rows = try connection.run(
            "SELECT id, name FROM house WHERE tenant IS NULL ORDER BY folded, id LIMIT 10000"
        )
        return (0..<rows.count).map { (rows.text($0, 0) ?? "", rows.text($0, 1) ?? "") }
    }

    /// Adds a house, or gives one that is there another name and tenant.
    /// - Throws: `data` if the tenant has another house of this name.
    public func setHouse(_ id: HouseID, name: String, tenant: Int64) throws(StoreFault) {
        try connection.run(
            """
            INSERT INTO house (id, tenant, name, folded) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET tenant = excluded.tenant, name = excluded.name, folded = excluded.folded
            """,
            [.text(id.text), .integer(tenant), .text(name), .text(FoldedName.fold(name))]
        )
    }

    /// - Returns: false if there is no such house.
    public func removeHouse(_ id: HouseID) throws(StoreFault) -> Bool {
        try connection.run("DELETE FROM house WHERE id = $1", [.text(id.text)]).affected > 0
    }

    /// The first 10,000 tenants by name, with the number of their houses.
    public func tenants() throws(StoreFault) -> [(name: String, houses: Int64)] {
        let rows = try connection.run(
            """
            SELECT tenant.name, count(house.id) FROM tenant LEFT JOIN house ON house.tenant = tenant.id
            GROUP BY tenant.id ORDER BY tenant.name LIMIT 10000
            """
        )
        return (0..<rows.count).map { (rows.text($0, 0) ?? "", rows.integer($0, 1) ?? 0) }
    }

    // MARK: - Grants

    /// Lets a person see all houses of a tenant; nil takes it back.
    public func grant(_ role: FleetRole?, tenant: Int64, to person: Int64) throws(StoreFault) {
        try grant(role, .integer(tenant), "tenant", to: person)
    }

    /// Lets a person see a house; nil takes it back.
    public func grant(_ role: FleetRole?, house: HouseID, to person: Int64) throws(StoreFault) {
        try grant(role, .text(house.text), "house", to: person)
    }

    private func grant(_ role: FleetRole?, _ subject: StoreValue, _ kind: String, to person: Int64) throws(StoreFault) {
        guard let role else {
            let sql = "DELETE FROM \(kind)_grant WHERE person = $1 AND \(kind) = $2"
            try connection.run(sql, [.integer(person), subject])
            return
        }
        try connection.run(
            """
            INSERT INTO \(kind)_grant (person, \(kind), role) VALUES ($1, $2, $3)
            ON CONFLICT (person, \(kind)) DO UPDATE SET role = excluded.role
            """,
            [.integer(person), subject, .integer(role.rawValue)]
        )
    }

    /// - Returns: nil if the person may not see the house, or it does not exist.
    public func role(of person: Int64, in house: HouseID) throws(StoreFault) -> FleetRole? {
        let rows = try connection.run(
            "SELECT \(HouseSearch.role) FROM house WHERE id = $2",
            [.integer(person), .text(house.text)]
        )
        return rows.integer(0, 0).flatMap { FleetRole(rawValue: $0) }
    }
}
