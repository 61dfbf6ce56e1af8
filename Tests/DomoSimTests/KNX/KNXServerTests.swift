import DomoKNX
import DomoModel
import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DomoSim

struct KNXServerTests {
    /// Runs a body with a server; returns the lines that the server reported.
    @discardableResult
    private static func run(
        _ change: (inout KNXSettings) -> Void = { _ in },
        body: (SimulatedServer, Int) async throws -> Void
    ) async throws -> [String] {
        let lines = Mutex<[String]>([])
        var settings = SimulatorSettings()
        var knx = KNXSettings()
        knx.port = 0
        change(&knx)
        settings.knx = knx
        let server = try await SimulatedServer.start(
            houses: [.sample],
            xml: nil,
            bindings: KNXSamples.bindings,
            settings: settings,
            group: .singletonMultiThreadedEventLoopGroup,
            onSignal: { line in lines.withLock { $0.append(line) } }
        )
        do {
            let url = try #require(server.knxURL)
            #expect(url.hasPrefix("knx://127.0.0.1:"))
            try await body(server, try #require(url.split(separator: ":").last.flatMap { Int($0) }))
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
        return lines.withLock { $0 }
    }

    private static func withTCP(_ settings: inout KNXSettings) { settings.hasTCP = true }

    private static func connect(_ socket: TestDatagrams) throws -> UInt8 {
        let request = ConnectRequest(control: .anonymous(.udp), data: .anonymous(.udp))
        try socket.send(.connectRequest(request))
        guard case .connectResponse(let response) = try socket.receive(), case .connected = response.outcome else {
            throw NotConnected()
        }
        return response.channel
    }

    private struct NotConnected: Error {}

    private static func write(_ channel: UInt8, _ sequence: UInt8, _ group: String, _ bit: UInt8) throws -> IPFrame {
        let telegram = GroupTelegram(destination: try GroupAddress(group), service: .write(.bits(bit)))
        let message = try DataFrame(.request, telegram).encoded()
        return .tunnellingRequest(TunnellingRequest(channel: channel, sequence: sequence, message: message))
    }

    private static func message(_ frame: IPFrame) throws -> DataFrame {
        guard case .tunnellingRequest(let request) = frame,
            case .data(let data) = try CEMIFrame(decoding: request.message)
        else { throw NotConnected() }
        return data
    }

    @Test func orderOverUDPIsConfirmedAndItsStatusArrives() async throws {
        let lines = try await Self.run { server, port in
            let socket = try TestDatagrams(port: port)
            let channel = try Self.connect(socket)
            try socket.send(try Self.write(channel, 0, "1/0/1", 1))
            #expect(try socket.receive() == .tunnellingAck(TunnellingAck(channel: channel, sequence: 0)))
            #expect(try Self.message(try socket.receive()).code == .confirmation)
            try socket.send(.tunnellingAck(TunnellingAck(channel: channel, sequence: 0)))
            let status = try Self.message(try socket.receive())
            #expect(status.telegram?.destination == (try GroupAddress("1/4/1")))
            #expect(status.telegram?.service == .write(.bits(1)))
            try socket.send(.tunnellingAck(TunnellingAck(channel: channel, sequence: 1)))
            let state = try TestConnection.exchange("GET", "/bus/state", port: server.port)
            #expect(state.contains(#""clients":["1.1.241"]"#), "\(state)")
            #expect(state.contains(#"{"path":"Casa/Lamp","type":"binary","value":"on"}"#), "\(state)")
        }
        // The sensor may send at any time.
        let ofLamp = lines.filter { $0.contains("Lamp") }
        #expect(ofLamp == ["1.1.241 → 1/0/1 write on (Lamp)", "1.1.1 → 1/4/1 write on (Lamp state)"])
    }

    @Test func pressOverHTTPReachesTheClients() async throws {
        try await Self.run { server, port in
            let socket = try TestDatagrams(port: port)
            _ = try Self.connect(socket)
            // Also served below the path of the signals.
            let target = "/web/services/unsecureWebUI/bus/press?group=7/0/1&dpt=1.001&value=on"
            #expect(try TestConnection.exchange("POST", target, port: server.port).hasPrefix("HTTP/1.1 204"))
            let heard = try Self.message(try socket.receive())
            #expect(heard.code == .indication)
            #expect(heard.source == (try IndividualAddress("1.1.200")))
        }
    }

    @Test func closeDisconnectsTheClients() async throws {
        var socket: TestDatagrams?
        try await Self.run { _, port in
            socket = try TestDatagrams(port: port)
            _ = try Self.connect(try #require(socket))
        }
        guard case .disconnectRequest = try socket?.receive() else { throw NotConnected() }
    }

    @Test func tunnelOverTCPWorks() async throws {
        try await Self.run(Self.withTCP) { server, port in
            let connection = try TestConnection(port: port)
            let request = ConnectRequest(control: .anonymous(.tcp), data: .anonymous(.tcp))
            try connection.write(IPFrame.connectRequest(request).encoded)
            try connection.write(try Self.write(1, 0, "1/0/1", 1).encoded)
            // Wait for the confirmation and the status before disconnecting.
            let end = ChannelRequest(channel: 1, control: .anonymous(.tcp))
            var splitter = FrameSplitter()
            var frames: [IPFrame] = []
            while frames.count < 3 {
                for case .frame(let octets) in splitter.split(try connection.readSome()) {
                    frames.append(try IPFrame(decoding: octets))
                }
            }
            #expect(frames.count == 3)
            #expect(try frames.dropFirst().map { try Self.message($0).code } == [.confirmation, .indication])
            try connection.write(IPFrame.disconnectRequest(end).encoded)
            let rest = splitter.split(try connection.readSome())
            #expect(rest == [.frame(IPFrame.disconnectResponse(ChannelResponse(channel: 1)).encoded)])
        }
    }

    /// The port that the system chose for UDP is in use for TCP: another one is tried.
    @Test(arguments: [(0, 4, 1), (3, 4, 4), (4, 4, 4), (9, 1, 1)])
    func takenPortIsReplacedByAnother(taken: Int, attempts: Int, starts: Int) async throws {
        var count = 0
        func start() async throws -> Int {
            count += 1
            if count <= taken { throw IOError(errnoCode: EADDRINUSE, reason: "bind") }
            return count
        }
        if taken < attempts {
            #expect(try await KNXServer.retryWhilePortIsTaken(attempts: attempts) { try await start() } == starts)
        } else {
            await #expect(throws: IOError.self) {
                try await KNXServer.retryWhilePortIsTaken(attempts: attempts) { try await start() }
            }
        }
        #expect(count == starts)
    }

    @Test func takenPortIsReportedWithItsOption() async throws {
        try await Self.run { _, port in
            let failure = await #expect(throws: KNXServer.Failure.self) {
                try await Self.run({ $0.port = port }) { _, _ in }
            }
            #expect(failure?.message.contains("port \(port): Address already in use") == true)
            #expect(failure?.message.contains("--knx-port") == true)
        }
    }

    @Test func otherFaultOfASocketIsFinal() async throws {
        var count = 0
        await #expect(throws: IOError.self) {
            try await KNXServer.retryWhilePortIsTaken(attempts: 4) {
                count += 1
                throw IOError(errnoCode: EACCES, reason: "bind")
            }
        }
        #expect(count == 1)
    }

    @Test func withoutTCPNothingListens() async throws {
        try await Self.run { _, port in
            #expect(throws: TestConnection.SystemFault.self) { try TestConnection(port: port) }
        }
    }

    @Test func garbageOverTCPEndsTheConnection() async throws {
        try await Self.run(Self.withTCP) { _, port in
            let connection = try TestConnection(port: port)
            try connection.write("GET / HTTP/1.1\r\n\r\n")
            #expect(try connection.readToEnd() == "")
        }
    }

    @Test func usedPortIsAFault() async throws {
        try await Self.run { _, port in
            await #expect(throws: (any Error).self) { try await Self.run({ $0.port = port }) { _, _ in } }
        }
    }

    @Test func withoutKNXThereIsNoBus() async throws {
        let server = try await SimulatedServer.start(
            houses: [.sample],
            xml: nil,
            settings: SimulatorSettings(),
            group: .singletonMultiThreadedEventLoopGroup,
            onSignal: { _ in }
        )
        #expect(server.knxURL == nil)
        let answer = try TestConnection.exchange("GET", "/bus/state", port: server.port)
        try await server.close()
        #expect(answer.hasPrefix("HTTP/1.1 404"))
    }
}
