import DomoBridge
import DomoModel
package import DomoNATS

/// A fleet whose houses are simulated: it makes credentials without enrolment.
package struct SimulatedFleet {
    private let folder: OperatorFolder
    private let now = Moment.now().time.milliseconds / 1000

    /// Makes the folder of its operator, with `fleet.conf`.
    ///
    /// - Parameters:
    ///   - servers: `tls://HOST:PORT`
    ///   - authority: the file with the certificates of the servers' authority.
    ///   - serversFolder: where servers keep the JWTs of accounts.
    package init(_ path: String, servers: [String], authority: String?, serversFolder: String) throws {
        let plan = OperatorFolder.Plan(servers: servers, authority: authority, serversFolder: serversFolder)
        folder = try OperatorFolder.create(path, plan, now: now)
    }

    /// - Parameter name: what people call the house.
    package func credentials(of house: HouseID, named name: String? = nil) throws -> HouseCredentials {
        try folder.credentials(of: house, named: name, at: now)
    }

    /// Writes the credentials of a worker, or of one who sets up the streams.
    package func writeStore(_ name: String, isSetup: Bool = false, to path: String) throws {
        let made = try folder.add(isSetup ? .setup : .store, name, days: nil, at: now)
        try UserCredentials(file: made, of: .store).write(to: path)
    }

    /// Writes the credentials of a program that asks houses.
    package func writeAsker(_ name: String, to path: String) throws {
        let made = try folder.add(.web, name, days: nil, at: now)
        try UserCredentials(file: made, of: .asker).write(to: path)
    }

    /// The seed of a user who may do what is given, and its JWT.
    package func user(_ name: String, _ permissions: Permissions) throws -> (seed: String, jwt: NATSJWT) {
        let (seed, jwt) = try folder.sign(permissions, name, end: nil, at: now)
        return (seed.value, jwt)
    }
}
