import DomoBridge
import DomoModel
import DomoNATS
import DomoTestKit

@testable import DomoFleet

extension OperatorFolder {
    /// A new fleet with one server, which is not started yet.
    static func forTests(in folder: TemporaryFolder, port: Int) throws -> OperatorFolder {
        let plan = Plan(servers: ["nats://127.0.0.1:\(port)"], serversFolder: "\(folder.path)/jwt")
        return try create("\(folder.path)/op", plan, now: Moment.now().time.milliseconds / 1000)
    }

    /// Enrolls a house, without the service.
    func enrolled(_ house: HouseID) throws -> HouseCredentials {
        let now = Moment.now().time
        let (code, registered) = try code(for: house, at: now.milliseconds / 1000)
        let key = try NKeySeed()
        let subject = FleetSubjects.enrolment(of: house)
        let request = try EnrolmentRequest(to: subject, asker: try NKeySeed(code.seed.value), key: key)
        var entry: RegisteredHouse? = RegisteredHouse(house: house, name: house.text, code: registered)
        return HouseCredentials(
            house: house,
            servers: fleet.servers,
            authority: nil,
            seed: Secret(key.text),
            jwt: try desk().enroll(&entry, request, at: now)
        )
    }

    /// A user of the fleet's account, for a quarter of an hour.
    func user(_ permissions: Permissions, inbox: String) throws -> NATSSettings {
        try settings(permissions, of: fleet.account, signedBy: try seed(.account), inbox: inbox)
    }
}
