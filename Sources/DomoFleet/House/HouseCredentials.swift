public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoNATS

/// What a house needs to connect to the fleet. The file is for its owner alone.
public struct HouseCredentials: Equatable, Sendable {
    public var house: HouseID
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// The file with the certificate of the servers' authority, PEM; nil for those that the machine trusts.
    public var authority: String?
    /// The seed of the house's NKey, which never leaves the house.
    public var seed: Secret
    /// What shows servers that know only the operator who the key is; nil for servers with the key in their configuration.
    public var jwt: NATSJWT?

    public init(house: HouseID, servers: [String], authority: String?, seed: Secret, jwt: NATSJWT? = nil) {
        self.house = house
        self.servers = servers
        self.authority = authority
        self.seed = seed
        self.jwt = jwt
    }
}

extension HouseCredentials {
    /// - Parameter other: servers in place of those of the file, if there are any.
    /// - Throws: what is wrong with them, for people.
    func settings(servers other: [String] = []) throws -> NATSSettings {
        try NATSSettings(
            servers: other.isEmpty ? servers : other,
            authority: authority,
            seed: seed,
            jwt: jwt,
            inbox: FleetSubjects.inbox(of: house, secret: NATSSettings.inboxSecret()),
            name: "domo-fleet \(house)"
        )
    }
}

extension HouseCredentials: StoredCredentials {
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(CredentialsFile.format)
            json.key("house")
            json.string(house.text)
            json.optional("ca", authority)
            HouseFields.write(servers, jwt, seed, to: &json)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        house = try HouseFields.house(root)
        servers = try HouseFields.servers(root)
        seed = try HouseFields.seed(root)
        jwt = try HouseFields.jwt(root, of: seed)
        authority = try CredentialsFile.authority(root)
    }

    /// - Throws: why the file can't be used. Others must not be able to read it.
    public init(file path: String) throws(HouseFault) { try self.init(path: path) }

    /// Writes the file, mode 0600.
    public func write(to path: String) throws(HouseFault) { try OwnedFile.replace(path, with: json) }
}
