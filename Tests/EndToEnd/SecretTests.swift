import DomoTestKit
import Foundation
import Testing

/// Secrets in every part of a request, and a server that echoes requests.
@Suite(.waits) struct SecretTests {
    /// Each is encoded differently in URLs, forms, JSON and XML; the part before the slash is unchanged.
    private static let secrets = [
        "k3y-c0re": "k3y-c0re/ñ&\"<\\", "pass-c0re": "pass-c0re/ñ&", "path-c0re": "path-c0re",
    ]

    private static let kinds = ["Path", "Query", "Header", "Marked", "Form", "Json", "Xml", "Text"]

    private static let dialect = #"""
        dialects:
          echo:
            variables: {k: {secret-file: key}}
            kind: {of: "{name}"}
            order: {success: {body: "^never$"}}
            kinds:
              Path: {actions: {on: {url: "{url}/{k}/{name}"}}}
              Query: {actions: {on: {url: "{url}/x/{name}?k={k}"}}}
              State: {state: {one: {url: "{url}/{k}/{name}", regex: "^([^\\r\\n]*)"}, value: }}
              Header: {actions: {on: {url: "{url}/x/{name}", headers: {X-Key: "k {k}"}}}}
              Marked: {actions: {on: {url: "{url}/x/{name}", headers: {X-Key: {secret-file: key}}}}}
              Form: {actions: {on: {url: "{url}/x/{name}", form: {k: "{k}", l: {secret-file: key}}}}}
              Json: {actions: {on: {url: "{url}/x/{name}", json: '{"k": "{k}"}'}}}
              Xml: {actions: {on: {url: "{url}/x/{name}", xml: '<k a="{k}">{k}</k>'}}}
              Text: {actions: {on: {url: "{url}/x/{name}", text: "k={k}"}}}
        """#

    @Test func secretsEchoedByAServerAreMasked() throws {
        try Household.with { household in
            let server = try RecordingServer(echoes: true)
            let elements = Self.kinds.map { "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }
            let state = "<Dispositivo><Nombre>State</Nombre><Tipo>4</Tipo></Dispositivo>"
            try household.folder.write("home.xml", Household.oneHouse(elements.joined() + state))
            try household.folder.write("key", (Self.secrets["k3y-c0re"] ?? "") + "\n")
            try household.folder.write("password", (Self.secrets["pass-c0re"] ?? "") + "\n")
            let file = try household.folder.write(
                "domod.yaml",
                """
                homes: \(household.home)
                socket: \(household.socket)
                state: \(household.state)
                log-level: trace
                server:
                  url: {secret: "http://127.0.0.1:\(server.port)/api/path-c0re"}
                  user: ana
                  password-file: password
                  dialect: echo
                  reading: {every: 1s}
                \(Self.dialect)
                """
            )
            let daemon = try household.startedDaemon(["--config", file])
            let watch = try household.startWatch(["--json"])
            var shown = ""
            for kind in Self.kinds {
                let explained = try household.domo("explain", "set", kind, "on")
                expect(explained, says: ["***"])
                shown += explained.output + "\(try household.domo("set", kind, "on"))"
            }
            try household.eventually("a state that repeats its request") {
                try household.domo("ls", "-r").output.contains("HTTP/1.1")
            }
            for line in [["orders"], ["--json", "orders"], ["status"], ["--json", "status"], ["--json", "ls", "-r"]] {
                shown += "\(try household.run("domo", line))"
            }
            // The answers arrived and were shown.
            #expect(shown.contains("the server answered: GET ***/***/Path HTTP/1.1"))
            try watch.wait(for: "events") { output, _ in output.contains("HTTP/1.1") ? () : nil }
            // The copies of the configuration have its secrets, readable to domod alone.
            let all = try FileManager.default.subpathsOfDirectory(atPath: household.state)
            let files = all.filter { !$0.hasPrefix("last-good") }
            for file in all where file.hasPrefix("last-good/files/") {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(household.state)/\(file)")[
                    .posixPermissions
                ]
                #expect([0o600, 0o700].contains(mode as? Int), "\(file)")
            }
            let kept = files.compactMap { FileManager.default.contents(atPath: "\(household.state)/\($0)") }
            #expect(kept.contains { $0.range(of: Data("the server answered: ".utf8)) != nil })
            let base64 = Data("ana:\(Self.secrets["pass-c0re"] ?? "")".utf8).base64EncodedString().prefix(12)
            for secret in Self.secrets.keys.sorted() + [String(base64)] {
                // A password is sent only in base64.
                #expect(server.lines.contains(secret) || secret == "pass-c0re", "\(secret) was not sent")
                #expect(!shown.contains(secret), "\(secret) in \(shown)")
                #expect(!watch.output.contains(secret), "\(secret) in \(watch.output)")
                #expect(!(daemon.output + daemon.errorOutput).contains(secret))
                #expect(!kept.contains { $0.range(of: Data(secret.utf8)) != nil }, "\(secret) in \(files)")
            }
        }
    }

    @Test func secretForAnotherHostIsAConfigurationError() throws {
        try Household.with { household in
            try household.folder.write(
                "home.xml",
                Household.oneHouse("<Dispositivo><Nombre>Path</Nombre><Tipo>1</Tipo></Dispositivo>")
            )
            try household.folder.write("key", "k3y-c0re\n")
            let file = try household.folder.write(
                "domod.yaml",
                """
                homes: \(household.home)
                server:
                  url: http://127.0.0.1:1
                  dialect: echo
                  elements:
                    Path: {url: "http://127.0.0.1:2", kind: Path}
                \(Self.dialect)
                """
            )
            let finished = try household.run("domod", household.usual + ["--config", file])
            expect(
                finished,
                status: 78,
                says: [
                    "domod.yaml:6:5: error: Path is on another host than its server", "{k}", "same-credentials: yes",
                ]
            )
            #expect(!"\(finished)".contains("k3y-c0re"))
        }
    }

    /// TLS 1.1 and 1.0 are obsolete (RFC 8996), but the machine's OpenSSL may accept them.
    @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0))
    func aServerThatOffersTLS11AloneIsNotSpokenTo() throws {
        try Household.with { household in
            try household.folder.write(
                "home.xml",
                Household.oneHouse("<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>")
            )
            let (certificate, key) = ("\(household.folder.path)/server.pem", "\(household.folder.path)/server.key")
            let words = [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ]
            expect(try household.run("/usr/bin/openssl", words))
            let lax = try household.folder.write(
                "openssl.cnf",
                """
                openssl_conf = first
                [first]
                ssl_conf = second
                [second]
                system_default = third
                [third]
                MinProtocol = TLSv1
                CipherString = DEFAULT@SECLEVEL=0
                """
            )
            var outcomes: [String] = []
            for version in ["-tls1_1", "-tls1_2"] {
                let server = try household.start(
                    "/usr/bin/openssl",
                    [
                        "s_server", "-accept", "127.0.0.1:0", "-www", version, "-cipher", "DEFAULT@SECLEVEL=0", "-cert",
                        certificate, "-key", key,
                    ]
                )
                let port = try server.wait(for: "address") { output, _ in
                    output.components(separatedBy: "ACCEPT 127.0.0.1:").dropFirst().first?.components(separatedBy: "\n")
                        .first
                }
                let file = try household.folder.write(
                    "domod.yaml",
                    """
                    homes: \(household.home)
                    server: {url: "https://127.0.0.1:\(port)", ca-file: server.pem, dialect: plain}
                    dialects: {plain: {actions: {on: {url: "{url}/?{name}"}}}}
                    """
                )
                let daemon = try household.startedDaemon(
                    household.usual + ["--config", file],
                    environment: ["OPENSSL_CONF": lax]
                )
                outcomes.append("\(try household.domo("set", "Lamp", "on"))")
                daemon.send(SIGTERM)
                _ = try daemon.waitForEnd()
            }
            #expect(outcomes.first?.contains("no TLS connection") == true, "\(outcomes)")
            #expect(outcomes.last?.contains("accepted") == true, "\(outcomes)")
        }
    }
}
