public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoNATS

/// What a program that asks houses needs to connect to the fleet. The file is for its owner alone.
public struct AskerCredentials: Equatable, Sendable {
    /// A token, the one in the user's permissions.
    public var asker: String
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// The file with the certificate of the servers' authority, PEM; nil for those that the machine trusts.
    public var authority: String?
    /// The seed of the user's NKey.
    public var seed: Secret
    /// What shows servers that know only the operator who the key is; nil for servers with the key in their configuration.
    public var jwt: NATSJWT?

    /// - Returns: nil unless the asker is 1–32 of `a`–`z`, `0`–`9` and `-`.
    public init?(asker: String, servers: [String], authority: String?, seed: Secret, jwt: NATSJWT? = nil) {
        guard HouseFields.isName(asker) else { return nil }
        (self.asker, self.servers, self.authority, self.seed, self.jwt) = (asker, servers, authority, seed, jwt)
    }

    /// How many requests may wait for houses.
    private static let maxRequests = 16384

    /// - Parameters:
    ///   - other: servers in place of those of the file, if there are any.
    ///   - name: for the servers' administrator.
    /// - Throws: what is wrong with them, for people.
    public func settings(servers other: [String] = [], name: String) throws -> NATSSettings {
        var settings = try NATSSettings(
            servers: other.isEmpty ? servers : other,
            authority: authority,
            seed: seed,
            jwt: jwt,
            inbox: FleetSubjects.replies(for: asker),
            name: name
        )
        settings.limits.maxRequests = Self.maxRequests
        return settings
    }
}

extension AskerCredentials: StoredCredentials {
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(CredentialsFile.format)
            json.key("asker")
            json.string(asker)
            json.optional("ca", authority)
            HouseFields.write(servers, jwt, seed, to: &json)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        guard let asker = root["asker"]?.string else {
            throw HouseFault("it has no name of a program that asks houses (asker)")
        }
        guard HouseFields.isName(asker) else {
            throw HouseFault("\"\(asker.prefix(40))\" is not the name of a program: expected 1–32 of a–z, 0–9 and -")
        }
        self.asker = asker
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
