import DomoBridge
import DomoNATS
import DomoSystem

/// The folder of a fleet's operator. Its files are for their owner alone:
///
/// - `fleet.json`: what is public, and `ca.pem`, the certificates of the servers' authority, if they have their own;
/// - `operator.seed`, `account.seed`, `system.seed`: needed only for the commands `operator` and `house revoke`;
/// - `house.seed`, `code.seed`, `enrolment`: the signing keys and the credentials of `domo-fleet enrolment`;
/// - `houses/`: the register;
/// - `revoked.json`, and `fleet.conf` for the servers;
/// - `users/`: credentials of workers and web servers, to be brought to them.
///
/// If the folder is root's, and has the group of a service, `domo-fleet enrolment` runs as that service: it owns
/// `houses/` alone, and reads what it needs (see `OperatorSharing`).
///
/// Its methods block.
struct OperatorFolder: Sendable {
    enum Seed: String, CaseIterable {
        case `operator`, account, system, house, code

        var kind: NKeyKind { self == .operator ? .operator : .account }
    }

    let path: String
    let fleet: FleetDescription
    let sharing: OperatorSharing

    var register: HouseRegister { HouseRegister(folder: "\(path)/houses") }
    var configurationPath: String { "\(path)/fleet.conf" }
    var enrolmentPath: String { "\(path)/enrolment" }
    /// Nil for authorities that machines trust.
    var authorityPath: String? { fleet.hasAuthority ? Self.authorityPath(in: path) : nil }

    private static func authorityPath(in path: String) -> String { "\(path)/ca.pem" }
    private static func descriptionPath(in path: String) -> String { "\(path)/fleet.json" }
    private static func path(of seed: Seed, in path: String) -> String { "\(path)/\(seed).seed" }

    init(_ path: String) throws(HouseFault) {
        self.path = path.absolutePath
        let file = Self.descriptionPath(in: self.path)
        guard FileBytes.isThere(file) else {
            throw HouseFault("\(path) is not the folder of a fleet: make one with domo-fleet operator init \(path)")
        }
        sharing = try OperatorSharing(of: self.path)
        let bytes = try CredentialsFile.read(file, isShared: true)
        do throws(HouseFault) { fleet = try FleetDescription(json: bytes) } catch {
            throw HouseFault("can't use \(file): \(error)")
        }
    }

    // MARK: Making one

    struct Plan {
        var servers: [String]
        /// The file with the certificates of the servers' authority.
        var authority: String?
        var days = FleetDescription.defaultDays
        /// Where the servers keep the JWTs of accounts.
        var serversFolder = "/var/lib/nats/jwt"
    }

    /// - Parameter now: seconds since 1970.
    static func create(_ path: String, _ plan: Plan, now: Int64) throws -> OperatorFolder {
        let path = path.absolutePath
        guard !FileBytes.isThere(descriptionPath(in: path)) else {
            throw HouseFault("\(path) already is the folder of a fleet")
        }
        try check(plan)
        let sharing = try OperatorSharing(preparing: path)
        try OwnedFile.makeFolder("\(path)/users")
        if let authority = plan.authority {
            let certificates = try AuthorityCertificates(file: authority)
            let pem = Array(certificates.pem.utf8)
            try OwnedFile.replace(authorityPath(in: path), with: pem, for: sharing.audience)
        }
        let seeds = Dictionary(uniqueKeysWithValues: try Seed.allCases.map { ($0, try NKeySeed(new: $0.kind)) })
        for (name, seed) in seeds {
            let text = Array("\(seed.text)\n".utf8)
            let audience = name == .house ? sharing.audience : .thisUser
            try OwnedFile.replace(Self.path(of: name, in: path), with: text, for: audience)
        }
        let key = { (name: Seed) throws(HouseFault) -> NKey in
            guard let seed = seeds[name] else { throw HouseFault("there is no key \(name)") }
            return seed.key
        }
        let fleet = FleetDescription(
            servers: plan.servers,
            hasAuthority: plan.authority != nil,
            operator: try key(.operator),
            account: try key(.account),
            system: try key(.system),
            house: try key(.house),
            code: try key(.code),
            days: plan.days,
            serversFolder: plan.serversFolder,
            created: now
        )
        // The last one: without it, the folder is not that of a fleet.
        try OwnedFile.replace(descriptionPath(in: path), with: fleet.json, for: sharing.audience)
        let folder = try OperatorFolder(path)
        _ = try folder.changeRevocations(at: now) { _ throws(HouseFault) in }
        try folder.addEnroller(at: now)
        return folder
    }

    private static func check(_ plan: Plan) throws {
        guard (1...HouseFields.maxServers).contains(plan.servers.count) else {
            throw HouseFault("use --servers with 1–\(HouseFields.maxServers) addresses tls://HOST:PORT")
        }
        for server in plan.servers {
            guard HouseFields.isServer(server) else { throw HouseFault("\"\(server)\" is not tls://HOST:PORT") }
        }
        guard plan.serversFolder.utf8.allSatisfy({ $0 > 0x1F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        else { throw HouseFault("\"\(plan.serversFolder)\" can't be the folder of the servers") }
        // Refuses servers on other machines without TLS, and a damaged authority.
        _ = try NATSSettings(
            servers: plan.servers,
            authority: plan.authority,
            seed: Secret(try NKeySeed().text),
            inbox: "check",
            name: "check"
        )
    }

    // MARK: Keys

    func seed(_ name: Seed) throws(HouseFault) -> NKeySeed {
        let file = Self.path(of: name, in: path)
        let text = String(decoding: try CredentialsFile.read(file, isShared: name == .house), as: UTF8.self)
        do throws(NKeyFault) {
            return try NKeySeed(file: text, kind: name.kind)
        } catch {
            throw HouseFault("can't use \(file): \(error)")
        }
    }

    func authority() throws(HouseFault) -> AuthorityCertificates? {
        try authorityPath.map { path throws(HouseFault) in try AuthorityCertificates(file: path) }
    }

    // MARK: Revoking

    private var revokedPath: String { "\(path)/revoked.json" }

    func revocations() throws(HouseFault) -> Revocations {
        guard FileBytes.isThere(revokedPath) else { return Revocations() }
        let bytes = try CredentialsFile.read(revokedPath, maxBytes: Revocations.maxBytes)
        do throws(HouseFault) { return try Revocations(json: bytes) } catch {
            throw HouseFault("can't use \(revokedPath): \(error)")
        }
    }

    /// Writes what the servers must know: `revoked.json` and `fleet.conf`.
    ///
    /// - Returns: the new JWT of the account, for the servers that run.
    func changeRevocations(
        at now: Int64,
        _ body: (inout Revocations) throws(HouseFault) -> Void
    ) throws -> NATSJWT {
        let accounts = FleetAccounts(fleet: fleet, operator: try seed(.operator))
        let lock = try lock()
        defer { lock.release() }
        var revocations = try revocations()
        try body(&revocations)
        let issued = revocations.issue(at: now)
        let jwt = try accounts.fleetJWT(revocations, issued: issued)
        let bytes = revocations.json
        guard bytes.count <= Revocations.maxBytes else {
            throw HouseFault(
                "\(revokedPath) would have \(bytes.count) bytes; the limit is \(Revocations.maxBytes): nothing was revoked"
            )
        }
        try OwnedFile.replace(revokedPath, with: bytes, for: .thisUser)
        try OwnedFile.replace(configurationPath, with: Array(try accounts.configuration(jwt).utf8), for: .thisUser)
        return jwt
    }

    /// Not that of the register, which the enrolment service could hold for ever.
    private func lock() throws(HouseFault) -> FileLock {
        do throws(FileBytes.Fault) {
            return try ConfinedFolder(parentOf: revokedPath)
                .lock("lock", owner: nil, patience: HouseRegister.patience)
        } catch {
            throw HouseFault("can't lock \(path)/lock: \(error.message)")
        }
    }
}

extension AuthorityCertificates {
    init(file path: String) throws(HouseFault) {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: 64 << 10)
        } catch {
            throw HouseFault("can't read \(path): \(error.message)")
        }
        do throws(HouseFault) {
            try self.init(pem: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw HouseFault("can't use \(path): \(error)")
        }
    }
}
