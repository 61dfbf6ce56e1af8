import DomoModel
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// A house with valid credentials that wants to harm the fleet, with a real nats-server, PostgreSQL and workers.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HostileHouseTests {
    /// A connection that does not come back when it is closed.
    private struct Client {
        let connection: NATSConnection
        private let end = Monitor(false)

        var hasEnded: Bool { end.read { $0 } }

        init(_ settings: NATSSettings) {
            var settings = settings
            (settings.pace.base, settings.pace.max) = (.hours(10_000), .hours(10_000))
            connection = NATSConnection(settings, on: StoreWorld.loop) { [end] event in
                if case .disconnected = event { end.change { $0 = true } }
            }
            connection.start()
        }

        func stop() async { await connection.stop() }
    }

    private func credentials(_ world: StoreWorld, _ house: HouseID) throws -> HouseCredentials {
        try world.operators.credentials(of: house, at: Moment.now().time.milliseconds / 1000)
    }

    private func connect(_ credentials: HouseCredentials, _ count: Int) async throws -> [Client] {
        var clients: [Client] = []
        for _ in 0..<count {
            let client = Client(try credentials.settings())
            // It may be closed before this looks.
            try await eventually("a connection") { client.connection.isConnected || client.hasEnded }
            clients.append(client)
        }
        // Programs that are started later would keep them open.
        for descriptor in 3..<Int32(sysconf(Int32(_SC_OPEN_MAX))) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return clients
    }

    /// What an operator wrote before workers closed connections.
    private static func old(_ operators: OperatorFolder, _ text: String) throws -> String {
        let accounts = FleetAccounts(fleet: operators.fleet, operator: try operators.seed(.operator))
        let exports = ["CONNECT", "DISCONNECT"].map { AccountClaims.Export("$SYS.ACCOUNT.*.\($0)") }
        let old = try NATSJWT(
            .account(AccountClaims(exports: exports)),
            about: operators.fleet.system,
            name: "system",
            issuedAt: operators.fleet.created,
            signedBy: try operators.seed(.operator)
        )
        return text.replacing(try accounts.systemJWT().text, with: old.text)
    }

    @Test(arguments: [false, true])
    func credentialHasOneConnection(isUpgraded: Bool) async throws {
        let world = try await StoreWorld(change: isUpgraded ? Self.old : { $1 })
        if isUpgraded {
            let words = ["operator", "push", "--fleet", world.operators.path]
            let push = try ChildProcess.run(BuiltProgram.path("domo-fleet"), words)
            #expect(push.status == 0, "\(push)")
        }
        let worker = try world.startWorker()
        let other = try await connect(try credentials(world, try #require(HouseID("casa0002"))), 1)
        let credentials = try credentials(world, world.house)
        let clients = try await connect(credentials, 50)
        try await eventually("the end of 49 connections") { clients.count { $0.hasEnded } >= 49 }
        #expect(clients.last?.hasEnded == false)
        for client in clients.dropLast() { await client.stop() }
        // Two are not closed at once: a house may move to another server.
        let two = try await connect(credentials, 1)
        try await eventually("the end of the older connection") { clients.last?.hasEnded == true }
        #expect(two.first?.hasEnded == false && other.first?.hasEnded == false)
        #expect(
            worker.errorOutput.contains("closing connections of houses that have several with one credential: casa0001")
        )
        #expect(!worker.errorOutput.contains("casa0002"))
        for client in clients.suffix(1) + two + other { await client.stop() }
        await world.stop()
    }

    /// The server refuses what they don't allow, each time with a line in the log.
    @Test func workerWithOldCredentialsOnlyReportsSeveralConnections() async throws {
        let world = try await StoreWorld()
        var permissions = Permissions.store("worker")
        permissions.publish.removeAll { $0 == FleetSubjects.closing(on: "*") }
        var old = try UserCredentials(file: world.operators.path(ofUser: "worker"), of: .store)
        let now = Moment.now().time.milliseconds / 1000
        let (seed, jwt) = try world.operators.sign(permissions, "worker", end: nil, at: now)
        (old.seed, old.jwt) = (seed, jwt)
        try old.write(to: world.operators.path(ofUser: "worker"))
        let worker = try world.startWorker()
        let clients = try await connect(try credentials(world, world.house), 5)
        try worker.wait(for: "the message") {
            $1.contains("houses have several connections with one credential: casa0001") ? () : nil
        }
        #expect(clients.allSatisfy { !$0.hasEnded } && !worker.errorOutput.contains("refused"))
        for client in clients { await client.stop() }
        await world.stop()
    }

    /// - Returns: whether the server took it.
    private func publish(_ house: HouseID, _ number: Int, _ client: Client) async throws -> Bool {
        let payload = FakeHouse.payload(from: UInt64(number * 20))
        do throws(JetStreamFault) {
            let subject = FleetSubjects.report(of: house)
            _ = try await JetStream(client.connection).publish(payload, to: subject, atMost: .seconds(20))
            return true
        } catch {
            guard case .streamFull = error else { throw error }
            return false
        }
    }

    @Test func floodingHouseFillsNeitherTheStreamNorTheDatabase() async throws {
        let world = try await StoreWorld()
        let width = HouseID.partitions / FleetStreams.count
        let neighbour = try #require(
            (1...10_000).lazy.compactMap { HouseID(houseName($0)) }.first {
                $0.partition / width == world.house.partition / width
            }
        )
        let flooder = try #require(try await connect(try credentials(world, world.house), 1).first)
        let good = try #require(try await connect(try credentials(world, neighbour), 1).first)
        var taken = 0
        for number in 0..<100 where try await publish(world.house, number, flooder) { taken += 1 }
        #expect(taken == 16)
        #expect(try await publish(neighbour, 0, good))
        let worker = try world.startWorker(["--trust-clock", "--house-records", "100", "--house-size", "1"])
        try await eventually("the end of the stream") { try await world.waiting() == 0 }
        for number in 100..<200 {
            _ = try await publish(world.house, number, flooder)
            if number % 25 == 0 { #expect(try await publish(neighbour, number / 25, good)) }
        }
        try await eventually("the end of the stream") { try await world.waiting() == 0 }
        let rows = { (house: HouseID) in
            try world.count("fleet.report WHERE source = (SELECT id FROM fleet.source WHERE house = '\(house)')")
        }
        let (mine, theirs) = (try rows(world.house), try rows(neighbour))
        #expect(mine == 100 && theirs == 100, "\(mine) \(theirs): \(worker.errorOutput)")
        let connection = try StoreConnection(world.database)
        defer { connection.close() }
        let holes = try FleetLosses(connection).gaps(in: world.house)
        #expect(holes.count == 1 && holes.first?.reason == "limit" && (holes.first?.records ?? 0) >= 220)
        #expect(try FleetLosses(connection).gaps(in: neighbour) == [])
        #expect(worker.errorOutput.contains("beyond what a house may send per day: \(world.house) ("))
        #expect(!worker.errorOutput.contains(neighbour.text))
        await flooder.stop()
        await good.stop()
        await world.stop()
    }

    /// All houses of a stream together, if each report has the largest size.
    @Test(arguments: [64, 1024, 16_384])
    func houseHasASmallPartOfItsStream(mebibytes: Int) throws {
        for settings in FleetStreams.settings(replicas: 3, maxBytes: mebibytes << 20) {
            let limit = try #require(settings.maxPerSubject)
            #expect(limit * settings.maxMessage <= settings.maxBytes / 16 && limit >= 16)
        }
    }
}
