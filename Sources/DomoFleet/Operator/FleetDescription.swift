import DomoJSON
import DomoLanguage
import DomoNATS

/// What is public about a fleet, in the operator's folder.
struct FleetDescription: Equatable, Sendable {
    static let format = 1
    static let defaultDays = 90
    static let allowedDays = 1...3650

    /// `tls://HOST:PORT`
    var servers: [String]
    /// Whether the servers' authority is in the folder, or one that machines trust anyway.
    var hasAuthority: Bool
    var `operator`: NKey
    /// The account of the houses and of those who ask them.
    var account: NKey
    /// The account whose users administer the servers.
    var system: NKey
    /// The account's signing keys: of houses, and of one-use codes.
    var house: NKey
    var code: NKey
    /// How long the credentials of a house are valid.
    var days: Int
    /// Where the servers keep the JWTs of accounts.
    var serversFolder: String
    /// Seconds since 1970.
    var created: Int64

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("servers")
            json.array(servers) { $0.string($1) }
            json.key("ca")
            json.bool(hasAuthority)
            let keys: [(String, NKey)] = [
                ("operator", `operator`), ("account", account), ("system", system), ("house", house), ("code", code),
            ]
            for (name, key) in keys {
                json.key(word: name)
                json.string("\(key)")
            }
            json.key("days")
            json.number(days)
            json.key("serversFolder")
            json.string(serversFolder)
            json.key("created")
            json.numeral("\(created)")
        }
        json.newline()
        return json.bytes
    }
}

extension FleetDescription {
    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        let key = { (name: String, kind: NKeyKind) throws(HouseFault) -> NKey in
            do throws(NKeyFault) {
                return try NKey(root[name]?.string ?? "", kind: kind)
            } catch {
                throw HouseFault("its \(name) can't be used: \(error)")
            }
        }
        servers = try HouseFields.servers(root)
        hasAuthority = root["ca"]?.bool ?? false
        `operator` = try key("operator", .operator)
        (account, system) = (try key("account", .account), try key("system", .account))
        (house, code) = (try key("house", .account), try key("code", .account))
        guard let days = root["days"]?.integer(Int.self), Self.allowedDays.contains(days),
            let folder = root["serversFolder"]?.string, let created = root["created"]?.integer(Int64.self)
        else { throw HouseFault("its days, serversFolder or created can't be used") }
        (self.days, serversFolder, self.created) = (days, folder, created)
    }
}
