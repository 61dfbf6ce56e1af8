public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoNATS

/// What a worker that stores reports, or an operator who sets up the streams, needs to connect to the fleet. The file is
/// for its owner alone.
public struct StoreCredentials: Equatable, Sendable {
    /// A token, the one in the user's permissions.
    public var name: String
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// The file with the certificate of the servers' authority, PEM; nil for those that the machine trusts.
    public var authority: String?
    /// The seed of the user's NKey.
    public var seed: Secret
    /// What shows servers that know only the operator who the key is; nil for servers with the key in their configuration.
    public var jwt: NATSJWT?

    /// - Returns: nil unless the name is 1–32 of `a`–`z`, `0`–`9` and `-`.
    public init?(name: String, servers: [String], authority: String?, seed: Secret, jwt: NATSJWT? = nil) {
        guard HouseFields.isName(name) else { return nil }
        (self.name, self.servers, self.authority, self.seed, self.jwt) = (name, servers, authority, seed, jwt)
    }

    /// The prefix of its inboxes.
    public var inbox: String { Permissions.storeInbox(name) }
}

extension StoreCredentials: StoredCredentials {
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(CredentialsFile.format)
            json.key("store")
            json.string(name)
            json.optional("ca", authority)
            HouseFields.write(servers, jwt, seed, to: &json)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        guard let name = root["store"]?.string else { throw HouseFault("it has no name of a worker (store)") }
        guard HouseFields.isName(name) else {
            throw HouseFault("\"\(name.prefix(40))\" is not the name of a worker: expected 1–32 of a–z, 0–9 and -")
        }
        self.name = name
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
