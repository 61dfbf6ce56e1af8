import DomoBridge
import DomoLanguage
import DomoModel
import DomoNATS
import DomoTestKit
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DomoFleet

/// A program that asks a house that does not behave, with a real nats-server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallerTests {
    private final class Requests: Sendable {
        private let messages = Mutex<[NATSMessage]>([])

        var all: [NATSMessage] { messages.withLock { $0 } }

        /// - Returns: its number, from 0.
        func add(_ message: NATSMessage) -> Int {
            messages.withLock {
                $0.append(message)
                return $0.count - 1
            }
        }
    }

    /// A house whose replies the test decides.
    private final class BadHouse: Sendable {
        let id = HouseID("casa0001")!
        let folder: TemporaryFolder
        let server: NATSServer
        let nats: NATSConnection
        let operators: NATSConnection
        let caller: FleetCaller
        let requests = Requests()

        /// - Parameters:
        ///   - clock: what the worker replies, by the time of this machine.
        ///   - reply: called with each request and its number from 0; what it returns is published.
        init(
            attemptTime: TimeAmount = .seconds(60),
            clock: @escaping @Sendable (Int64) -> FleetTime = { .time($0, error: 0) },
            reply: @escaping @Sendable (NATSMessage, Int) -> [(payload: String, headers: [(String, String)])]
        ) async throws {
            folder = try TemporaryFolder()
            let port = try Loopback.freePort()
            let operatorFolder = try OperatorFolder.forTests(in: folder, port: port)
            server = try NATSServer(port: port, folder: folder, fleet: "op/fleet.conf")
            nats = NATSConnection(try operatorFolder.enrolled(id).settings(), on: FleetHousehold.loop) { _ in }
            let store = try operatorFolder.user(.store("s1"), inbox: Permissions.storeInbox("s1"))
            operators = NATSConnection(store, on: FleetHousehold.loop) { _ in }
            let now = Moment.now().time.milliseconds / 1000
            let path = try operatorFolder.add(.web, "web1", days: nil, at: now)
            let credentials = try UserCredentials(file: path, of: .asker)
            let settings = try credentials.settings(name: "web")
            caller = FleetCaller(
                settings,
                asker: "web1",
                on: FleetHousehold.loop,
                attemptTime: attemptTime
            ) { _ in }
            try operators.subscribe(FleetSubjects.time) { [operators] message in
                let time = ByteBuffer(bytes: clock(Moment.now().time.milliseconds).json)
                do { try operators.publish(time, to: message.reply ?? "") } catch { Issue.record("\(error)") }
            }
            try nats.subscribe(FleetSubjects.requests(to: id)) { [nats, requests] message in
                for (payload, headers) in reply(message, requests.add(message)) {
                    do {
                        try nats.publish(ByteBuffer(string: payload), to: message.reply ?? "", headers: headers)
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
            for connection in [nats, operators] {
                connection.start()
                try await eventually("a connection") { connection.isConnected }
            }
            caller.start()
        }

        func call(_ line: String = "ls") async throws(Fault) -> String {
            String(decoding: try await caller.call(id, line, token: Secret("t"), principal: "ana"), as: UTF8.self)
        }

        func stop() async {
            await caller.stop()
            await nats.stop()
            await operators.stop()
        }
    }

    /// It is the same request: the house carries it out once.
    @Test func requestIsSentAgainWhenItsReplyIsLost() async throws {
        let house = try await BadHouse(attemptTime: .milliseconds(300)) { _, number in
            number < 3 ? [] : [(#"{"ok":{}}"#, [])]
        }
        #expect(try await house.call("set Luz on") == #"{"ok":{}}"#)
        let requests = house.requests.all
        #expect(requests.count >= 4 && Set(requests.map { String(buffer: $0.payload) }).count == 1)
        #expect(Set(requests.map(\.reply)).count == requests.count)
        #expect(requests.allSatisfy { $0.subject == FleetSubjects.to(house.id, .order) })
        await house.stop()
    }

    /// What is no reply is not passed on: a line feed would be the beginning of another one.
    @Test(arguments: [
        ("", ""), ("no JSON", ""), ("{\"ok\":{}}\n{\"ok\":{}}", ""), (#"{"event":{}}"#, ""), (#"{"ok":{}}"#, "1/1000"),
        (#"{"ok":{}}"#, "2/3"), ("{\"ok\":\n", "1/2"),
    ])
    func unreadableReplyIsAnError(payload: String, part: String) async throws {
        let house = try await BadHouse { _, _ in [(payload, part.isEmpty ? [] : [(ReplyPart.header, part)])] }
        let fault = await #expect(throws: Fault.self) { try await house.call() }
        #expect(fault?.code == .unreachable)
        await house.stop()
    }

    /// A reply whose parts do not belong together, or never come.
    @Test(arguments: ["3/3", "2/4", "", "1/3"])
    func wrongPartIsAnError(part: String) async throws {
        let house = try await BadHouse { message, number in
            [("{\"ok\":", [(ReplyPart.header, number == 0 ? "1/3" : part)])]
        }
        let fault = await #expect(throws: Fault.self) { try await house.call() }
        #expect(fault?.message == "part 2 of 3 of a long reply of the house casa0001 was lost")
        await house.stop()
    }

    /// A call waits for the first connection, and for the time of the fleet.
    @Test func callsWaitForTheFirstConnection() async throws {
        let house = try await BadHouse { _, _ in [(#"{"ok":{}}"#, [])] }
        let calls = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { try? await house.call() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(calls.count == 50 && calls.allSatisfy { $0 == #"{"ok":{}}"# })
        await house.stop()
        let fault = await #expect(throws: Fault.self) { try await house.call() }
        #expect(fault?.message.contains("not connected to the fleet") == true)
    }

    /// Whatever the clock of this machine shows. What is not known of the time makes it earlier.
    @Test func deadlineIsByTheTimeOfTheFleet() async throws {
        let hour: Int64 = 3_600_000
        let clock = { @Sendable (time: Int64) in FleetTime.time(time + hour, error: 300) }
        let house = try await BadHouse(clock: clock) { _, _ in [(#"{"ok":{}}"#, [])] }
        var begin = Moment.now().time.milliseconds
        var order: FleetOrder?
        // Until the fleet has replied, a synchronized clock of this machine counts.
        try await eventually("the time of the fleet") {
            begin = Moment.now().time.milliseconds
            _ = try await house.call()
            order = try FleetOrder(json: house.requests.all.last?.payload.bytes ?? [])
            return (order?.sent ?? 0) > begin + hour / 2
        }
        let (sent, end) = (order?.sent ?? 0, Moment.now().time.milliseconds)
        // The time took the worker up to 2 s.
        #expect((begin + hour - 2600...end + hour - 300).contains(sent))
        #expect((order?.deadline ?? 0) - sent == 10_000)
        await house.stop()
    }

    /// Events with a gap, events that are none, and a number that the house did not send.
    @Test(arguments: [
        ["1", "3"], ["2"], ["x"], [""], ["1", "1"], ["1 no event"], ["1 two", "2"], ["1 no line"],
    ])
    func watchingEndsWhenAnEventIsLost(messages: [String]) async throws {
        let house = try await BadHouse { _, _ in [(#"{"ok":{}}"#, [])] }
        try await eventually("the time") { (try? await house.call()) != nil }
        let ended = Mutex<String?>(nil)
        let subject = Mutex<String?>(nil)
        house.caller.perform { core in
            let lease = WatchLease(
                house.id,
                token: Secret("t"),
                principal: "ana",
                core: core,
                receive: { _ in },
                ended: { reason in ended.withLock { $0 = reason } }
            )
            core.add(lease)
            lease.begin("watch") { _ in subject.withLock { $0 = lease.subject } }
        }
        try await eventually("the lease") { subject.withLock { $0 != nil } }
        for message in messages {
            let line = #"{"event":{}}"# + "\n"
            let number = message.split(separator: " ").first.map(String.init) ?? ""
            let payload =
                message.hasSuffix("no event")
                ? "{}\n"
                : message.hasSuffix("two")
                    ? line + line
                    : message.hasSuffix("no line") ? String(line.dropLast()) : line
            let to = subject.withLock { $0 } ?? ""
            try house.nats.publish(ByteBuffer(string: payload), to: to, headers: [(LeaseEvents.firstHeader, number)])
        }
        try await eventually("the end") { ended.withLock { $0 } != nil }
        #expect(ended.withLock { $0 } == "events were lost")
        await house.stop()
    }
}
