import DomoBridge
import DomoClient
import DomoJSON
import DomoLanguage
import DomoModel
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import DomoFleet

/// A house with the real domod and domo-fleet, a real nats-server, and those who ask it.
final class FleetHousehold {
    let house = HouseID("casa0001")!
    let folder: TemporaryFolder
    let server: NATSServer
    let domod: ChildProcess
    let operators: NATSConnection
    let web: NATSConnection
    let jetStream: JetStream
    let daemon: DaemonConnection
    /// Of a program that asks houses.
    let asker: AskerCredentials
    private(set) var token = ""
    private(set) var fleet: ChildProcess?
    private var orders = 0
    /// Records by their key in the database of the fleet.
    private(set) var stored: [FleetWorld.Position: Report.Record] = [:]

    static let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// - Parameter more: XML of further places and elements.
    init(more: String = "") async throws {
        let (seed, operatorSeed, webSeed) = (try NKeySeed(), try NKeySeed(), try NKeySeed())
        var users = ServerUsers()
        try users.add(house: house, key: "\(seed.key)")
        try users.add(ServerUsers.User(key: "\(webSeed.key)", .web(asker: "web1"), comment: "web"))
        let askerSeed = try NKeySeed()
        try users.add(ServerUsers.User(key: "\(askerSeed.key)", .web(asker: "relay1"), comment: "relay"))
        let all = Permissions(publish: [">"], subscribe: [">"])
        try users.add(ServerUsers.User(key: "\(operatorSeed.key)", all, comment: "operator"))
        folder = try TemporaryFolder()
        server = try NATSServer(users: users.configuration)
        let address = "nats://127.0.0.1:\(server.port)"
        asker = try #require(
            AskerCredentials(asker: "relay1", servers: [address], authority: nil, seed: Secret(askerSeed.text))
        )
        let credentials = HouseCredentials(
            house: house,
            servers: [address],
            authority: nil,
            seed: Secret(seed.text)
        )
        try credentials.write(to: "\(folder.path)/credentials")
        let end = "</Vivienda></Viviendas>"
        try folder.write("home.xml", Self.home.replacing(end, with: more + end))
        let socket = "\(folder.path)/domo.sock"
        domod = try ChildProcess(
            BuiltProgram.path("domod"),
            ["--home", "\(folder.path)/home.xml", "--socket", socket, "--state", "\(folder.path)/state"]
        )
        try domod.wait(for: "the socket") { _, _ in access(socket, F_OK) == 0 ? () : nil }
        daemon = try await DaemonConnection.connect(to: socket, on: Self.loop)
        operators = Self.connection(address, operatorSeed, inbox: "operator.inbox")
        web = Self.connection(address, webSeed, inbox: "domo.v1.reply.*.web1")
        jetStream = JetStream(operators)
        token = try await answer("token new fleet --role act")["token"]?.string ?? ""
        try await setUpServer()
    }

    private static let home = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
        <Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>
        <Dispositivo><Nombre>Brillo</Nombre><Tipo>2</Tipo><d:Virtual>20</d:Virtual></Dispositivo>
        </Vivienda></Viviendas>

        """

    private static func connection(_ address: String, _ seed: NKeySeed, inbox: String) -> NATSConnection {
        let servers = [NATSAddress(host: "127.0.0.1", port: Int(address.split(separator: ":")[2]) ?? 0, isTLS: false)]
        let settings = NATSSettings(servers: servers, credentials: .key(seed), inbox: inbox, name: "test")
        return NATSConnection(settings, on: loop) { _ in }
    }

    private func setUpServer() async throws {
        for connection in [operators, web] {
            connection.start()
            try await eventually("a connection to NATS") { connection.isConnected }
        }
        // The time of the fleet.
        try operators.subscribe(FleetSubjects.time) { [operators] message in
            do throws(NATSFault) {
                let reply = FleetTime.reply(Moment.now().time.milliseconds)
                try operators.publish(ByteBuffer(bytes: reply), to: message.reply ?? "")
            } catch {
                Issue.record("\(error)")
            }
        }
        let settings = StreamSettings(
            name: "R00",
            subjects: ["domo.v1.report.*.*"],
            replicas: 1,
            maxBytes: 32 << 20,
            maxMessage: 256 << 10
        )
        try await jetStream.createStream(settings, atMost: .seconds(20))
        try await jetStream.createConsumer(
            ConsumerSettings(name: Permissions.consumer, stream: "R00"),
            atMost: .seconds(20)
        )
    }

    func startFleet() throws {
        fleet = try ChildProcess(
            BuiltProgram.path("domo-fleet"),
            [
                "--credentials", "\(folder.path)/credentials", "--socket", "\(folder.path)/domo.sock",
                "--state", "\(folder.path)/fleet",
            ]
        )
        try fleet?.wait(for: "both connections") { _, errors in
            errors.contains("connected to the fleet") && errors.contains("connected to domod") ? () : nil
        }
    }

    /// Also after a test that failed.
    deinit {
        fleet?.finish()
        domod.finish()
    }

    func stop() async {
        fleet?.finish()
        domod.finish()
        daemon.close()
        await operators.stop()
        await web.stop()
    }

    // MARK: domod

    /// - Returns: `ok` of the reply.
    func answer(_ line: String) async throws -> JSONValue {
        let reply = try await daemon.ask(line: line)
        return try #require(JSONDocument(reply.bytes)?.root["ok"], "\(String(buffer: reply))")
    }

    // MARK: The fleet

    func order(_ line: String, time: Int64 = 10_000, key: String? = nil) -> FleetOrder {
        orders += 1
        let now = Moment.now().time.milliseconds
        return FleetOrder(
            key: key ?? "order \(orders)",
            sent: now,
            deadline: now + time,
            principal: "ana",
            token: Secret(token),
            line: line
        )
    }

    func send(_ order: FleetOrder) async throws -> [UInt8] {
        try await web.request(
            ByteBuffer(bytes: order.json),
            to: FleetSubjects.to(house, .order),
            inbox: "domo.v1.reply.\(house).web1",
            atMost: .seconds(20)
        ).payload.bytes
    }

    /// Sends an order anew until the house knows what time it is, and did not just start.
    func give(_ line: String) async throws -> (order: FleetOrder, reply: [UInt8]) {
        var result: (FleetOrder, [UInt8])?
        try await eventually("a reply to \(line)") {
            let order = order(line)
            do {
                let reply = try await send(order)
                result = (order, reply)
                return reply.starts(with: #"{"ok":"#.utf8)
            } catch NATSFault.noResponders {
                // The subscription of the house follows its connection.
                return false
            }
        }
        return try #require(result)
    }

    /// Takes what the stream has.
    func pull() async throws {
        let (messages, _) = try await jetStream.pull(
            from: Permissions.consumer,
            of: "R00",
            batch: 100,
            within: .milliseconds(200)
        )
        for message in messages {
            #expect(FleetSubjects.house(ofReport: message.subject) == house)
            let report = try Report(json: message.payload.bytes)
            for record in report.records {
                let key = FleetWorld.Position(database: report.database, number: record.cursor, time: record.time)
                if let earlier = stored[key] { #expect(earlier == record) }
                stored[key] = record
            }
            try await jetStream.acknowledgeAndWait(message, atMost: .seconds(20))
        }
    }
}
