import DomoModel
import DomoNATS

/// Has the servers refuse keys: in the files first, then on the servers that run.
struct KeyRevocation {
    let folder: OperatorFolder

    /// - Parameter end: when the credentials end anyway; nil if they don't.
    func revoke(_ keys: [NKey], end: Timestamp?) async throws {
        let now = Moment.now().time.milliseconds / 1000
        let jwt = try folder.changeRevocations(at: now) { revocations throws(HouseFault) in
            try revocations.add(keys, at: now, end: end.map { $0.milliseconds / 1000 })
        }
        try await send(jwt)
    }

    /// What the files say, again; after an upgrade also what the servers' own account lets workers do.
    func push() async throws {
        let now = Moment.now().time.milliseconds / 1000
        try await send(try FleetAccounts(fleet: folder.fleet, operator: try folder.seed(.operator)).systemJWT())
        try await send(try folder.changeRevocations(at: now) { _ throws(HouseFault) in })
    }

    private func send(_ jwt: NATSJWT) async throws {
        do {
            try await AccountUpdate(folder: folder).send(jwt)
        } catch {
            throw HouseFault(
                "\(folder.configurationPath) has the new list of users, but the servers do not: \(error); "
                    + "repeat it with domo-fleet operator push"
            )
        }
    }
}
