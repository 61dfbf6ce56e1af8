import DomoTestKit
import Foundation
import Testing

/// Hooks with the real programs, and curl as the sender.
@Suite(.waits) struct HookTests {
    private static func household(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.with { household in
            let door = "<Dispositivo><Nombre>Puerta</Nombre><Tipo>1</Tipo></Dispositivo>"
            let lamp = "<Dispositivo><Nombre>Lampara</Nombre><Tipo>1</Tipo><Tipo>2</Tipo></Dispositivo>"
            let home = try household.folder.write("home.xml", Household.oneHouse(door + lamp))
            try household.folder.write(
                "scenes/nivel.domo",
                "name Nivel\ntakes level percent\ntakes texto text default nada\ndim Lampara $level\nlog 'dice {$texto}'\n"
            )
            try household.folder.write("scenes/otra.domo", "name Otra\nlog 'otra'\n")
            try household.folder.write("scenes/entrada.domo", "name Entrada\nwhen Puerta on\nlog 'alguien entra'\n")
            let configuration = try household.folder.write(
                "domod.yaml",
                """
                homes: \(home)
                state: \(household.state)
                socket: \(household.socket)
                dialects: {mine: {actions: {on: {url: "{url}/{id}/on"}, level: {url: "{url}/{id}/{value}"}}, variables: {id: }}}
                server: {url: "http://127.0.0.1:9", dialect: mine, deadline: 1s, elements: {Lampara: {id: 1}}}
                """
            )
            try household.startedDaemon(["--config", configuration])
            try body(household, try WebServer(household))
        }
    }

    private static func secret(_ household: Household, _ arguments: String...) throws -> String {
        let finished = try household.run("domo", ["--json", "hook", "new"] + arguments)
        expect(finished)
        guard case .object(let object) = try JSONDecoder().decode(JSONValue.self, from: Data(finished.output.utf8)),
            case .string(let secret)? = object["secret"]
        else { throw Missing() }
        return secret
    }

    private struct Missing: Error {}

    private static func bearer(_ secret: String) -> [String] { ["-H", "Authorization: Bearer \(secret)"] }

    private static func post(
        _ web: WebServer,
        _ path: String,
        _ json: String,
        _ curl: [String]
    ) throws -> WebServer.Answer {
        try web.ask(path, token: nil, ["-H", "Content-Type: application/json", "-d", json] + curl)
    }

    // MARK: - Scenes

    @Test func sceneIsStartedWithTypedValues() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Nivel")
            let answer = try Self.post(
                web,
                "/hooks/timbre",
                #"{"level":40,"texto":"hola","x":[1]}"#,
                Self.bearer(secret)
            )
            #expect(answer.status == 204 && answer.body == "", "\(answer)")
            try household.waitForLog("dice hola")
            expect(try household.domo("orders", "Lampara"), says: ["40"])
            // Other forms of the same: a form, and another header.
            let form = try web.ask(
                "/hooks/timbre",
                token: nil,
                ["-H", "Hook-Secret: \(secret)", "-d", "level=7&texto=a+b"]
            )
            #expect(form.status == 204, "\(form)")
            try household.waitForLog("dice a b")
            expect(try household.domo("log"), says: ["Nivel", "hook timbre"])
            expect(try household.domo("hook", "list"), says: ["timbre", "starts the scene Nivel", "127.0.0.1"])
            expect(try household.domo("audit"), says: ["hook made", "hook used", "timbre"])
        }
    }

    @Test func sceneCanBeTriedByHand() throws {
        try Self.household { household, _ in
            expect(try household.domo("scene", "Nivel", "level=30", "--explain"), says: ["/1/30"])
            expect(
                try household.domo("scene", "Nivel"),
                status: 64,
                says: ["needs values: level", "domo scene Nivel level=…"]
            )
            expect(
                try household.domo("scene", "Nivel", "level=300"),
                status: 65,
                says: ["\"300\" is not a value for level"]
            )
        }
    }

    @Test(arguments: [
        (#"{"level":"Lampara"}"#, 422), (#"{"level":"40; scene Otra"}"#, 422), (#"{"level":101}"#, 422), ("{}", 400),
        ("[]", 400), ("{", 400),
    ])
    func wrongValuesStartNothing(body: String, status: Int) throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Nivel")
            let answer = try Self.post(web, "/hooks/timbre", body, Self.bearer(secret))
            #expect(answer.status == status, "\(answer)")
            #expect(!(try household.domo("orders")).output.contains("Lampara"))
        }
    }

    @Test func hookReachesNoOtherSceneAndNoOtherPlace() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Otra")
            for path in [
                "/hooks/timbre?scene=Nivel&level=1", "/hooks/timbre/../otra", "/hooks/Otra", "/hooks/timbre/Nivel/x",
            ] {
                _ = try Self.post(web, path, #"{"scene":"Nivel","level":1}"#, Self.bearer(secret))
            }
            #expect(!(try household.domo("orders")).output.contains("Lampara"))
            // Its secret is no token of the API, and no way to log in.
            for path in ["/api/v1/elements/Lampara", "/api/v1/session", "/metrics"] {
                #expect(try web.ask(path, token: secret).status == 401)
            }
            expect(
                try household.run("domo", ["hook", "new", "b", "--scene", "Nivel", "--place", "Puerta"]),
                status: 68,
                says: ["Nivel"]
            )
        }
    }

    @Test func revokedHookEndsAtOnce() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Otra")
            #expect(try Self.post(web, "/hooks/timbre", "{}", Self.bearer(secret)).status == 204)
            expect(try household.domo("hook", "revoke", "timbre"), output: "revoked\n")
            #expect(try Self.post(web, "/hooks/timbre", "{}", Self.bearer(secret)).status == 401)
            expect(try household.domo("hook", "list"), output: "no hooks\n")
            // The secret of the one before opens no other of its name.
            _ = try Self.secret(household, "timbre", "--scene", "Otra")
            #expect(try Self.post(web, "/hooks/timbre", "{}", Self.bearer(secret)).status == 401)
        }
    }

    // MARK: - Secrets

    @Test func unknownNameAndWrongSecretAreAnsweredAlike() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Otra")
            let wrong = try Self.post(web, "/hooks/timbre", "{}", Self.bearer("domo_wrong"))
            let unknown = try Self.post(web, "/hooks/nada", "{}", Self.bearer("domo_wrong"))
            let none = try Self.post(web, "/hooks/timbre", "{}", [])
            #expect(wrong.status == 401 && unknown.status == 401 && none.status == 401)
            #expect(wrong.body == unknown.body)
            // After ten failures the address has to wait, if what it guesses is wrong.
            for _ in 0..<10 { _ = try Self.post(web, "/hooks/timbre", "{}", Self.bearer("domo_guess")) }
            let braked = try Self.post(web, "/hooks/timbre", "{}", Self.bearer("domo_guess"))
            #expect(braked.status == 429 && braked.headers.lowercased().contains("retry-after"), "\(braked)")
            // What is right is never held back: an alarm does not wait because of a neighbour.
            #expect(try Self.post(web, "/hooks/timbre", "{}", Self.bearer(secret)).status == 204)
            // People at the same address still sign in.
            #expect(try web.ask("/api/v1/session", token: web.token("phone")).status == 200)
            expect(try household.domo("audit", "--kind", "refused-knock"), says: ["hook refused", "127.0.0.1"])
        }
    }

    @Test func secretsAreInNoLogAndNoReply() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Nivel")
            let signing = try Self.secret(household, "firma", "--scene", "Nivel", "--signed")
            let inURL = try Self.secret(household, "puerta", "--element", "Puerta", "--in-url")
            _ = try Self.post(web, "/hooks/timbre", #"{"level":4,"texto":"bodyword"}"#, Self.bearer(secret))
            let bad = try Self.post(web, "/hooks/timbre", #"{"level":"badword"}"#, Self.bearer(secret))
            #expect(bad.status == 422)
            _ = try Self.post(web, "/hooks/timbre", #"{"level":"badword"}"#, Self.bearer(secret + "x"))
            _ = try web.ask("/hooks/puerta/\(inURL)?value=on", token: nil)
            _ = try web.ask("/hooks/puerta/\(inURL)x?value=on", token: nil)
            let lists = try [["hook", "list"], ["audit"], ["log"], ["status"]].map { arguments in
                try household.run("domo", ["--json"] + arguments).output
            }
            let daemon = try #require(household.daemon)
            let all = lists + [daemon.output, daemon.errorOutput, web.process.output, web.process.errorOutput]
            for text in all {
                for secret in [secret, signing, String(signing.dropFirst(6)), inURL, "badword"] {
                    #expect(!text.contains(secret), "\(secret) in \(text)")
                }
            }
            #expect(!web.process.errorOutput.contains("bodyword"))
            for name in ["hooks", "hook-secrets"] {
                let path = "\(household.state)/\(name)"
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(!text.contains(secret) && !text.contains(inURL))
                #expect(text.contains(signing.dropFirst(6)) == (name == "hook-secrets"))
            }
        }
    }

    @Test func onlyThoseWhoManageMakeHooks() throws {
        try Self.household { household, web in
            let token = try web.token("phone", "--role", "act")
            for line in ["hook list", "hook new x --scene Otra", "hook revoke x"] {
                let answer = try web.post("/api/v1/lines", token: token, #"{"lines":["\#(line)"]}"#)
                #expect(answer.body.contains("not-allowed"), "\(answer)")
            }
        }
    }

    // MARK: - Signatures

    private static func signed(
        _ household: Household,
        _ secret: String,
        id: String,
        time: Int,
        body: String
    ) throws -> [String] {
        let key = Data(base64Encoded: String(secret.dropFirst(6))) ?? Data()
        let hexadecimal = key.map { String(format: "%02x", $0) }.joined()
        let content = "\(id).\(time).\(body)"
        // With another program than ours.
        let finished = try household.run(
            "/bin/sh",
            [
                "-c", "printf %s \"$1\" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$2 -binary | base64", "sh",
                content, hexadecimal,
            ]
        )
        let signature = finished.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return ["webhook-id: \(id)", "webhook-timestamp: \(time)", "webhook-signature: v1,\(signature)"].flatMap {
            ["-H", $0]
        }
    }

    @Test func signedDeliveryIsCarriedOutOnceAlsoAfterARestart() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "firma", "--scene", "Nivel", "--signed")
            let now = Int(Date().timeIntervalSince1970)
            let body = #"{"level":12,"texto":"firmado"}"#
            let headers = try Self.signed(household, secret, id: "msg_1", time: now, body: body)
            #expect(try Self.post(web, "/hooks/firma", body, headers).status == 204)
            try household.waitForLog("dice firmado")
            #expect(try Self.post(web, "/hooks/firma", body, headers).status == 409)
            #expect(try Self.post(web, "/hooks/firma", #"{"level":13}"#, headers).status == 401)
            let old = try Self.signed(household, secret, id: "msg_2", time: now - 400, body: body)
            #expect(try Self.post(web, "/hooks/firma", body, old).status == 403)
            // The secret itself opens nothing.
            #expect(try Self.post(web, "/hooks/firma", body, Self.bearer(secret)).status == 401)

            household.daemon?.send(SIGTERM)
            _ = try household.daemon?.waitForEnd()
            try household.startedDaemon(["--config", "\(household.folder.path)/domod.yaml"])
            #expect(try Self.post(web, "/hooks/firma", body, headers).status == 409)
            let next = try Self.signed(household, secret, id: "msg_3", time: now, body: body)
            #expect(try Self.post(web, "/hooks/firma", body, next).status == 204)
        }
    }

    /// What was answered is not carried out again, however soon domod is killed.
    @Test func signedDeliveryIsCarriedOutOnceAlsoIfDomodIsKilled() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "firma", "--scene", "Nivel", "--signed")
            let now = Int(Date().timeIntervalSince1970)
            for number in 0..<5 {
                let headers = try Self.signed(household, secret, id: "msg_\(number)", time: now, body: "{\"level\":12}")
                #expect(try Self.post(web, "/hooks/firma", "{\"level\":12}", headers).status == 204)
                household.daemon?.send(SIGKILL)
                _ = try household.daemon?.waitForEnd()
                try household.startedDaemon(["--config", "\(household.folder.path)/domod.yaml"])
                #expect(try Self.post(web, "/hooks/firma", "{\"level\":12}", headers).status == 409)
            }
        }
    }

    // MARK: - Reports

    /// As a Shelly does it: `GET` with an address and nothing else.
    @Test func deviceReportsItsStateAtOnce() throws {
        try Self.household { household, web in
            expect(try household.domo("show", "Puerta"), says: ["not connected"])
            let secret = try Self.secret(
                household,
                "puerta",
                "--element",
                "Puerta",
                "--values",
                "open=on,close=off",
                "--in-url"
            )
            #expect(try web.ask("/hooks/puerta/\(secret)?value=close", token: nil).status == 204)
            expect(
                try household.run("domo", ["--json", "show", "Puerta"]),
                says: [#""value":"off""#, #""certainty":"confirmed""#]
            )
            #expect(try web.ask("/hooks/puerta/\(secret)?value=open", token: nil).status == 204)
            expect(
                try household.run("domo", ["--json", "show", "Puerta"]),
                says: [#""value":"on""#, #""byKind":"hook""#]
            )
            try household.waitForLog("alguien entra")
            expect(try household.domo("log", "Puerta"), says: ["from hook puerta"])
            #expect(try web.ask("/hooks/puerta/\(secret)?value=ajar", token: nil).status == 422)
            #expect(try web.ask("/hooks/puerta/\(secret)", token: nil).status == 400)
            // Not in the address of a hook whose secret is in a header, and never for a scene.
            let other = try Self.secret(household, "otra", "--scene", "Otra")
            #expect(try web.ask("/hooks/otra/\(other)", token: nil).status == 401)
            #expect(try web.ask("/hooks/otra", token: nil, Self.bearer(other)).status == 405)
            expect(try household.run("domo", ["hook", "new", "x", "--scene", "Otra", "--in-url"]), status: 64)
        }
    }

    @Test func sizeAndRateAreLimited() throws {
        try Self.household { household, web in
            let secret = try Self.secret(household, "timbre", "--scene", "Otra")
            let long = try household.folder.write("long", #"{"x":""# + String(repeating: "x", count: 17_000) + #""}"#)
            let answer = try web.ask("/hooks/timbre", token: nil, ["--data-binary", "@\(long)"] + Self.bearer(secret))
            #expect(answer.status == 413, "\(answer)")
            var statuses: [Int] = []
            for _ in 0..<61 { statuses.append(try Self.post(web, "/hooks/timbre", "{}", Self.bearer(secret)).status) }
            #expect(statuses.dropLast().allSatisfy { $0 == 204 } && statuses.last == 429, "\(statuses)")
            let token = try web.token("prometheus", "--role", "read")
            #expect(try web.ask("/metrics", token: token).body.contains(#"domo_web_requests_total{status="204"}"#))
        }
    }

    @Test func backupHasTheSigningSecretOnlyWithSecrets() throws {
        try Self.household { household, _ in
            let secret = try Self.secret(household, "firma", "--scene", "Otra", "--signed").dropFirst(6)
            for (option, has) in [([], false), (["--with-secrets"], true)] {
                let path = "\(household.folder.path)/backup\(option.count).tar"
                expect(try household.run("domo", ["backup", path] + option))
                let files = try household.run("/bin/sh", ["-c", "cat \"$1\"", "sh", path]).output
                #expect(files.contains(secret) == has)
            }
        }
    }
}
