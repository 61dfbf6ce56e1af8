import DomoEngine
import DomoLanguage
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DomoDaemon

/// The runtime with fake clients.
struct RuntimeClientTests {
    /// Records what it is given.
    private final class RecordingClient: Client {
        let peer: Principal
        var principal: Principal
        var answers: [Int: Reply] = [:]
        var written: [Int: WrittenReply] = [:]
        var working: [Int] = []
        var hasWritten: (WrittenReply) -> Void = { _ in }
        var events: [String] = []
        var turns = 0
        var isClosed = false
        var idleSince: NIODeadline? = .now()
        var account = ClientQuota.Account.user(.max)

        init(_ uid: UInt32) {
            peer = .user(uid, name: "user\(uid)")
            principal = peer
        }

        func answer(_ number: Int, _ reply: Reply, in runtime: isolated HouseRuntime) {
            answers[number] = reply
            if case .watching(let watched) = reply { runtime.watch(watched, by: self) }
            runtime.turnTouched(self)
        }

        func become(_ principal: Principal?) { self.principal = principal ?? peer }

        func takeTurn(_ slice: inout TurnSlice, in runtime: isolated HouseRuntime) -> Bool { false }

        func willWork(on number: Int) { working.append(number) }

        func answer(_ number: Int, written reply: WrittenReply, in runtime: isolated HouseRuntime) {
            written[number] = reply
            hasWritten(reply)
            runtime.turnTouched(self)
        }

        func send(event line: [UInt8], in runtime: isolated HouseRuntime) {
            events.append(String(decoding: line, as: UTF8.self))
            runtime.turnTouched(self)
        }

        func turnEnds() { turns += 1 }
        func close() { isClosed = true }
        func closeForStop(in runtime: isolated HouseRuntime) { close() }
    }

    /// Runs `body` on the event loop of a runtime with one lamp, whose server accepts everything.
    private func with(
        quota: ClientQuota = ClientQuota(),
        lamps: Int = 1,
        _ body: (isolated HouseRuntime) throws -> Void
    ) async throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let runtime = HouseRuntime(eventLoop: loop, seed: 1, log: log, quota: quota, requestLoad: { _ in })
        await runtime.loaded(.success(ServedHouse.catalog(lamps: lamps, port: HeldLink())), for: [])
        try await body(runtime)
    }

    @Test func clientGetsNumberedAnswersAndEvents() async throws {
        try await with { runtime in
            let client = RecordingClient(1000)
            #expect(runtime.opened(client) == nil)
            runtime.request(try #require(try RequestParser.parse("watch")), from: client, number: 7)
            runtime.request(try #require(try RequestParser.parse("show Lamp0")), from: client, number: 9)
            #expect(client.answers.keys.sorted() == [7, 9])
            #expect(client.turns == 0)
            runtime.endTurn()
            #expect(client.turns == 1)
            runtime.report(memory: "the disk is full", isFault: true)
            #expect(client.events.count == 1)
            #expect(client.events.first?.contains("the disk is full") == true)
            runtime.closed(client)
            runtime.report(memory: "the database works again", isFault: false)
            #expect(client.events.count == 1)
        }
    }

    @Test func otherClientsAreAnsweredWhileALongAnswerIsComputed() async throws {
        let client = Mutex<(working: [Int], answered: [Int])>(([], []))
        let (sizes, size) = AsyncStream.makeStream(of: Int.self)
        try await with(lamps: 20_000) { runtime in
            let (one, other) = (RecordingClient(1000), RecordingClient(1001))
            #expect(runtime.opened(one) == nil && runtime.opened(other) == nil)
            one.hasWritten = { size.yield($0.size) }
            runtime.request(try #require(try RequestParser.parse("ls -r")), from: one, number: 3)
            runtime.request(try #require(try RequestParser.parse("show Lamp7")), from: other, number: 4)
            client.withLock { ($0.working, $0.answered) = (one.working, Array(other.answers.keys)) }
            #expect(one.written.isEmpty)
        }
        #expect(client.withLock { $0.working } == [3])
        #expect(client.withLock { $0.answered } == [4])
        for await size in sizes {
            #expect(size > 20_000 * 40)
            break
        }
    }

    @Test func clientAboveTheShareOfItsUserIsRejectedAndOthersAreNot() async throws {
        try await with(quota: ClientQuota(total: 10, share: 2, reserve: 1, privileged: [.user(0)])) { runtime in
            let clients = (0..<3).map { _ in RecordingClient(1000) }
            #expect(clients.map { runtime.opened($0)?.code } == [nil, nil, .busy])
            let other = RecordingClient(1001)
            #expect(runtime.opened(other) == nil)
            // A rejected client was never counted.
            runtime.closed(clients[2])
            #expect(runtime.opened(clients[2])?.code == .busy)
            runtime.closed(clients[0])
            #expect(runtime.opened(clients[2]) == nil)
        }
    }

    @Test func longestIdleClientMakesRoomForAnotherOfItsUser() async throws {
        try await with(quota: ClientQuota(total: 10, share: 3, reserve: 1, privileged: [.user(0)])) { runtime in
            let clients = (0..<3).map { _ in RecordingClient(1000) }
            let stranger = RecordingClient(1001)
            for client in clients + [stranger] { #expect(runtime.opened(client) == nil) }
            clients[0].idleSince = .now() - .minutes(11)
            clients[1].idleSince = .now() - .minutes(12)
            stranger.idleSince = .now() - .minutes(99)
            #expect(runtime.opened(RecordingClient(1000)) == nil)
            #expect(clients.map(\.isClosed) == [false, true, false])
            #expect(!stranger.isClosed)
            // The later end of the closed connection does not lower the count again.
            runtime.closed(clients[1])
            #expect(runtime.opened(RecordingClient(1000)) == nil)
            #expect(clients.map(\.isClosed) == [true, true, false])
            #expect(runtime.opened(RecordingClient(1000))?.code == .busy)
        }
    }

    @Test func busyWatchingOrRecentClientKeepsItsPlace() async throws {
        try await with(quota: ClientQuota(total: 10, share: 2, reserve: 1, privileged: [.user(0)])) { runtime in
            let (busy, recent) = (RecordingClient(1000), RecordingClient(1000))
            for client in [busy, recent] { #expect(runtime.opened(client) == nil) }
            busy.idleSince = nil
            recent.idleSince = .now() - .minutes(9)
            #expect(runtime.opened(RecordingClient(1000))?.code == .busy)
            #expect(!busy.isClosed && !recent.isClosed)
        }
    }

    @Test func idleClientsOfAnyUserMakeRoomIfAllPlacesAreTaken() async throws {
        try await with(quota: ClientQuota(total: 4, share: 2, reserve: 1, privileged: [.user(0)])) { runtime in
            let (root, anna, ben) = (RecordingClient(0), RecordingClient(1000), RecordingClient(1001))
            for client in [root, anna, ben] {
                #expect(runtime.opened(client) == nil)
                client.idleSince = .now() - .minutes(20)
            }
            anna.idleSince = .now() - .minutes(30)
            root.idleSince = .now() - .minutes(40)
            #expect(runtime.opened(RecordingClient(1002)) == nil)
            #expect([root, anna, ben].map(\.isClosed) == [false, true, false])
        }
    }

    /// The reserve is for root, however many silent clients there are.
    @Test func silentClientsDoNotKeepRootOut() async throws {
        try await with(quota: ClientQuota(openFiles: 65_536)) { runtime in
            let clients = (0..<6000).map { RecordingClient(UInt32(1000 + $0 / 1000)) }
            let admitted = clients.count { runtime.opened($0) == nil }
            #expect(admitted == 5120 - 64)
            for _ in 0..<64 { #expect(runtime.opened(RecordingClient(0)) == nil) }
        }
    }
}
