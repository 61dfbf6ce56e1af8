import DomoEngine
import DomoHTTP
import DomoTestKit
import Testing

struct NginxTests {
    @Test func nginxAcceptsThousandsOfSignals() async throws {
        let nginx = try Nginx(locations: "location / { return 204; }")
        defer { nginx.stop() }
        let fixture = try LinkFixture("http://127.0.0.1:\(nginx.port)/web")
        defer { fixture.loop.stop() }
        let accepted = await withTaskGroup(of: Outcome.self) { group in
            for id in 1...2000 { group.addTask { await fixture.outcome(id: UInt64(id), timeout: .seconds(60)) } }
            return await group.reduce(into: 0) { $0 += $1 == .accepted ? 1 : 0 }
        }
        #expect(accepted == 2000)
    }

    @Test(arguments: [
        ("/accept", Outcome.accepted), ("/404", .refused(reason: "HTTP 404 Not Found", isPassing: false)),
        ("/moved", .refused(reason: "HTTP 301 Moved Permanently", isPassing: false)),
        ("/close", .lost(reason: "the server closed the connection without an answer")),
    ])
    func nginxAnswersAreUnderstood(path: String, expected: Outcome) async throws {
        let nginx = try Nginx(
            locations: """
                location /accept { return 200 "done"; } location /404 { return 404; }
                location /moved { return 301 http://127.0.0.1/; } location /close { return 444; }
                """
        )
        defer { nginx.stop() }
        let fixture = try LinkFixture("http://127.0.0.1:\(nginx.port)\(path)")
        defer { fixture.loop.stop() }
        #expect(await fixture.outcome() == expected)
    }

    @Test func customAuthorityIsTrustedOnlyWithItsFile() async throws {
        let authority = try TestAuthority()
        defer { authority.folder.remove() }
        let nginx = try Nginx(
            tls: (authority.certificate, authority.key),
            locations: "location / { return 200 hello; }"
        )
        defer { nginx.stop() }
        let url = "https://127.0.0.1:\(nginx.port)/"
        let trusting = try LinkFixture(url, caFile: authority.file)
        defer { trusting.loop.stop() }
        #expect(await trusting.outcome() == .accepted)
        #expect(try await Download.fetch(url, caFile: authority.file) == Array("hello".utf8))

        let doubting = try LinkFixture(url)
        defer { doubting.loop.stop() }
        guard case .notSent(let reason, _) = await doubting.outcome() else {
            Issue.record("a certificate of nobody was trusted")
            return
        }
        #expect(reason.hasPrefix("certificate not trusted: "), "\(reason)")
        let fault = await #expect(throws: DownloadFault.self) { try await Download.fetch(url) }
        #expect(fault?.isUnreachable == false)

        let wrongName = try LinkFixture("https://localhost:\(nginx.port)/", caFile: authority.file)
        defer { wrongName.loop.stop() }
        guard case .notSent(let reason, _) = await wrongName.outcome() else {
            Issue.record("a certificate for another name was trusted")
            return
        }
        #expect(reason.hasPrefix("certificate not trusted: "), "\(reason)")
    }

    @Test func aRedirectFromTLSToPlainHTTPIsRefused() async throws {
        let authority = try TestAuthority()
        defer { authority.folder.remove() }
        let plain = try Nginx(locations: "location / { return 200 hello; }")
        defer { plain.stop() }
        let nginx = try Nginx(
            tls: (authority.certificate, authority.key),
            locations: "location / { return 302 http://127.0.0.1:\(plain.port)/; }"
        )
        defer { nginx.stop() }
        let url = "https://127.0.0.1:\(nginx.port)/house"
        let fault = await #expect(throws: DownloadFault.self) {
            try await Download.fetch(url, caFile: authority.file)
        }
        #expect(
            fault?.message == "the redirect from \(url) to http://127.0.0.1:\(plain.port)/ was refused: "
                + "it leads from https to http"
        )
    }

    @Test func aRedirectFromPlainHTTPToTLSOnTheSameHostIsFollowed() async throws {
        let authority = try TestAuthority()
        defer { authority.folder.remove() }
        let nginx = try Nginx(
            tls: (authority.certificate, authority.key),
            locations: "location / { return 200 hello; }"
        )
        defer { nginx.stop() }
        let plain = try Nginx(locations: "location / { return 301 https://127.0.0.1:\(nginx.port)/; }")
        defer { plain.stop() }
        let bytes = try await Download.fetch("http://127.0.0.1:\(plain.port)/", caFile: authority.file)
        #expect(bytes == Array("hello".utf8))
    }

    @Test func missingAuthorityFileIsNamed() async throws {
        // libcurl reads the file only when it has a connection.
        let nginx = try Nginx(locations: "location / { return 204; }")
        defer { nginx.stop() }
        let fixture = try LinkFixture("https://127.0.0.1:\(nginx.port)/", caFile: "/nowhere/ca.pem")
        defer { fixture.loop.stop() }
        guard case .notSent(let reason, _) = await fixture.outcome() else {
            Issue.record("sent without the authorities that were asked for")
            return
        }
        #expect(reason.contains("/nowhere/ca.pem"), "\(reason)")
    }

    @Test func nothingIsSentToAPlainServerOverTLS() async throws {
        let nginx = try Nginx(locations: "location / { return 204; }")
        defer { nginx.stop() }
        let fixture = try LinkFixture("https://127.0.0.1:\(nginx.port)/")
        defer { fixture.loop.stop() }
        guard case .notSent(let reason, _) = await fixture.outcome() else {
            Issue.record("sent without TLS")
            return
        }
        #expect(reason.hasPrefix("no TLS connection: "), "\(reason)")
    }
}

/// A certificate for 127.0.0.1, signed by an unknown authority.
private struct TestAuthority {
    let folder: TemporaryFolder

    var file: String { "\(folder.path)/ca.pem" }
    var certificate: String { "\(folder.path)/server.pem" }
    var key: String { "\(folder.path)/server.key" }

    init() throws {
        folder = try TemporaryFolder()
        let common = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        ]
        try Self.openssl(
            common + [
                "-days", "2", "-subj", "/CN=domo test authority", "-keyout", "\(folder.path)/ca.key", "-out", file,
            ]
        )
        try Self.openssl(
            common + [
                "-days", "2", "-subj", "/CN=domo test server", "-keyout", key, "-out", certificate,
                "-CA", file, "-CAkey", "\(folder.path)/ca.key", "-addext", "subjectAltName=IP:127.0.0.1",
                "-addext", "basicConstraints=critical,CA:FALSE",
            ]
        )
    }

    private static func openssl(_ arguments: [String]) throws {
        let finished = try ChildProcess.run("/usr/bin/openssl", arguments)
        guard finished.status == 0 else { throw KitFault(description: "openssl: \(finished)") }
    }
}
