import DomoBridge
import DomoModel
import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet

/// The operator's commands, the enrolment service and houses, with a real nats-server.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct OperatorModeTests {
    @Test func houseIsEnrolledOnce() async throws {
        let world = try OperatorWorld()
        let code = try world.code("Calle Mayor 3", "casa0001")
        let path = world.path("casa0001")
        // As with an e-mail, and not among the arguments, which other users can see.
        let file = try world.folder.write("code", "\(code.prefix(80))\n \(code.dropFirst(80))")
        let enroll = try ChildProcess.run(
            BuiltProgram.path("domo-fleet"),
            ["enroll", "-", "--credentials", path],
            input: file,
            within: 180
        )
        #expect(enroll.status == 0, "\(enroll)")
        #expect(FileStatus.mode(of: path).map { $0 & 0o777 } == 0o600)
        let credentials = try HouseCredentials(file: path)
        let (house, _) = try await world.connect(credentials)
        #expect(house.isConnected)
        // A second use, by somebody else.
        let again = try OperatorWorld.run(["enroll", code, "--credentials", "\(path).other"])
        #expect(again.status == 1 && again.errors.contains("this code was used at"), "\(again)")
        #expect(!FileBytes.isThere("\(path).other"))
        #expect(try OperatorWorld.run(["enroll", code, "--credentials", path]).errors.contains("use --replace"))
        // The user of the code can do nothing else.
        let used = try EnrolmentCode(code)
        let (user, events) = try await world.connect(
            try NATSSettings(
                servers: used.servers,
                authority: nil,
                seed: used.seed,
                jwt: used.jwt,
                inbox: FleetSubjects.inbox(of: used.house, secret: "abc"),
                name: "thief"
            )
        )
        let house1 = credentials.house
        for subject in [FleetSubjects.report(of: house1), FleetSubjects.renewal(of: house1), "domo.v1.enroll.casa0002"]
        {
            try user.publish(ByteBuffer(), to: subject)
            try await eventually("the refusal of \(subject)") {
                events.warnings.contains { $0.contains("\"\(subject)\"") }
            }
        }
        let list = try world.operates("house", "list")
        #expect(list.output.hasPrefix("casa0001\tenrolled\t") && list.output.hasSuffix("\tCalle Mayor 3\n"), "\(list)")
        // The name and the ID are taken.
        #expect(try world.operates("house", "add", "Calle Mayor 3").errors.contains("already exists"))
        #expect(try world.operates("house", "add", "Other", "--id", "casa0001").errors.contains("already exists"))
        #expect(try world.operates("house", "code", "casa0001").errors.contains("is enrolled"))
        await world.stop()
    }

    @Test func revokedHouseIsCutOffAtOnceAndOthersStay() async throws {
        let world = try OperatorWorld()
        let (one, other) = (try world.enroll("casa0001"), try world.enroll("casa0002"))
        let (_, events) = try await world.connect(one)
        let (stays, otherEvents) = try await world.connect(other)
        let revoke = try world.operates("house", "revoke", "House casa0001")
        #expect(revoke.status == 0, "\(revoke)")
        try await eventually("the refusal") { events.refusals.contains { $0.lowercased().contains("revoked") } }
        try await eventually("the refusal of the next attempt") { events.refusals.count > 0 && events.ends > 0 }
        #expect(stays.isConnected && otherEvents.ends == 0)
        #expect(try world.operates("house", "list").output.contains("casa0001\trevoked\t"))
        // Also by a server that starts anew, with the file that the command wrote.
        world.server.kill()
        #expect(try ChildProcess.run("/bin/rm", ["-r", "\(world.folder.path)/jwt"]).status == 0)
        try world.server.start()
        let (_, again) = try await connectAnyway(world, one)
        try await eventually("the refusal after a restart") { !again.refusals.isEmpty }
        try await eventually("the other house") { stays.isConnected }
        // A new code, and it is back.
        let code = try world.operates("house", "code", "casa0001")
        #expect(code.status == 0, "\(code)")
        // The enrolment service comes back after the server, too.
        try await eventually("an enrolment") {
            let words = ["enroll", code.output, "--credentials", world.path("casa0001"), "--replace"]
            return try OperatorWorld.run(words).status == 0
        }
        let (back, _) = try await world.connect(try HouseCredentials(file: world.path("casa0001")))
        #expect(back.isConnected)
        await world.stop()
    }

    private func connectAnyway(
        _ world: OperatorWorld,
        _ credentials: HouseCredentials
    ) async throws -> (NATSConnection, OperatorWorld.Events) {
        let events = OperatorWorld.Events()
        let connection = NATSConnection(try credentials.settings(), on: OperatorWorld.loop) { events.add($0) }
        connection.start()
        try await eventually("an end") { events.ends > 0 }
        await connection.stop()
        return (connection, events)
    }

    /// The real program of the house.
    @Test func houseGetsANewKeyAndTheOldOneIsRefused() async throws {
        let world = try OperatorWorld()
        let old = try world.enroll("casa0001")
        #expect(try world.operates("house", "rotate", "casa0001").errors.contains("is not connected to the fleet"))
        #expect(try HouseCredentials(file: world.path("casa0001")) == old)
        let fleet = try ChildProcess(
            BuiltProgram.path("domo-fleet"),
            [
                "--credentials", world.path("casa0001"), "--socket", "\(world.folder.path)/none.sock", "--state",
                "\(world.folder.path)/state",
            ]
        )
        defer { fleet.finish() }
        try fleet.wait(for: "the connection") { $1.contains("connected to the fleet") ? () : nil }
        // The subscription follows the connection.
        try await eventually("a new key") { try world.operates("house", "rotate", "casa0001").status == 0 }
        let new = try HouseCredentials(file: world.path("casa0001"))
        #expect(new.seed != old.seed && new.jwt?.subject != old.jwt?.subject)
        let (_, events) = try await connectAnyway(world, old)
        #expect(!events.refusals.isEmpty)
        try fleet.wait(for: "the connection with the new key") { _, errors in
            errors.split(separator: "\n").count { $0.contains("connected to the fleet: server") } > 1 ? () : nil
        }
        await world.stop()
    }

    /// Credentials that end soon.
    @Test func houseRenewsItsCredentialsByItself() async throws {
        let world = try OperatorWorld()
        let credentials = try world.enroll("casa0001")
        let folder = try world.fleet
        let key = try NKeySeed(credentials.seed.value)
        let now = Moment.now().time.milliseconds / 1000
        var soon = credentials
        // Two thirds have passed.
        soon.jwt = try NATSJWT(
            .user(UserClaims(account: folder.fleet.account, rights: nil, tags: Permissions.tags(of: soon.house))),
            about: key.key,
            name: soon.house.text,
            issuedAt: now - 3600,
            expires: now + 600,
            signedBy: try folder.seed(.house)
        )
        try soon.write(to: world.path("casa0001"))
        let fleet = try ChildProcess(
            BuiltProgram.path("domo-fleet"),
            [
                "--credentials", world.path("casa0001"), "--socket", "\(world.folder.path)/none.sock", "--state",
                "\(world.folder.path)/state",
            ]
        )
        defer { fleet.finish() }
        var new = soon
        try await eventually("new credentials") {
            new = try HouseCredentials(file: world.path("casa0001"))
            return new != soon
        }
        #expect(new.seed != soon.seed && (new.jwt?.expires ?? 0) > now + 80 * 86_400, "\(fleet.errorOutput)")
        #expect(try world.operates("house", "list").output.contains("casa0001\tenrolled\t"))
        await world.stop()
    }

    @Test func usersOfTheOperatorWork() async throws {
        let world = try OperatorWorld()
        #expect(try world.operates("operator", "add", "web", "A.b").status == 64)
        // systemd does not start it again.
        #expect(try OperatorWorld.run(["enrolment", "--fleet", "\(world.folder.path)/none"]).status == 78)
        #expect(try world.operates("operator", "add", "web", "web1").output == "\(world.folder.path)/op/users/web1\n")
        #expect(try world.operates("operator", "add", "store", "web1").errors.contains("already exists"))
        let house = try world.enroll("casa0001")
        let (connection, _) = try await world.connect(house)
        try connection.subscribe(FleetSubjects.requests(to: house.house)) { [connection] message in
            do { try connection.publish(message.payload, to: message.reply ?? "") } catch { Issue.record("\(error)") }
        }
        let credentials = try UserCredentials(file: "\(world.folder.path)/op/users/web1", of: .asker)
        let (web, events) = try await world.connect(try credentials.settings(name: "web"))
        try await eventually("a reply") {
            do throws(NATSFault) {
                let reply = try await web.request(
                    ByteBuffer(string: "x"),
                    to: FleetSubjects.to(house.house, .question),
                    inbox: "domo.v1.reply.\(house.house).web1",
                    atMost: .seconds(60)
                )
                return String(buffer: reply.payload) == "x"
            } catch {
                return false
            }
        }
        // Only the operator has a house make a new key.
        try web.publish(ByteBuffer(), to: FleetSubjects.rotation(of: house.house))
        try await eventually("the refusal") { events.warnings.contains { $0.contains(".rotate\"") } }
        let remove = try world.operates("operator", "remove", "web1")
        #expect(remove.status == 0, "\(remove)")
        try await eventually("the end of the web server") { !events.refusals.isEmpty }
        #expect(connection.isConnected)
        await world.stop()
    }
}
