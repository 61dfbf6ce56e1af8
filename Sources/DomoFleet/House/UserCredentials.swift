public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoNATS

/// What a program of the fleet that is no house needs to connect. The file is for its owner alone.
public struct UserCredentials: Equatable, Sendable {
    /// What the program does.
    public enum Kind: String, CaseIterable, Sendable {
        /// It stores reports, sets up the streams, or signs the keys of houses.
        case store
        /// It asks houses, and gives them orders.
        case asker

        var words: String {
            switch self {
            case .store: "a worker (store)"
            case .asker: "a program that asks houses (asker)"
            }
        }
    }

    public let kind: Kind
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
    /// For a worker: the public key that signs the houses, by which it knows their connections. Nil with servers that have
    /// the keys in their configuration.
    public var houses: NKey?

    /// - Returns: nil unless the name is 1–32 of `a`–`z`, `0`–`9` and `-`.
    public init?(
        _ kind: Kind,
        name: String,
        servers: [String],
        authority: String?,
        seed: Secret,
        jwt: NATSJWT? = nil
    ) {
        guard HouseFields.isName(name) else { return nil }
        (self.kind, self.name, self.servers, self.authority) = (kind, name, servers, authority)
        (self.seed, self.jwt) = (seed, jwt)
    }

    /// How many requests of an asker may wait for houses.
    private static let maxRequests = 16384

    /// - Parameters:
    ///   - other: servers in place of those of the file, if there are any.
    ///   - program: for the servers' administrator.
    /// - Throws: what is wrong with them, for people.
    public func settings(servers other: [String] = [], name program: String) throws -> NATSSettings {
        let inbox =
            switch kind {
            case .store: "\(Permissions.storeInbox(name)).\(NATSSettings.inboxSecret())"
            case .asker: FleetSubjects.replies(for: name)
            }
        var settings = try NATSSettings(
            servers: other.isEmpty ? servers : other,
            authority: authority,
            seed: seed,
            jwt: jwt,
            inbox: inbox,
            name: program
        )
        if kind == .asker { settings.limits.maxRequests = Self.maxRequests }
        return settings
    }
}

extension UserCredentials: StoredCredentials {
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(CredentialsFile.format)
            json.key(word: kind.rawValue)
            json.string(name)
            json.optional("ca", authority)
            json.optional("houses", houses.map { "\($0)" })
            HouseFields.write(servers, jwt, seed, to: &json)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        guard let kind = Kind.allCases.first(where: { root[$0.rawValue] != nil }) else {
            throw HouseFault("it has neither store nor asker, with the name of a program of the fleet")
        }
        let name = root[kind.rawValue]?.string ?? ""
        guard HouseFields.isName(name) else {
            let text = name.prefix(40)
            throw HouseFault("\"\(text)\" is not the name of \(kind.words): expected 1–32 of a–z, 0–9 and -")
        }
        (self.kind, self.name) = (kind, name)
        servers = try HouseFields.servers(root)
        seed = try HouseFields.seed(root)
        jwt = try HouseFields.jwt(root, of: seed)
        authority = try CredentialsFile.authority(root)
        guard let key = root["houses"]?.string else { return }
        do throws(NKeyFault) {
            houses = try NKey(key, kind: .account)
        } catch {
            throw HouseFault("its key of houses can't be used: \(error)")
        }
    }

    /// - Throws: why the file can't be used. Others must not be able to read it.
    public init(file path: String, of kind: Kind) throws(HouseFault) {
        try self.init(file: path, of: kind, isShared: false)
    }

    /// - Parameter isShared: whether root may have given the file to the group of its folder.
    init(file path: String, of kind: Kind, isShared: Bool) throws(HouseFault) {
        try self.init(path: path, isShared: isShared)
        guard kind == self.kind else {
            throw HouseFault("the credentials \(path) are those of \(self.kind.words); expected \(kind.words)")
        }
    }

    /// Writes the file, mode 0600.
    public func write(to path: String) throws(HouseFault) { try write(to: path, for: .ownerOfFolder) }

    func write(to path: String, for audience: OwnedFile.Audience) throws(HouseFault) {
        try OwnedFile.replace(path, with: json, for: audience)
    }
}
