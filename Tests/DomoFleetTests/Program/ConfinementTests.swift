import DomoNATS
import DomoTestKit
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DomoFleet

/// The credential of one house against every subject of another, with a real nats-server. The template of the signing key
/// confines each house; the server knows nothing of it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ConfinementTests {
    private static let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test func houseCanUseNoSubjectOfAnother() async throws {
        let (one, other) = (try NamesTests.house("casa0001"), try NamesTests.house("casa0002"))
        let folder = try TemporaryFolder()
        let port = try Loopback.freePort()
        let operators = try OperatorFolder.forTests(in: folder, port: port)
        let server = try NATSServer(port: port, folder: folder, fleet: "op/fleet.conf")
        defer { server.kill() }
        let settings = try operators.enrolled(one).settings()
        let warnings = Mutex<[String]>([])
        let house = NATSConnection(settings, on: Self.loop) { event in
            if case .warning(let text) = event { warnings.withLock { $0.append(text) } }
        }
        house.start()
        try await eventually("a connection") { house.isConnected }
        let requests = FleetSubjects.Request.allCases
        let publish =
            requests.map { FleetSubjects.to(other, $0) } + requests.map { FleetSubjects.to(one, $0) } + [
                FleetSubjects.report(of: other), FleetSubjects.event(of: other, asker: "web1", lease: "a"),
                FleetSubjects.reply(of: other, asker: "web1", number: 1), FleetSubjects.enrolment(of: other),
                FleetSubjects.enrolment(of: one), FleetSubjects.renewal(of: other), FleetSubjects.rotation(of: other),
                FleetSubjects.rotation(of: one), "$SYS.REQ.CLAIMS.UPDATE", "domo.v1.report.{{tag(pp)}}.casa0001",
                FleetSubjects.inbox(of: other, secret: "x") + ".1", "$JS.API.STREAM.INFO.R00",
                "$JS.API.STREAM.DELETE.R00",
                "$JS.API.CONSUMER.MSG.NEXT.R00.store", "$JS.ACK.R00.store.1.1.1.1.0", "$SYS.REQ.SERVER.PING",
                "_INBOX.a",
                "domo.v1.report.00.casa0001",
            ]
        let subscribe =
            requests.map { FleetSubjects.to(other, $0) } + [
                FleetSubjects.all(to: other), FleetSubjects.report(of: other), FleetSubjects.report(of: one), ">",
                FleetSubjects.enrolments, FleetSubjects.renewals, "domo.v1.enroll.casa0001",
                "domo.>",
                "domo.v1.to.>", "domo.v1.to.*.do", "domo.v1.reply.>", FleetSubjects.time, "_INBOX.>", "$SYS.>", "$JS.>",
            ]
        for subject in publish { try house.publish(ByteBuffer(string: "{}"), to: subject) }
        for subject in subscribe {
            try house.subscribe(subject) { _ in }
            try house.subscribe(subject, queue: "q") { _ in }
        }
        for subject in publish + subscribe {
            try await eventually("the refusal of \(subject)") {
                warnings.withLock { $0.contains { $0.contains("\"\(subject)\"") } }
            }
        }
        // Its own is allowed.
        await #expect(throws: NATSFault.noResponders) {
            try await house.request(ByteBuffer(), to: FleetSubjects.report(of: one), atMost: .seconds(20))
        }
        await house.stop()
    }
}
