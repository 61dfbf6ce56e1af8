import DomoBridge
import DomoClient
import DomoJSON
import DomoLanguage
import DomoModel
import DomoNATS
import DomoTestKit
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
    let asker: UserCredentials
    /// What a worker replies, by the time of this machine.
    private let clock: @Sendable (Int64) -> FleetTime
    private(set) var token = ""
    private(set) var fleet: ChildProcess?
    private var orders = 0
    /// Records by their key in the database of the fleet.
    private(set) var stored: [FleetWorld.Position: Report.Record] = [:]

    static let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// - Parameters:
    ///   - more: XML of further places and elements.
    ///   - devicesPort: that of the server of the house; nil if all elements are virtual.
    ///   - clock: what a worker replies, by the time of this machine.
    init(
        more: String = "",
        server devicesPort: Int? = nil,
        clock: @escaping @Sendable (Int64) -> FleetTime = { .time($0, error: 0) }
    ) async throws {
        self.clock = clock
        let devices = devicesPort.map { ["--server", "http://127.0.0.1:\($0)/"] } ?? []
        folder = try TemporaryFolder()
        let port = try Loopback.freePort()
        let operatorFolder = try OperatorFolder.forTests(in: folder, port: port)
        server = try NATSServer(port: port, folder: folder, fleet: "op/fleet.conf")
        let now = Moment.now().time.milliseconds / 1000
        asker = try UserCredentials(file: try operatorFolder.add(.web, "relay1", days: nil, at: now), of: .asker)
        try operatorFolder.enrolled(house).write(to: "\(folder.path)/credentials")
        let end = "</Vivienda></Viviendas>"
        try folder.write("home.xml", Self.home.replacing(end, with: more + end))
        let socket = "\(folder.path)/domo.sock"
        domod = try ChildProcess(
            BuiltProgram.path("domod"),
            ["--home", "\(folder.path)/home.xml", "--socket", socket, "--state", "\(folder.path)/state"] + devices
        )
        try await eventually("domod listens") { try UnixSocket.isListening(socket) }
        daemon = try await DaemonConnection.connect(to: socket, on: Self.loop)
        let all = Permissions(publish: [">"], subscribe: [">"])
        operators = NATSConnection(try operatorFolder.user(all, inbox: "operator.inbox"), on: Self.loop) { _ in }
        let asking = try operatorFolder.user(.web(asker: "web1"), inbox: "domo.v1.reply.*.web1")
        web = NATSConnection(asking, on: Self.loop) { _ in }
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

    private func setUpServer() async throws {
        for connection in [operators, web] {
            connection.start()
            try await eventually("a connection to NATS") { connection.isConnected }
        }
        try operators.subscribe(FleetSubjects.time) { [operators, clock] message in
            do throws(NATSFault) {
                let reply = clock(Moment.now().time.milliseconds)
                try operators.publish(ByteBuffer(bytes: reply.json), to: message.reply ?? "")
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
