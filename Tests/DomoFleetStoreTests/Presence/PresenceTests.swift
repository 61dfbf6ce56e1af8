import DomoModel
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// Real houses, as far as NATS knows them, a real nats-server, PostgreSQL and workers.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PresenceTests {
    private func connect(_ world: StoreWorld, _ number: Int) async throws -> NATSConnection {
        let house = try #require(HouseID(houseName(number)))
        let settings = try world.operators.credentials(of: house, at: Moment.now().time.milliseconds / 1000).settings()
        let connection = NATSConnection(settings, on: StoreWorld.loop) { _ in }
        connection.start()
        try await eventually("a connection of \(house)") { connection.isConnected }
        // Programs that are started later would keep it open.
        for descriptor in 3..<Int32(sysconf(Int32(_SC_OPEN_MAX))) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return connection
    }

    /// What the page would show: nil if it is not known.
    private func isConnected(_ world: StoreWorld, _ number: Int) throws -> Bool? {
        let online = "(SELECT online FROM fleet.presence WHERE house = '\(houseName(number))')"
        let rows = try world.query("SELECT \(PresenceTable.isKnown), \(online)")
        return rows.bool(0, 0) == true ? rows.bool(0, 1) ?? false : nil
    }

    private func waitUntil(_ world: StoreWorld, _ number: Int, _ expected: Bool?) async throws {
        try await eventually("house \(number) \(String(describing: expected))") {
            try isConnected(world, number) == expected
        }
    }

    @Test func houseIsSeenAsItComesAndGoes() async throws {
        let world = try await StoreWorld()
        // Before anybody listens.
        let early = try await connect(world, 1)
        try world.startWorker()
        try await waitUntil(world, 1, true)
        #expect(try isConnected(world, 2) == false)
        let late = try await connect(world, 2)
        try await waitUntil(world, 2, true)
        await early.stop()
        try await waitUntil(world, 1, false)
        #expect(try isConnected(world, 2) == true)
        // Others are no houses: the worker, the tester, and a code for enrolment that has the name of the house.
        #expect(try world.count("fleet.presence") == 2)
        await late.stop()
        await world.stop()
    }

    @Test func whenTheWorkerIsKilledNothingIsKnownUntilAnotherOneListens() async throws {
        let world = try await StoreWorld()
        let (one, other) = (try await connect(world, 1), try await connect(world, 2))
        let worker = try world.startWorker()
        try await waitUntil(world, 1, true)
        worker.send(SIGKILL)
        _ = try worker.waitForEnd()
        // It leaves while nobody listens.
        await other.stop()
        try await waitUntil(world, 1, nil)
        #expect(try isConnected(world, 2) == nil)
        // The second of two takes over.
        let (first, second) = (try world.startWorker(), try world.startWorker())
        try await waitUntil(world, 1, true)
        try await waitUntil(world, 2, false)
        let listens = [first, second].map { $0.errorOutput.contains("listening to which houses are connected") }
        #expect(listens.count { $0 } == 1)
        (listens[0] ? first : second).send(SIGKILL)
        try (listens[0] ? second : first).wait(for: "the second listener") {
            $1.contains("listening to which houses are connected") ? () : nil
        }
        await one.stop()
        try await waitUntil(world, 1, false)
        await world.stop()
    }

    @Test func restartsOfTheServerAndOfPostgreSQLAreOvercome() async throws {
        let world = try await StoreWorld()
        try world.startWorker()
        let (one, other) = (try await connect(world, 1), try await connect(world, 2))
        try await waitUntil(world, 1, true)
        try await waitUntil(world, 2, true)
        world.nats.kill()
        await other.stop()
        try world.nats.start()
        // It comes back by itself.
        try await waitUntil(world, 2, false)
        try await waitUntil(world, 1, true)
        try world.postgres.crash()
        await one.stop()
        try world.postgres.startAgain()
        try await waitUntil(world, 1, false)
        await world.stop()
    }

    @Test func workerHearsNothingElse() async throws {
        let world = try await StoreWorld()
        let store = try UserCredentials(file: world.operators.path(ofUser: "worker"), of: .store)
        let refused = Monitor<[String]>([])
        let settings = try NATSSettings(
            servers: store.servers,
            authority: nil,
            seed: store.seed,
            jwt: store.jwt,
            inbox: "\(Permissions.storeInbox(store.name)).x",
            name: "test"
        )
        let connection = NATSConnection(settings, on: StoreWorld.loop) { event in
            if case .warning(let text) = event { refused.change { $0.append(text.lowercased()) } }
        }
        connection.start()
        try await eventually("a connection") { connection.isConnected }
        let account = world.operators.fleet.account
        let subscriptions = [
            "$SYS.>", "$SYS.ACCOUNT.\(account).CONNECT", "$SYS.ACCOUNT.>", "$SYS.SERVER.>", "domo.v1.presence.>",
            "domo.v1.>",
            "domo.v1.reply.>", "domo.v1.to.casa0001.>",
        ]
        for subject in subscriptions { try connection.subscribe(subject) { _ in } }
        let requests = [
            "$SYS.REQ.SERVER.PING.CONNZ", "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.\(account).CONNZ",
            "$SYS.REQ.ACCOUNT.\(account).INFO", "$SYS.REQ.CLAIMS.LIST", "domo.v1.presence.connected",
            "$JS.API.STREAM.LIST",
        ]
        let reply = "\(Permissions.storeInbox(store.name)).x.1"
        for subject in requests { try connection.publish(ByteBuffer(), to: subject, reply: reply) }
        for subject in subscriptions + requests {
            try await eventually("the refusal of \(subject)") {
                refused.read { $0.contains { $0.contains("\"\(subject.lowercased())\"") } }
            }
        }
        await connection.stop()
        await world.stop()
    }

    /// Parts of three connections, with ends of connections between them.
    @Test func listIsWholeWhileConnectionsEnd() async throws {
        let world = try await StoreWorld()
        var houses: [Int: NATSConnection] = [:]
        for number in 0..<24 { houses[number] = try await connect(world, number) }
        let store = try UserCredentials(file: world.operators.path(ofUser: "worker"), of: .store)
        let key = try #require(store.houses)
        let info = Monitor<(String, String)?>(nil)
        try world.tester.subscribe("pongs") { message in
            info.change { $0 = ServerReport(Array(message.payload.readableBytesView)).map { ($0.server, $0.name) } }
        }
        try await eventually("an answer of the server") {
            try world.tester.publish(ByteBuffer(), to: FleetSubjects.serverPing, reply: "pongs")
            return info.read { $0 != nil }
        }
        let (server, name) = try #require(info.read { $0 })
        for round in 0..<8 {
            let list = ConnectionList(server: server, name: name, houses: key, nats: world.tester, partSize: 4)
            let ended = houses.removeValue(forKey: round)
            let stopping = Task { await ended?.stop() }
            var found: Set<String> = []
            let problem = await list.read { found.formUnion($0.values.map(\.house.text)) }
            #expect(problem == nil)
            #expect(found.isSuperset(of: houses.keys.map(houseName)), "round \(round)")
            await stopping.value
        }
        for connection in houses.values { await connection.stop() }
        await world.stop()
    }
}
