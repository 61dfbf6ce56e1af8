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
        try write(role.permissions(name), name, end: days.map { now + 86_400 * Int64($0) }, to: path, at: now)
        return path
    }

    func path(ofUser name: String) -> String { "\(path)/users/\(name)" }

    func addEnroller(at now: Int64) throws {
        try write(.enroller(Self.enroller), Self.enroller, end: nil, to: enrolmentPath, at: now)
    }

    static let enroller = "enrolment"

    private func write(
        _ permissions: Permissions,
        _ name: String,
        end: Int64?,
        to path: String,
        at now: Int64
    ) throws {
        let key = try NKeySeed()
        let jwt = try NATSJWT(
            .user(UserClaims(account: fleet.account, rights: permissions.rights())),
            about: key.key,
            name: name,
            issuedAt: now,
            expires: end,
            signedBy: try seed(.account)
        )
        let credentials = StoreCredentials(
            name: name,
            servers: fleet.servers,
            authority: authorityPath,
            seed: Secret(key.text),
            jwt: jwt
        )
        guard let credentials else {
            throw HouseFault("invalid name \"\(name.prefix(40))\": use 1–32 of a–z, 0–9 and -")
        }
        try credentials.write(to: path)
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
