import DomoBridge
import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import Synchronization
import Testing

@testable import DomoFleet

/// `domo-fleet enroll` ends (kill -9) at any point: its code stays good for it, and for nobody else.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct EnrolmentKillTests {
    /// The service has signed the key, and the house never reads the reply.
    @Test func codeIsGoodAgainAfterALostReply() async throws {
        let world = try OperatorWorld()
        let path = world.path("casa0001")
        let code = try world.code("Casa", "casa0001")
        let requests = Mutex(0)
        let all = Permissions(publish: [">"], subscribe: [">"])
        let (listener, _) = try await world.connect(try world.fleet.user(all, inbox: "listener.inbox"))
        try listener.subscribe(FleetSubjects.enrolments) { _ in requests.withLock { $0 += 1 } }
        world.enrolment.send(SIGSTOP)
        let enroll = try ChildProcess(
            BuiltProgram.path("domo-fleet"),
            ["enroll", code, "--credentials", path]
        )
        try await eventually("the request") { requests.withLock { $0 } > 0 }
        enroll.send(SIGSTOP)
        world.enrolment.send(SIGCONT)
        try await eventually("the signature") { try world.fleet.register.find("casa0001").key != nil }
        enroll.send(SIGKILL)
        _ = try enroll.waitForEnd()
        #expect(!FileBytes.isThere(path))
        let draft = try #require(try EnrolmentDraft.read(beside: path))
        #expect(FileStatus.mode(of: EnrolmentDraft.path(beside: path)).map { $0 & 0o777 } == 0o600)
        let registered = try world.fleet.register.find("casa0001").key
        #expect(try NKeySeed(draft.seed.value).key == registered)
        // Not for somebody else with the code.
        let other = try OperatorWorld.run(["enroll", code, "--credentials", "\(path).other"])
        #expect(other.status == 1 && other.errors.contains("this code was used at"), "\(other)")
        let again = try OperatorWorld.run(["enroll", code, "--credentials", path])
        #expect(again.status == 0, "\(again)")
        let credentials = try HouseCredentials(file: path)
        #expect(credentials.jwt?.subject == registered)
        #expect(!FileBytes.isThere(EnrolmentDraft.path(beside: path)))
        let (house, _) = try await world.connect(credentials)
        #expect(house.isConnected)
        await world.stop()
    }

    /// It ended after it wrote the credentials, and before it removed the draft.
    @Test func finishedEnrolmentMayBeRepeated() async throws {
        let world = try OperatorWorld()
        let path = world.path("casa0001")
        let code = try world.code("Casa", "casa0001")
        #expect(try OperatorWorld.run(["enroll", code, "--credentials", path]).status == 0)
        let seed = try HouseCredentials(file: path).seed
        try EnrolmentDraft(code: try NKeySeed(try EnrolmentCode(code).seed.value).key, seed: seed).write(beside: path)
        let again = try OperatorWorld.run(["enroll", code, "--credentials", path])
        #expect(again.status == 0, "\(again)")
        #expect(try HouseCredentials(file: path).seed == seed)
        #expect(!FileBytes.isThere(EnrolmentDraft.path(beside: path)))
        // The draft of another code is not used.
        let other = try world.code("Other", "casa0002")
        try EnrolmentDraft(code: try NKeySeed().key, seed: seed).write(beside: "\(path).2")
        #expect(try OperatorWorld.run(["enroll", other, "--credentials", "\(path).2"]).status == 0)
        #expect(try HouseCredentials(file: "\(path).2").seed != seed)
        await world.stop()
    }

    /// kill -9 at random moments, until one run is not killed in time.
    @Test(arguments: [0.02, 0.05, 0.1, 0.2, 0.4])
    func killedEnrolmentCanBeRepeated(seconds: Double) async throws {
        let world = try OperatorWorld()
        let path = world.path("casa0001")
        let code = try world.code("Casa", "casa0001")
        for _ in 0..<3 {
            let enroll = try ChildProcess(BuiltProgram.path("domo-fleet"), ["enroll", code, "--credentials", path])
            if !enroll.staysRunning(for: seconds) { break }
            enroll.send(SIGKILL)
            _ = try enroll.waitForEnd()
        }
        if !FileBytes.isThere(path) || FileBytes.isThere(EnrolmentDraft.path(beside: path)) {
            let last = try OperatorWorld.run(["enroll", code, "--credentials", path])
            #expect(last.status == 0, "\(last)")
        }
        let (house, _) = try await world.connect(try HouseCredentials(file: path))
        #expect(house.isConnected)
        await world.stop()
    }

    @Test(arguments: ["", "{}", #"{"v":1,"code":"x","seed":"y"}"#, #"{"v":2}"#])
    func damagedDraftIsNamed(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("credentials.enrolling", text)
        #expect(chmod(path, 0o600) == 0)
        let fault = #expect(throws: HouseFault.self) {
            try EnrolmentDraft.read(beside: "\(folder.path)/credentials")
        }
        #expect(
            fault?.description.contains("credentials.enrolling can't be used") == true,
            "\(fault?.description ?? "")"
        )
    }
}
