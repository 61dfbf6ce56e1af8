import DomoBridge
import DomoModel
import DomoNATS
import DomoSystem

/// Users whom the operator signs.
extension OperatorFolder {
    /// What a user of the fleet's account is for.
    enum Role: String, CaseIterable {
        /// A worker that stores reports.
        case store
        /// Creates and changes the streams.
        case setup
        /// Shows houses and gives orders.
        case web

        var kind: UserCredentials.Kind {
            switch self {
            case .store, .setup: .store
            case .web: .asker
            }
        }

        func permissions(_ name: String) -> Permissions {
            switch self {
            case .store: .store(name)
            case .setup: .setup(name)
            case .web: .web(asker: name)
            }
        }
    }

    /// Makes the credentials of a user, who has none under this name.
    ///
    /// - Parameters:
    ///   - name: a token in subjects, unique among the users.
    ///   - days: nil for credentials without end.
    ///   - now: seconds since 1970.
    /// - Returns: the file.
    func add(_ role: Role, _ name: String, days: Int?, at now: Int64) throws -> String {
        let path = path(ofUser: name)
        guard !FileBytes.isThere(path) else {
            throw HouseFault("the user \(name) already exists: \(path); revoke it first with operator remove \(name)")
        }
        let end = days.map { now + 86_400 * Int64($0) }
        let (seed, jwt) = try sign(role.permissions(name), name, end: end, at: now)
        try write(role.kind, name, seed, jwt, houses: role == .store ? fleet.house : nil, to: path)
        return path
    }

    private func write(
        _ kind: UserCredentials.Kind,
        _ name: String,
        _ seed: Secret,
        _ jwt: NATSJWT,
        houses: NKey? = nil,
        to path: String,
        for audience: OwnedFile.Audience = .thisUser
    ) throws(HouseFault) {
        let (servers, authority) = (fleet.servers, authorityPath)
        var credentials = UserCredentials(
            kind,
            name: name,
            servers: servers,
            authority: authority,
            seed: seed,
            jwt: jwt
        )
        credentials?.houses = houses
        guard let credentials else {
            throw HouseFault("invalid name \"\(name.prefix(40))\": use 1–32 of a–z, 0–9 and -")
        }
        try credentials.write(to: path, for: audience)
    }

    func path(ofUser name: String) -> String { "\(path)/users/\(name)" }

    /// The key with which a user of the account that is no house may connect.
    func key(ofUser name: String) throws(HouseFault) -> NATSJWT? {
        let path = path(ofUser: name)
        let root = try CredentialsFile.root(try CredentialsFile.read(path))
        return try HouseFields.jwt(root, of: try HouseFields.seed(root))
    }

    func addEnroller(at now: Int64) throws {
        let (seed, jwt) = try sign(.enroller(Self.enroller), Self.enroller, end: nil, at: now)
        try write(.store, Self.enroller, seed, jwt, to: enrolmentPath, for: sharing.audience)
    }

    static let enroller = "enrolment"

    /// A new key of the account that is no house.
    func sign(
        _ permissions: Permissions,
        _ name: String,
        end: Int64?,
        at now: Int64
    ) throws -> (seed: Secret, jwt: NATSJWT) {
        let key = try NKeySeed()
        let jwt = try NATSJWT(
            .user(UserClaims(account: fleet.account, rights: permissions.rights())),
            about: key.key,
            name: name,
            issuedAt: now,
            expires: end,
            signedBy: try seed(.account)
        )
        return (Secret(key.text), jwt)
    }

    /// A user for one command, whose key is kept nowhere.
    ///
    /// - Parameter signer: the account's seed.
    func settings(
        _ permissions: Permissions,
        of account: NKey,
        signedBy signer: NKeySeed,
        inbox: String
    ) throws -> NATSSettings {
        let key = try NKeySeed()
        let now = Moment.now().time.milliseconds / 1000
        let jwt = try NATSJWT(
            .user(UserClaims(account: account, rights: permissions.rights())),
            about: key.key,
            name: "operator",
            // The clocks of the servers may differ.
            issuedAt: now - 300,
            expires: now + 900,
            signedBy: signer
        )
        return try NATSSettings(
            servers: fleet.servers,
            authority: authorityPath,
            seed: Secret(key.text),
            jwt: jwt,
            inbox: inbox,
            name: "domo-fleet operator"
        )
    }

    // MARK: Houses

    /// What signs the keys of houses.
    func desk() throws(HouseFault) -> EnrolmentDesk {
        EnrolmentDesk(account: fleet.account, signer: try seed(.house), validity: .seconds(86_400 * fleet.days))
    }

    /// Credentials of a house that is not in the register, for tests and for simulated houses.
    ///
    /// - Parameter now: seconds since 1970.
    func credentials(of house: HouseID, named name: String? = nil, at now: Int64) throws -> HouseCredentials {
        let key = try NKeySeed()
        let jwt = try desk().sign(key.key, of: house, named: name, at: now, end: now + 86_400 * Int64(fleet.days))
        return HouseCredentials(
            house: house,
            servers: fleet.servers,
            authority: authorityPath,
            seed: Secret(key.text),
            jwt: jwt
        )
    }

    static let codeDuration: Int64 = 86_400

    /// A one-use code for a house.
    func code(for house: HouseID, at now: Int64) throws -> (EnrolmentCode, RegisteredHouse.Code) {
        let key = try NKeySeed()
        let jwt = try NATSJWT(
            .user(UserClaims(account: fleet.account, rights: nil)),
            about: key.key,
            name: house.text,
            issuedAt: now,
            expires: now + Self.codeDuration,
            signedBy: try seed(.code)
        )
        let code = EnrolmentCode(
            house: house,
            servers: fleet.servers,
            authority: try authority(),
            seed: Secret(key.text),
            jwt: jwt
        )
        let end = Timestamp(milliseconds: 1000 * (now + Self.codeDuration))
        return (code, RegisteredHouse.Code(key: key.key, expires: end))
    }
}
