import DomoNATS

/// What servers must know of a fleet: its operator, its accounts, and which users are refused.
struct FleetAccounts {
    static let houseMaxSubscriptions = 8
    static let houseMaxPayload = 256 << 10

    let fleet: FleetDescription
    let `operator`: NKeySeed

    func operatorJWT() throws(NKeyFault) -> NATSJWT {
        try NATSJWT(
            .operator(OperatorClaims(systemAccount: fleet.system)),
            about: fleet.operator,
            name: "domo fleet",
            issuedAt: fleet.created,
            signedBy: `operator`
        )
    }

    /// Counts the changes of what the system account says: servers take a JWT that was issued later than the one they
    /// have.
    private static let systemRevision: Int64 = 1

    func systemJWT() throws(NKeyFault) -> NATSJWT {
        let exports: [AccountClaims.Export] = [
            .init(Self.connected("*")), .init(Self.disconnected("*")), .init(FleetSubjects.closing(on: "*"), .service),
        ]
        return try NATSJWT(
            .account(AccountClaims(exports: exports)),
            about: fleet.system,
            name: "system",
            issuedAt: fleet.created + Self.systemRevision,
            signedBy: `operator`
        )
    }

    /// What servers report about the connections of an account.
    private static func connected(_ account: String) -> String { "$SYS.ACCOUNT.\(account).CONNECT" }
    private static func disconnected(_ account: String) -> String { "$SYS.ACCOUNT.\(account).DISCONNECT" }

    /// - Parameter issued: in seconds since 1970.
    func fleetJWT(_ revocations: Revocations, issued: Int64) throws(NKeyFault) -> NATSJWT {
        let house = Permissions.template { .house($0) }
        let code = Permissions.template { .enrolment(of: $0) }
        let rights = { (permissions: Permissions) in
            permissions.rights(
                maxSubscriptions: Self.houseMaxSubscriptions,
                maxPayload: Self.houseMaxPayload
            )
        }
        let claims = AccountClaims(
            scopes: [
                AccountClaims.Scope(key: fleet.house, role: "house", template: rights(house)),
                AccountClaims.Scope(key: fleet.code, role: "code", template: rights(code)),
            ],
            imports: [
                .init(Self.connected("\(fleet.account)"), of: fleet.system, as: FleetSubjects.connections),
                .init(Self.disconnected("\(fleet.account)"), of: fleet.system, as: FleetSubjects.disconnections),
                .init(
                    FleetSubjects.closing(on: "*"),
                    of: fleet.system,
                    as: FleetSubjects.closing(on: "*"),
                    .service
                ),
            ],
            revocations: revocations.times,
            hasJetStream: true
        )
        return try NATSJWT(
            .account(claims),
            about: fleet.account,
            name: "fleet",
            issuedAt: issued,
            signedBy: `operator`
        )
    }

    /// The part of the servers' configuration, to be included.
    func configuration(_ account: NATSJWT) throws(NKeyFault) -> String {
        """
        # Written by domo-fleet. Put "include fleet.conf" into the configuration of each server.
        operator: \(try operatorJWT().text)
        system_account: \(fleet.system)
        resolver: { type: full, dir: "\(fleet.serversFolder)", allow_delete: false, interval: "1m" }
        resolver_preload: {
          \(fleet.system): \(try systemJWT().text)
          \(fleet.account): \(account.text)
        }

        """
    }
}
