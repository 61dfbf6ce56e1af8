import DomoBridge
import DomoLanguage
import DomoTestKit
import Glibc
import Testing

@testable import DomoNotify

/// The configuration.
struct NotifyFileTests {
    @Test func wholeFile() throws {
        let folder = try TemporaryFolder()
        chmod(try folder.write("ana", "tk_1\n"), 0o600)
        let path = try folder.write(
            "notify.yaml",
            """
            page: https://house.example
            targets:
              ana: {ntfy: http://127.0.0.1:8080/casa, token-file: ana}
              luis: {smtp: smtps://mail.example, from: domo@house.example, to: [a@b.c, d@e.f]}
              hall: {url: https://hook.example/x, body: '{"text": {text}}'}
              movil: {push: "Anna's phone"}
            groups: {familia: [ana, luis]}
            calls: {tiempo: {url: https://weather.example/, body: "q={text}", headers: {Content-Type: application/x-www-form-urlencoded}}}
            quiet: [{from: "23:00", to: "07:00"}, {from: "14:00", to: "16:00", targets: familia}]
            deadline: 30min
            one-per-cause: 2min
            system:
              link-down: {to: familia, after: 5min}
              disk: ana
              certificate: [{to: ana, of: https://a}, {to: ana, of: https://b:8443, days: 30}]
            """
        )
        let configuration = try NotifyFile.read(path)
        #expect(configuration.warnings == [])
        guard case .ntfy(let ana) = configuration.targets["ana"], case .mail(let luis) = configuration.targets["luis"],
            case .web(let hall) = configuration.targets["hall"], let call = configuration.calls["tiempo"]
        else {
            Issue.record("a target is missing")
            return
        }
        #expect((ana.topic, ana.token?.value, ana.server.text) == ("casa", "tk_1", "http://127.0.0.1:8080/"))
        #expect((luis.to, luis.encryption, luis.server.port) == (["a@b.c", "d@e.f"], .required, 465))
        #expect((hall.method, hall.body?.form, hall.shown) == (.post, .json, "https://hook.example/***"))
        #expect((call.method, call.body?.form) == (.post, .percent))
        let profile = configuration.profile(pushKey: "B", keepsLedger: true)
        #expect((profile.targets, profile.groups) == (["ana", "hall", "luis", "movil"], ["familia": ["ana", "luis"]]))
        #expect((profile.calls, profile.deadline, profile.window) == (["tiempo"], .seconds(1800), .seconds(120)))
        #expect((profile.pushKey, profile.quiet.map(\.targets)) == ("B", [[], ["ana", "luis"]]))
        #expect(configuration.system.linkDown == .init(to: ["familia"], after: .seconds(300)))
        #expect(configuration.system.certificates.map(\.days) == [14, 30])
        #expect(
            !String(describing: configuration).contains("tk_1") && !String(reflecting: configuration).contains("tk_1")
        )
    }

    @Test func secretFileThatOthersCanReadIsAWarning() throws {
        let folder = try TemporaryFolder()
        chmod(try folder.write("ana", "tk_1\n"), 0o644)
        let path = try folder.write("n", "targets: {ana: {ntfy: http://h/casa, token-file: ana}}")
        #expect(try NotifyFile.read(path).warnings.map { $0.hasPrefix("\(folder.path)/ana holds secrets") } == [true])
    }

    @Test func emptyFileHasNoTargets() throws {
        for text in ["", "# nothing\n", "targets:\n", "{}"] {
            #expect(try NotifyFile.read(text, path: "n").targets.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("bogus: 1", "n:1:1: error: unknown key \"bogus\""),
            ("targets: {a: http://h/t}", "n:1:14: error: the target a is not a mapping"),
            ("targets: {a: {}}", "n:1:14: error: the target a has none of ntfy, smtp, url and push"),
            ("targets: {a: {ntfy: http://h/t, url: http://h}}", "n:1:14: error: the target a has ntfy and url"),
            ("targets: {a: {ntfy: http://h}}", "n:1:21: error: the ntfy URL has no topic"),
            ("targets: {a: {ntfy: http://h/a/b}}", "n:1:21: error: the ntfy URL has no topic"),
            ("targets: {a: {ntfy: ftp://h/t}}", "n:1:21: error: ntfy: not a URL of https or http"),
            ("targets: {a: {ntfy: http://h/t, token-file: none}}", "n:1:45: error: ./none: No such file"),
            ("targets: {urgent: {ntfy: http://h/t}}", "n:1:11: error: \"urgent\" is not a name of a target"),
            ("targets: {\"a b\": {ntfy: http://h/t}}", "n:1:11: error: \"a b\" is not a name of a target"),
            ("targets: {a: {smtp: smtp://h, to: b@c.d}}", "n:1:14: error: an e-mail target has no from"),
            (
                "targets: {a: {smtp: smtp://h, from: \"b@c.d\\r\\nX: 1\", to: b@c.d}}",
                "n:1:37: error: \"b@c.d  X: 1\" is not a mail address"
            ),
            (
                "targets: {a: {smtp: smtp://h, from: b@c.d, to: b@c.d, user: u}}",
                "n:1:14: error: a user without a password"
            ),
            ("targets: {a: {smtp: smtp://h, from: b@c.d, to: b@c.d, tls: maybe}}", "n:1:60: error: unknown tls"),
            ("targets: {a: {push: Anna}}", "n:1:21: error: push services want to know whom to contact"),
            (
                "targets: {a: {url: \"http://h/{texto}\"}}",
                "n:1:20: error: unknown placeholder {texto} in url; did you mean \"text\"?"
            ),
            ("targets: {a: {url: http://h, method: TRACE}}", "n:1:38: error: unknown method"),
            ("targets: {a: {url: http://h, body: '{\"a\": \"{text}}'}}", "n:1:36: error: the body is not JSON"),
            (
                "targets: {a: {url: http://h, headers: {\"a b\": c}}}",
                "n:1:40: error: \"a b\" is not the name of a header"
            ),
            (
                "targets: {a: {url: http://h, headers: {Host: c}}}",
                "n:1:40: error: the header Host is written by domo-notify"
            ),
            (
                "targets: {a: {url: http://h, headers: {X: \"a\\nb\"}}}",
                "n:1:43: error: the header X contains a control character"
            ),
            ("targets: {a: {url: \"http://u:p@h/\"}}", "n:1:20: error: url: the URL contains a user or password"),
            ("calls: {a: {url: http://h, method: GET, body: x}}", "n:1:47: error: a GET request has no body"),
            ("calls: {a: {body: x}}", "n:1:12: error: there is no url"),
            ("groups: {g: [a]}", "n:1:14: error: there is no target \"a\"; add it under targets"),
            ("groups: {g: []}", "n:1:13: error: a group is empty"),
            ("quiet: {from: \"23:00\"}", "n:1:8: error: quiet has no to"),
            ("quiet: {from: \"24:30\", to: \"07:00\"}", "n:1:15: error: from is not a time of the day"),
            ("quiet: {from: \"07:00\", to: \"07:00\"}", "n:1:8: error: the quiet hours end when they begin"),
            ("deadline: soon", "n:1:11: error: deadline is not a duration"),
            ("deadline: 1s", "n:1:11: error: deadline is out of range; use 10s–1d"),
            ("system: {bogus: a}", "n:1:10: error: unknown key \"bogus\""),
            ("system: {disk: a}", "n:1:16: error: there is no target \"a\""),
            ("system: {disk: {below: 3}}", "n:1:16: error: disk does not say whom to tell"),
            ("push-services: [\"http://h/\"]", "n:1:17: error: "),
            ("push-services: [{host: h, port: 444}]", "n:1:33: error: push services use port 443"),
            ("push-services: [127.0.0.1]", "n:1:17: error: a push service is given by its name alone"),
            ("contact: anna", "n:1:10: error: contact is not a mailto: or https: URL"),
            ("page: \"x", "n:1:7: error: quotes that are not closed"),
        ]
    )
    func mistakeHasItsPlace(text: String, message: String) {
        do throws(FileMistakes) {
            _ = try NotifyFile.read(text, path: "n")
            Issue.record("accepted: \(text)")
        } catch {
            #expect(error.text.hasPrefix(message), "\(error.text)")
        }
    }

    @Test func allMistakesAreReportedInTheirOrder() throws {
        let text = "bogus: 1\ntargets: {a: {ntfy: x}, b: {url: y}}\ndeadline: z\n"
        do throws(FileMistakes) {
            _ = try NotifyFile.read(text, path: "n")
            Issue.record("accepted")
        } catch {
            #expect(error.text.split(separator: "\n").map { $0.prefix(6) } == ["n:1:1:", "n:2:21", "n:2:34", "n:3:11"])
        }
    }

    @Test func secretInTheFileIsNeverShown() throws {
        for text in [
            "targets: {a: {ntfy: http://h/t, token: s3cret, bogus: 1}}",
            "targets: {a: {ntfy: http://h/t, token: \"s3cret\\n\"}}",
            "targets: {a: {url: http://h/s3cret?s3cret#s3cret}}",
        ] {
            do throws(FileMistakes) {
                _ = try NotifyFile.read(text, path: "n")
                Issue.record("accepted: \(text)")
            } catch {
                #expect(!error.text.contains("s3cret"), "\(error.text)")
            }
        }
    }

    @Test func passwordWithoutTLSIsAWarning() throws {
        let text = "targets: {a: {smtp: smtp://mail.example, from: b@c.d, to: b@c.d, tls: none, user: u, password: p}}"
        #expect(
            try NotifyFile.read(text, path: "n").warnings == [
                "n:1: the password is sent to smtp://mail.example without TLS"
            ]
        )
    }
}
