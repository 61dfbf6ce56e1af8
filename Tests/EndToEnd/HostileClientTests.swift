import DomoTestKit
import Foundation
import Testing

/// Clients of `domo-web` that send endlessly, or neither HTTP nor TLS. (Slow clients: `WebLimitsTests`.)
@Suite(.waits) struct HostileClientTests {

    private static func with(_ options: [String] = [], _ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household, options)) }
    }

    /// Sends a head and then a piece repeatedly, until the server closes: it reads a refused request for 2 s more, and
    /// the headers of a request for 10 s at most.
    ///
    /// - Returns: the response, and whether the server closed.
    private static func flood(
        _ port: Int,
        _ head: String,
        _ piece: String
    ) throws -> (answer: String, isClosed: Bool) {
        let connection = try Connection(port: port)
        try connection.send(head)
        let bytes = Array(piece.utf8)
        let guardTime = ContinuousClock.now + .seconds(120)
        var isClosed = false
        while !isClosed, ContinuousClock.now < guardTime {
            do { try connection.send(bytes) } catch { isClosed = true }
        }
        // A server that closes with unread bytes resets the connection, which may lose the response.
        return ((try? connection.rest()) ?? "", isClosed)
    }

    private enum Endless: String, CaseIterable {
        case announcedBody, chunks, url, header, headers, trailers, noise

        private var order: String {
            "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        }

        /// Sent first.
        var head: String {
            switch self {
            case .announcedBody: order + "Content-Length: \(1 << 30)\r\n\r\n"
            case .chunks: order + "Transfer-Encoding: chunked\r\n\r\n"
            case .url: "GET /"
            case .header: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Field: "
            case .headers: "GET / HTTP/1.1\r\nHost: localhost\r\n"
            case .trailers: order + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
            case .noise: "\u{1}\u{2}"
            }
        }

        /// Then sent repeatedly.
        var piece: String {
            switch self {
            case .announcedBody, .url, .header: String(repeating: "x", count: 65_536)
            case .chunks: "10000\r\n\(String(repeating: "x", count: 65_536))\r\n"
            case .headers, .trailers:
                String(repeating: "X-Field: \(String(repeating: "x", count: 60))\r\n", count: 1000)
            case .noise: String(repeating: "\u{3}\u{7F}é", count: 10_000)
            }
        }
    }

    @Test(arguments: Endless.allCases)
    private func whatHasNoEndIsCutOff(_ request: Endless) throws {
        try Self.with { household, web in
            let token = try web.token("phone")
            #expect(try web.ask("/healthz").status == 200)
            let growth = try web.process.growth {
                let (answer, isClosed) = try Self.flood(web.port, request.head, request.piece)
                #expect(isClosed)
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
                let order = try web.post("/api/v1/orders", token: token, #"{"element":"Louver","value":"up"}"#)
                #expect(order.status == 200 || order.status == 202, "\(order)")
            }
            #expect(growth < 24, "\(growth) MiB")
            try household.eventually("the order") { try household.signals() == ["enable Louver → 204"] }
        }
    }

    /// With few file descriptors: silent clients are disconnected after 10 s, and waiting clients are served.
    @Test(.enabled(if: access("/usr/bin/prlimit", X_OK) == 0)) func serverWithoutFilesGoesOnOnceThereAreSome() throws {
        try Self.with { household, web in
            #expect(try web.ask("/healthz").status == 200)
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(web.process.pid)/fd").count
            let words = ["--pid", String(web.process.pid), "--nofile=\(files + 8):"]
            expect(try household.run("/usr/bin/prlimit", words))
            var silent = try (0..<40).map { _ in try Connection(port: web.port) }
            let waiting = try Connection(port: web.port)
            try waiting.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(waiting.staysSilent(for: 1))
            #expect(web.process.status == nil)
            silent = []
            #expect(try waiting.rest().hasPrefix("HTTP/1.1 200"))
            #expect(try web.ask("/healthz").status == 200)
            withExtendedLifetime(silent) {}
        }
    }

    private static func makeCertificate(_ household: Household) throws -> [String] {
        let (certificate, key) = ("\(household.folder.path)/web.pem", "\(household.folder.path)/web.key")
        expect(
            try household.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
                    certificate,
                ]
            )
        )
        return ["--certificate", certificate, "--key", key]
    }

    /// Noise, half a handshake and silence on the TLS port: each is disconnected in time, and others are served
    /// meanwhile.
    @Test(.letsTimePass, .enabled(if: access("/usr/bin/openssl", X_OK) == 0)) func handshakesThatAreNoneAreLeft() throws
    {
        try Household.running { household in
            let web = try WebServer(household, Self.makeCertificate(household))
            func ask() throws -> Int {
                try web.ask("/healthz", "--cacert", "\(household.folder.path)/web.pem").status
            }
            #expect(try ask() == 200)
            let silent = try Connection(port: web.port)
            // The head of a 512-byte record, a ClientHello that is never completed.
            let half = try Connection(port: web.port)
            try half.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
            let halves = try (0..<200).map { _ in try Connection(port: web.port) }
            for one in halves { try one.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) }
            let noise = try Connection(port: web.port)
            try noise.send((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
            #expect(try ask() == 200)
            _ = try? noise.rest()
            _ = try half.rest()
            _ = try silent.rest()
            #expect(try ask() == 200)
            withExtendedLifetime(halves) {}
        }
    }

    /// Requests while the daemon is stopped are answered once when it continues.
    @Test func requestsWaitForADaemonThatIsStopped() throws {
        try Self.with { household, web in
            let token = try web.token("phone")
            let stream = try web.startStream(token: token)
            household.daemon?.send(SIGSTOP)
            defer { household.daemon?.send(SIGCONT) }
            let order = try household.start(
                "/usr/bin/curl",
                [
                    "-sS", "--max-time", "100", "-H", "Authorization: Bearer \(token)", "-H",
                    "Content-Type: application/json", "-d", #"{"element":"Louver","value":"up"}"#,
                    web.url + "/api/v1/orders",
                ]
            )
            #expect(order.staysRunning(for: 1))
            // The page itself comes from domo-web.
            #expect(try web.ask("/").status == 200)
            household.daemon?.send(SIGCONT)
            #expect(try order.waitForEnd() == 0, "\(order.errorOutput)")
            try stream.wait(for: "the reading") { output, _ in output.contains(#""value":"up""#) ? () : nil }
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }
}
