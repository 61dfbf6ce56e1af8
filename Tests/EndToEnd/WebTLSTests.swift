import DomoTestKit
import Foundation
import Testing

/// `domo-web --certificate FILE --key FILE` with clients that verify it.
@Suite(.waits) struct WebTLSTests {
    /// A self-signed certificate for localhost and its key, made with openssl.
    private static func makeCertificate(_ household: Household, _ name: String, serial: Int) throws {
        expect(
            try household.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "30",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-set_serial", String(serial),
                    "-keyout", "\(household.folder.path)/\(name).key", "-out", "\(household.folder.path)/\(name).pem",
                ]
            )
        )
    }

    /// Replaces the certificate by a rename, as renewing programs do.
    private static func serve(_ household: Household, _ name: String) throws {
        for end in ["key", "pem"] {
            let (from, to) = ("\(household.folder.path)/\(name).\(end)", "\(household.folder.path)/served.\(end)")
            let copy = to + ".new"
            try Data(contentsOf: URL(fileURLWithPath: from)).write(to: URL(fileURLWithPath: copy))
            guard rename(copy, to) == 0 else { throw KitFault(description: "rename: \(errno)") }
        }
    }

    private static func options(_ household: Household) -> [String] {
        ["--certificate", "\(household.folder.path)/served.pem", "--key", "\(household.folder.path)/served.key"]
    }

    /// The serial number of the certificate on a new connection.
    private static func serial(_ household: Household, _ web: WebServer) throws -> String {
        let finished = try household.run(
            "/bin/sh",
            ["-c", "openssl s_client -connect 127.0.0.1:\(web.port) </dev/null 2>&1 | openssl x509 -noout -serial"]
        )
        return finished.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func ask(
        _ household: Household,
        _ web: WebServer,
        _ path: String,
        ca: String,
        _ more: [String] = []
    ) throws -> WebServer.Answer {
        try web.ask(path, token: nil, ["--cacert", "\(household.folder.path)/\(ca).pem"] + more)
    }

    @Test func requestsNeedHTTPS() throws {
        try Household.running { household in
            try Self.makeCertificate(household, "first", serial: 1)
            try Self.serve(household, "first")
            let web = try WebServer(household, Self.options(household))
            #expect(web.url.hasPrefix("https://127.0.0.1:"))
            let code = try web.token("phone", "--code")
            let signIn = try Self.ask(
                household,
                web,
                "/api/v1/session",
                ca: "first",
                ["-H", "Content-Type: application/json", "-H", "Origin: \(web.url)", "-d", #"{"code":"\#(code)"}"#]
            )
            #expect(signIn.status == 201, "\(signIn)")
            #expect(signIn.headers.contains("__Host-domo-session=") && signIn.headers.contains("; Secure"))
            #expect(!signIn.headers.lowercased().contains("strict-transport-security"))
            #expect(try Self.ask(household, web, "/", ca: "first").status == 200)
            // Nothing is answered without TLS, or with obsolete versions.
            let plain = try Connection(port: web.port)
            try plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try !plain.rest().contains("HTTP/1.1"))
            #expect(try Self.ask(household, web, "/", ca: "first", ["--tls-max", "1.1"]).status == 0)
            #expect(try Self.ask(household, web, "/", ca: "first", ["--tlsv1.3"]).status == 200)
            // Without authenticated encryption.
            let old = ["--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA:AES128-SHA"]
            #expect(try Self.ask(household, web, "/", ca: "first", old).status == 0)
            #expect(try Self.ask(household, web, "/", ca: "first", ["--tls-max", "1.2"]).status == 200)
            let strict = try WebServer(household, Self.options(household) + ["--hsts"])
            let answer = try Self.ask(household, strict, "/", ca: "first")
            #expect(answer.headers.lowercased().contains("strict-transport-security: max-age=31536000"))
            #expect(answer.headers.lowercased().contains("cross-origin-opener-policy: same-origin"))
        }
    }

    /// In the same packet as the whole request before them.
    @Test(.letsTimePass) func incompletePipelinedHeadersAreAnsweredWith408() throws {
        try Household.running { household in
            try Self.makeCertificate(household, "first", serial: 1)
            try Self.serve(household, "first")
            let web = try WebServer(household, Self.options(household))
            let start = ContinuousClock.now
            let text = #"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n"#
            let client = try household.start(
                "/bin/sh",
                ["-c", "printf '\(text)' | openssl s_client -quiet -connect 127.0.0.1:\(web.port)"]
            )
            try client.wait(for: "the answers") { output, _ in output.contains("HTTP/1.1 408 ") ? () : nil }
            let time = ContinuousClock.now - start
            #expect(time >= .seconds(9.9) && time < .seconds(50), "\(time)")
        }
    }

    @Test func renewedCertificateIsServedWithoutARestart() throws {
        try Household.running { household in
            try Self.makeCertificate(household, "first", serial: 1)
            try Self.makeCertificate(household, "second", serial: 2)
            try Self.serve(household, "first")
            let web = try WebServer(household, Self.options(household))
            #expect(try Self.serial(household, web) == "serial=01")
            let token = try web.token("phone")
            let stream = try household.start(
                "/usr/bin/curl",
                [
                    "-sSN", "--max-time", "60", "--cacert", "\(household.folder.path)/first.pem", "-H",
                    "Authorization: Bearer \(token)", web.url + "/api/v1/events",
                ]
            )
            try stream.wait(for: "the snapshot") { output, _ in output.contains("event: snapshot") ? () : nil }

            try Self.serve(household, "second")
            try web.process.wait(for: "the reload") { _, errors in
                errors.contains("reloaded the certificate") ? () : nil
            }
            #expect(try Self.serial(household, web) == "serial=02")
            #expect(try Self.ask(household, web, "/", ca: "second").status == 200)

            // An invalid certificate changes nothing.
            try household.folder.write("served.pem", "-----BEGIN CERTIFICATE-----\nnonsense\n")
            try web.process.wait(for: "the failure") { _, errors in
                errors.contains("the previous certificate is still active") ? () : nil
            }
            #expect(try Self.serial(household, web) == "serial=02")
            try Self.serve(household, "first")
            try web.process.wait(for: "the second reload") { _, errors in
                errors.components(separatedBy: "reloaded the certificate").count == 3 ? () : nil
            }
            #expect(try Self.serial(household, web) == "serial=01")

            // The earlier connection is still open.
            expect(try household.domo("set", "Louver", "up"))
            try stream.wait(for: "the reading") { output, _ in output.contains(#""value":"up""#) ? () : nil }
        }
    }

    @Test func invalidCertificateIsReportedAtTheStart() throws {
        try Household.with { household in
            try Self.makeCertificate(household, "first", serial: 1)
            try Self.makeCertificate(household, "second", serial: 2)
            let folder = household.folder.path
            try household.folder.write("text.pem", "nothing of that kind\n")
            for (certificate, key, words) in [
                ("missing.pem", "first.key", ["\(folder)/missing.pem", "No such file or directory", "PEM"]),
                ("first.pem", "missing.key", ["\(folder)/missing.key", "No such file or directory", "PEM"]),
                ("text.pem", "first.key", ["\(folder)/text.pem", "no certificate in PEM format"]),
                ("first.pem", "text.pem", ["\(folder)/text.pem", "no private key in PEM format"]),
                ("first.pem", "second.key", ["does not match the certificate"]),
            ] {
                let finished = try household.run(
                    "domo-web",
                    [
                        "--listen", "127.0.0.1:0", "--certificate", "\(folder)/\(certificate)", "--key",
                        "\(folder)/\(key)",
                    ]
                )
                expect(finished, status: 78, says: words)
            }
            expect(
                try household.run("domo-web", ["--certificate", "\(folder)/first.pem"]),
                status: 64,
                says: ["--key", "TLS needs both"]
            )
        }
    }
}
