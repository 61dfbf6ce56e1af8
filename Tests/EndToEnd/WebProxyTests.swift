import DomoTestKit
import Foundation
import Testing

/// Client addresses behind a proxy, and delays after failures.
@Suite(.waits) struct WebProxyTests {
    private static func fail(_ web: WebServer, _ count: Int, from address: (Int) -> String) throws {
        for number in 0..<count {
            let fields = ["-H", "X-Forwarded-For: \(address(number))"]
            #expect(try web.ask("/api/v1/session", token: "domo_x", fields).status == 401)
        }
    }

    private static func status(_ web: WebServer, _ token: String, from address: String) throws -> Int {
        try web.ask("/api/v1/session", token: token, ["-H", "X-Forwarded-For: \(address)"]).status
    }

    @Test func forwardedAddressOfAnUntrustedPeerIsIgnored() throws {
        try Household.running { household in
            let web = try WebServer(household)
            let token = try web.token("phone")
            try Self.fail(web, 10) { "10.0.0.\($0)" }
            #expect(try Self.status(web, token, from: "10.0.1.1") == 429)
            #expect(try web.ask("/api/v1/session", token: token).status == 429)
        }
    }

    @Test func proxyForwardsClientAddresses() throws {
        try Household.running { household in
            let web = try WebServer(household, ["--proxy", "127.0.0.1"])
            let token = try web.token("phone")
            // The client's own entries precede those of the proxy.
            try Self.fail(web, 10) { "192.0.2.\($0), 10.0.0.9" }
            #expect(try Self.status(web, token, from: "10.0.0.9") == 429)
            #expect(try Self.status(web, token, from: "192.0.2.1, 10.0.0.9") == 429)
            #expect(try Self.status(web, token, from: "10.0.0.9, 10.0.0.8") == 200)
            #expect(try household.domo("token", "list").output.contains("10.0.0.8"))
            // An invalid address counts as that of the proxy.
            try Self.fail(web, 10) { _ in "nonsense" }
            let other = try web.token("tablet")
            #expect(try Self.status(web, other, from: "more nonsense") == 429)
            #expect(try Self.status(web, token, from: "10.0.0.8") == 200)
        }
    }

    /// 2,050 half requests of one client, through a proxy that passes bodies on as they come, refused everybody.
    @Test func aClientOfTheProxyHasItsShareOfPlaces() throws {
        try Household.running { household in
            let web = try WebServer(household, ["--proxy", "127.0.0.1"])
            let half = try (0..<600).map { _ in
                let connection = try Connection(port: web.port)
                try connection.send(
                    "POST /hooks/timbre HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.9\r\n"
                        + "Authorization: Bearer domo_x\r\nContent-Length: 100\r\n\r\nhalf"
                )
                return connection
            }
            // The others of this client are refused; the requests of 512 wait for their bodies, for seconds.
            for connection in half[512...] { #expect(try connection.rest().hasPrefix("HTTP/1.1 503 ")) }
            let token = try web.token("phone")
            #expect(try Self.status(web, token, from: "10.0.0.8") == 200)
            for connection in half[..<512] { #expect(try connection.rest().hasPrefix("HTTP/1.1 408 ")) }
        }
    }

    @Test func proxyOnAUnixSocketIsTrusted() throws {
        try Household.running { household in
            let path = "\(household.folder.path)/web.sock"
            let web = try household.start(
                "domo-web",
                ["--socket", household.socket, "--listen", "unix:\(path)", "--proxy", "unix"]
            )
            try web.wait(for: "its address") { output, _ in output.contains("listening on") ? () : nil }
            let made = try household.run("domo", ["--json", "token", "new", "phone"])
            guard case .object(let given) = try JSONDecoder().decode(JSONValue.self, from: Data(made.output.utf8)),
                case .string(let token)? = given["token"]
            else { throw WebServer.Missing() }
            func status(_ token: String, from address: String) throws -> String {
                try household.run(
                    "/usr/bin/curl",
                    [
                        "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", path, "-H",
                        "Authorization: Bearer \(token)", "-H", "X-Forwarded-For: \(address)",
                        "http://localhost/api/v1/session",
                    ]
                ).output
            }
            for _ in 0..<10 { #expect(try status("domo_x", from: "10.0.0.9") == "401") }
            #expect(try status(token, from: "10.0.0.9") == "429")
            #expect(try status(token, from: "10.0.0.8") == "200")
            #expect(try household.domo("token", "list").output.contains("10.0.0.8"))
        }
    }
}
