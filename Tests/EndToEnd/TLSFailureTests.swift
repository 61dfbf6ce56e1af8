import DomoTestKit
import Foundation
import Testing

/// HTTPS servers that are not trusted or don't speak TLS: nothing is sent to them, and the reason is reported.
@Suite(.waits, .enabled(if: access("/usr/bin/openssl", X_OK) == 0)) struct TLSFailureTests {
    /// Makes `NAME.pem`, which is its own authority, and `NAME.key`.
    ///
    /// - Parameter days: how long it is valid from now; below 0 it has expired.
    private static func makeCertificate(_ household: Household, _ name: String, for host: String, days: Int) throws {
        let folder = household.folder.path
        let request = [
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=server",
            "-addext", "subjectAltName=\(host)", "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).csr",
        ]
        expect(try household.run("/usr/bin/openssl", request))
        let sign = [
            "x509", "-req", "-in", "\(folder)/\(name).csr", "-signkey", "\(folder)/\(name).key", "-days", "\(days)",
            "-copy_extensions", "copy", "-out", "\(folder)/\(name).pem",
        ]
        expect(try household.run("/usr/bin/openssl", sign))
    }

    /// - Returns: its port.
    private static func startServer(_ household: Household, _ name: String) throws -> Int {
        let files = "\(household.folder.path)/\(name)"
        let server = try household.start(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(files).pem", "-key", "\(files).key"]
        )
        let text = try server.wait(for: "address") { output, _ in
            output.components(separatedBy: "ACCEPT 127.0.0.1:").dropFirst().first?.components(separatedBy: "\n").first
        }
        return try #require(Int(text))
    }

    private static func startDaemon(_ household: Household, port: Int, authority: String?) throws {
        try household.folder.write(
            "home.xml",
            Household.oneHouse("<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>")
        )
        let authority = authority.map { "ca-file: \($0).pem, " } ?? ""
        let file = try household.folder.write(
            "domod.yaml",
            """
            homes: \(household.home)
            server: {url: "https://127.0.0.1:\(port)", \(authority)dialect: plain}
            dialects: {plain: {actions: {on: {url: "{url}/?{name}"}}}}
            """
        )
        try household.startedDaemon(household.places + ["--config", file])
    }

    /// An order fails for this reason. The deadline may have interrupted its last try; then the next order is
    /// checked.
    private static func expectNothingSent(_ household: Household, says words: [String]) throws {
        var last: Finished?
        do {
            try household.eventually("\(words)") {
                let order = try household.domo("set", "Lamp", "on", "--deadline", Household.tried)
                last = order
                return order.status == 69 && words.allSatisfy { (order.output + order.errors).contains($0) }
            }
        } catch {
            throw KitFault(description: "\(error)\n\(last.map { "\($0)" } ?? "")")
        }
    }

    private struct Case: CustomTestStringConvertible {
        var name: String
        var host = "IP:127.0.0.1"
        var days = 2
        var isTrusted = true
        var says: [String]

        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(name: "good", says: ["accepted"]),
        Case(name: "expired", days: -1, says: ["certificate has expired", "renew", "clock"]),
        Case(name: "other", host: "DNS:other.example", says: ["127.0.0.1", "host name of the server's certificate"]),
        Case(name: "unknown", isTrusted: false, says: ["self-signed certificate", "ca-file"]),
    ])
    private func serverIsTrustedOrTheReasonIsSaid(_ one: Case) throws {
        try Household.with { household in
            try Self.makeCertificate(household, one.name, for: one.host, days: one.days)
            let port = try Self.startServer(household, one.name)
            try Self.startDaemon(household, port: port, authority: one.isTrusted ? one.name : nil)
            guard one.name != "good" else {
                return expect(try household.domo("set", "Lamp", "on", "--deadline", "60s"), says: one.says)
            }
            try Self.expectNothingSent(
                household,
                says: ["https://127.0.0.1:\(port)", "certificate not trusted"] + one.says
            )
            expect(try household.domo("status"), says: ["certificate not trusted"])
        }
    }

    @Test func plainServerIsReported() throws {
        try Household.with { household in
            let server = try HostileServer(.noise)
            try Self.startDaemon(household, port: server.port, authority: nil)
            try Self.expectNothingSent(household, says: ["no TLS connection", "check that the server uses TLS"])
            #expect(server.requests > 0)
        }
    }

    @Test func silentHandshakeEndsAtTheDeadline() throws {
        try Household.with { household in
            let server = try SilentServer()
            try Self.startDaemon(household, port: server.port, authority: nil)
            let order = try household.domo("set", "Lamp", "on", "--deadline", "1s")
            expect(order, status: 69, says: ["https://127.0.0.1:\(server.port)", "no connection in 1 s"])
        }
    }
}
