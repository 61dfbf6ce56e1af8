import DomoModel
import DomoSim
import NIOPosix
import Synchronization
import Testing

struct SimulatedServerTests {
    private static let path = "/web/services/unsecureWebUI"
    private static let xml = Array("<Viviendas>ñ</Viviendas>".utf8)

    /// Runs a body with a server; returns the lines that the server reported.
    @discardableResult
    private static func run(
        _ settings: SimulatorSettings = SimulatorSettings(),
        body: (SimulatedServer) async throws -> Void
    ) async throws -> [String] {
        let lines = Lines()
        let server = try await SimulatedServer.start(
            houses: [.sample],
            xml: xml,
            settings: settings,
            group: .singletonMultiThreadedEventLoopGroup,
            onSignal: { lines.add($0) }
        )
        do {
            try await body(server)
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
        return lines.all
    }

    private final class Lines: Sendable {
        private let list = Mutex<[String]>([])

        var all: [String] { list.withLock { $0 } }

        func add(_ line: String) { list.withLock { $0.append(line) } }
    }

    @Test(arguments: [
        ("POST", "\(path)?operation=enable&PERVMLSERVICENAME=Louver", "HTTP/1.1 204 No Content", ""),
        (
            "POST", "\(path)?operation=enable&PERVMLSERVICENAME=Nadie", "HTTP/1.1 404 Not Found",
            "no element named Nadie\n"
        ),
        ("POST", "\(path)?operation=enable", "HTTP/1.1 400 Bad Request", "missing PERVMLSERVICENAME\n"),
        ("GET", path, "HTTP/1.1 405 Method Not Allowed", "method not allowed; use POST\n"),
        ("GET", "/nothing", "HTTP/1.1 404 Not Found", "no such path; send signals to \(path)\n"),
        ("GET", "/house.xml", "HTTP/1.1 200 OK", "<Viviendas>ñ</Viviendas>"),
        ("GET", "/signals", "HTTP/1.1 200 OK", "{\"signals\":[]}\n"),
    ])
    func requestIsAnswered(method: String, target: String, statusLine: String, body: String) async throws {
        try await Self.run { server in
            let answer = try TestConnection.exchange(method, target, port: server.port)
            #expect(answer.hasPrefix(statusLine + "\r\n"), "\(answer)")
            #expect(answer.hasSuffix("\r\n\r\n" + body), "\(answer)")
        }
    }

    @Test func signalsAreShownInTheLinesAndInTheState() async throws {
        let lines = try await Self.run { server in
            #expect(server.url == "http://127.0.0.1:\(server.port)\(Self.path)")
            let target = "\(Self.path)?operation=enable&PERVMLSERVICENAME=Buzzer"
            _ = try TestConnection.exchange("POST", target, port: server.port)
            let state = try TestConnection.exchange("GET", "/state", port: server.port)
            let buzzer = #""name":"Buzzer","kind":"device","types":["binary"],"state":{"binary":"on"}"#
            #expect(state.contains(buzzer), "\(state)")
        }
        #expect(lines == ["POST operation=enable name=Buzzer → 204"])
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        var settings = SimulatorSettings()
        settings.latency = .milliseconds(1)
        try await Self.run(settings) { server in
            let connection = try TestConnection(port: server.port)
            let numbers = 1...200
            let requests = numbers.map {
                "POST \(Self.path)?operation=enable&PERVMLSERVICENAME=No\($0) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
            }
            try connection.write(requests.joined() + "GET /none HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            let answers = try connection.readToEnd()
            let named = answers.split(separator: "no element named ").dropFirst().map { $0.prefix { $0 != "\n" } }
            #expect(named.map(String.init) == numbers.map { "No\($0)" })
        }
    }

    @Test func latencyDelaysTheAnswer() async throws {
        var settings = SimulatorSettings()
        settings.latency = .milliseconds(60)
        try await Self.run(settings) { server in
            let clock = ContinuousClock()
            let time = try clock.measure { _ = try TestConnection.exchange("GET", "/signals", port: server.port) }
            #expect(time >= .milliseconds(60))
        }
    }

    @Test func busyAnswerHasRetryAfter() async throws {
        try await Self.run { server in
            let fault = "/faults?fault=busy&status=503&retry-after=7&on=states"
            #expect(try TestConnection.exchange("POST", fault, port: server.port).hasPrefix("HTTP/1.1 204"))
            let answer = try TestConnection.exchange("GET", "/state", port: server.port)
            #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"), "\(answer)")
            #expect(answer.contains("\r\nRetry-After: 7\r\n"), "\(answer)")
            #expect(try TestConnection.exchange("DELETE", "/faults", port: server.port).hasPrefix("HTTP/1.1 204"))
            #expect(try TestConnection.exchange("GET", "/state", port: server.port).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func slowAnswerIsDelayed() async throws {
        try await Self.run { server in
            let fault = "/faults?fault=slow&on=states&latency=60ms"
            _ = try TestConnection.exchange("POST", fault, port: server.port)
            let clock = ContinuousClock()
            let time = try clock.measure { _ = try TestConnection.exchange("GET", "/state", port: server.port) }
            #expect(time >= .milliseconds(60))
        }
    }

    @Test func sameSeedGivesTheSameAnswers() async throws {
        var settings = SimulatorSettings()
        settings.failShare = 0.3
        settings.dropShare = 0.2
        settings.seed = 42
        func statuses() async throws -> [String] {
            var statuses: [String] = []
            let lines = try await Self.run(settings) { server in
                for _ in 1...60 {
                    let target = "\(Self.path)?operation=enable&PERVMLSERVICENAME=Buzzer"
                    let answer = try TestConnection.exchange("POST", target, port: server.port)
                    statuses.append(String(answer.prefix { $0 != "\r\n" }))
                }
            }
            #expect(lines.count == 60)
            #expect(lines.count { $0.contains("dropped") } == statuses.count { $0.isEmpty })
            return statuses
        }
        let once = try await statuses()
        #expect(Set(once) == ["", "HTTP/1.1 204 No Content", "HTTP/1.1 500 Internal Server Error"])
        #expect(try await statuses() == once)
    }

    @Test(arguments: [
        "\u{1}\u{2}garbage\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "GET /\(String(repeating: "x", count: 200_000)) HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n\(String(repeating: "x", count: 100_000))",
    ])
    func invalidOrOversizedRequestEndsTheConnection(bytes: String) async throws {
        try await Self.run { server in
            let connection = try TestConnection(port: server.port)
            do {
                try connection.write(bytes)
            } catch let fault as TestConnection.SystemFault where fault.call == "send" {
                // Closed before all of it was sent.
            }
            let answer = try connection.readToEnd()
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
            #expect(try TestConnection.exchange("GET", "/signals", port: server.port).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func closeEndsConnections() async throws {
        var kept: TestConnection?
        try await Self.run { server in
            kept = try TestConnection(port: server.port)
            try kept?.write("GET /signals HTTP/1.1\r\nHost: h\r\n\r\n")
            // The second answer shows that the server has accepted both connections.
            _ = try TestConnection.exchange("GET", "/signals", port: server.port)
        }
        _ = try kept?.readToEnd()
    }

    @Test func usedPortIsAFault() async throws {
        try await Self.run { server in
            var settings = SimulatorSettings()
            settings.port = server.port
            await #expect(throws: (any Error).self) { try await Self.run(settings) { _ in } }
        }
    }
}
