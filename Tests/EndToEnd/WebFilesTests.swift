import DomoTestKit
import Foundation
import Testing

/// Scene texts, floor plans, database copies and orders over HTTP.
@Suite(.waits) struct WebFilesTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    private static func tag(_ answer: WebServer.Answer) throws -> String {
        let line = answer.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("etag: ") }
        return String(try #require(line).dropFirst(6))
    }

    private static func put(
        _ web: WebServer,
        _ path: String,
        _ token: String,
        _ json: String,
        _ header: String
    ) throws -> WebServer.Answer {
        try web.ask(
            path,
            token: token,
            "-X",
            "PUT",
            "-H",
            "Content-Type: application/json",
            "-H",
            header,
            "-d",
            json
        )
    }

    // MARK: - Scenes

    @Test func sceneIsMadeReadChangedAndRun() throws {
        try Self.with { household, web throws in
            let token = try web.token("admin", "--role", "manage")
            let path = "/api/v1/scenes/Noche%20larga"
            let new = try Self.put(web, path, token, #"{"text":"set Louver down\n"}"#, "If-None-Match: *")
            #expect(new.status == 201, "\(new)")
            let tag = try Self.tag(new)
            let read = try web.ask(path, token: token)
            #expect(try read.field("text") == .string("set Louver down\n"))
            #expect(try Self.tag(read) == tag)
            #expect(try web.ask("/api/v1/scenes", token: token).body.contains("Noche larga"))
            // It already exists.
            #expect(try Self.put(web, path, token, #"{"text":"set Louver up"}"#, "If-None-Match: *").status == 412)
            let changed = try Self.put(web, path, token, #"{"text":"set Louver up\n"}"#, "If-Match: \(tag)")
            #expect(changed.status == 200, "\(changed)")
            #expect(try Self.tag(changed) != tag)
            let file = household.folder.path + "/scenes/Noche larga.domo"
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "set Louver up\n")
            expect(try household.domo("scene", "Noche larga"))
            #expect(try household.signals() == ["enable Louver → 204"])
            // A client that read the first text can't overwrite the second.
            let late = try Self.put(web, path, token, #"{"text":"set Louver down\n"}"#, "If-Match: \(tag)")
            #expect(late.status == 412)
            #expect(try late.field("code") == .string("changed"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "set Louver up\n")
            #expect(try Self.put(web, path, token, #"{"text":"set Louver up\n"}"#, "X-Nothing: 1").status == 428)
            let both = try web.ask(
                path,
                token: token,
                ["-X", "PUT", "-H", "If-Match: \(tag)", "-H", "If-None-Match: *", "-d", "{}"]
            )
            #expect(both.status == 428)
            #expect(try both.field("detail") == .string("expected either If-Match or If-None-Match"))
        }
    }

    /// A line of the text names it; without one, it has the name of its file.
    @Test func savedSceneIsAnsweredWithTheNameThatItHasNow() throws {
        try Self.with { household, web throws in
            let token = try web.token("admin", "--role", "manage")
            let scenes = "/api/v1/scenes/"
            let text = #"{"text":"name \"Noche larga\"\nset Louver down\n"}"#
            let new = try Self.put(web, scenes + "Noche", token, text, "If-None-Match: *")
            #expect(new.status == 201, "\(new)")
            #expect(try new.field("name") == .string("Noche larga"))
            let path = scenes + "noche%20larga"
            #expect(try web.ask(path, token: token).status == 200)
            let same = try Self.put(web, path, token, text, "If-Match: \(Self.tag(new))")
            #expect(try same.field("name") == .string("Noche larga"))
            let unnamed = try Self.put(web, path, token, #"{"text":"set Louver up\n"}"#, "If-Match: \(Self.tag(same))")
            #expect(unnamed.status == 200, "\(unnamed)")
            #expect(try unnamed.field("name") == .string("Noche"))
            #expect(try web.ask(scenes + "Noche", token: token).status == 200)
        }
    }

    @Test func faultySceneIsNotSaved() throws {
        try Self.with { household, web throws in
            let token = try web.token("admin", "--role", "manage")
            let path = "/api/v1/scenes/Mal"
            let refused = try Self.put(web, path, token, #"{"text":"set Louver up\nsett Louver"}"#, "If-None-Match: *")
            #expect(refused.status == 422)
            #expect(
                refused.body.contains(#""diagnostics":[{"line":2,"column":1,"severity":"error""#),
                "\(refused.body)"
            )
            #expect(!FileManager.default.fileExists(atPath: household.folder.path + "/scenes/Mal.domo"))
            let check = try web.post("/api/v1/scenes/check", token: token, #"{"text":"sett Louver"}"#)
            #expect(check.status == 200)
            #expect(check.body.contains(#""line":1"#))
            let right = try web.post("/api/v1/scenes/check", token: token, #"{"text":"set Louver up"}"#)
            #expect(right.body == #"{"diagnostics":[]}"#)
            // Another file of the house has an error by then: the scene is unchanged.
            let house = household.home
            let whole = try String(contentsOfFile: house, encoding: .utf8)
            try "<Viviendas>".write(toFile: house, atomically: true, encoding: .utf8)
            let stopped = try Self.put(web, path, token, #"{"text":"set Louver up"}"#, "If-None-Match: *")
            #expect(stopped.status == 422)
            try household.eventually("the scene is put back") {
                !FileManager.default.fileExists(atPath: household.folder.path + "/scenes/Mal.domo")
            }
            try whole.write(toFile: house, atomically: true, encoding: .utf8)
            #expect(try Self.put(web, path, token, #"{"text":"set Louver up"}"#, "If-None-Match: *").status == 201)
        }
    }

    @Test func sceneIsRemovedWithItsTag() throws {
        try Self.with { household, web throws in
            let token = try web.token("admin", "--role", "manage")
            let path = "/api/v1/scenes/Breve"
            let file = household.folder.path + "/scenes/Breve.domo"
            func remove(_ tag: String?) throws -> WebServer.Answer {
                try web.ask(path, token: token, ["-X", "DELETE"] + (tag.map { ["-H", "If-Match: \($0)"] } ?? []))
            }
            let new = try Self.put(web, path, token, #"{"text":"set Louver down\n"}"#, "If-None-Match: *")
            #expect(new.status == 201, "\(new)")
            #expect(try remove(nil).status == 428)
            #expect(try remove("\"old\"").status == 412)
            #expect(FileManager.default.fileExists(atPath: file))
            // Another scene runs it: without it the scenes can't be loaded, and it stays.
            let caller = household.folder.path + "/scenes/Caller.domo"
            try "scene Breve\n".write(toFile: caller, atomically: true, encoding: .utf8)
            expect(try household.domo("reload"))
            let needed = try remove(Self.tag(new))
            #expect(needed.status == 422, "\(needed)")
            try household.eventually("the scene is put back") { FileManager.default.fileExists(atPath: file) }
            #expect(try web.ask(path, token: token).status == 200)
            try FileManager.default.removeItem(atPath: caller)
            expect(try household.domo("reload"))
            let removed = try remove(Self.tag(new))
            #expect(removed.status == 200, "\(removed)")
            // It can be restored.
            #expect(try removed.field("text") == .string("set Louver down\n"))
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try web.ask(path, token: token).status == 404)
            #expect(try remove(Self.tag(new)).status == 404)
            let phone = try web.token("phone")
            let scenes = try web.ask("/api/v1/scenes", token: phone)
            #expect(!scenes.body.contains("Breve"))
        }
    }

    @Test func changingScenesNeedsTheRoleManage() throws {
        try Self.with { _, web throws in
            let token = try web.token("phone")
            let answer = try Self.put(web, "/api/v1/scenes/X", token, #"{"text":"set Louver up"}"#, "If-None-Match: *")
            #expect(answer.status == 403)
            for name in ["..%2Fx", "%2e%2e", ".x", "a%00b"] {
                let admin = try web.token("admin", "--role", "manage")
                let path = "/api/v1/scenes/\(name)"
                #expect(
                    try Self.put(web, path, admin, #"{"text":"set Louver up"}"#, "If-None-Match: *").status == 400,
                    "\(name)"
                )
                expect(try web.household.domo("token", "revoke", "admin"))
            }
        }
    }

    // MARK: - Plans

    @Test func planIsShownAndThingsAreMoved() throws {
        try Self.with { household, web throws in
            let token = try web.token("admin", "--role", "manage")
            try FileManager.default.copyItem(
                atPath: Household.source("homes/plans"),
                toPath: household.folder.path + "/plans"
            )
            let plan = try web.ask("/api/v1/plans/Vivienda%20eficiente/Salon", token: token)
            #expect(plan.status == 200, "\(plan)")
            #expect(plan.headers.contains("image/svg+xml") && plan.headers.contains("sandbox"))
            #expect(plan.body.contains("<svg"))
            let tag = try Self.tag(plan)
            #expect(
                try web.ask("/api/v1/plans/Salon", token: token, "-H", "If-None-Match: \(tag)").status == 304
            )
            let louver = "Vivienda eficiente/Salon/Louver"
            let moved = try Self.put(
                web,
                "/api/v1/plans/Salon/positions",
                token,
                #"{"positions":{"\#(louver)":{"x":0.25,"y":0.75}}}"#,
                "X-Nothing: 1"
            )
            #expect(moved.status == 200, "\(moved)")
            let position = #""position":{"x":0.25,"y":0.75}"#
            #expect(try web.ask("/api/v1/model", token: token).body.contains(position))
            // It survives a restart and a reload.
            expect(try household.domo("reload"))
            household.daemon?.send(SIGKILL)
            _ = try household.daemon?.waitForEnd()
            try household.startDaemon()
            #expect(try web.ask("/api/v1/model", token: token).body.contains(position))
            let elsewhere = #"{"positions":{"Vivienda eficiente/Buzzer":{"x":0.5,"y":0.5}}}"#
            for (place, status) in [("Salon", 400), ("Vivienda%20eficiente/Salon", 400), ("Nowhere", 404)] {
                let path = "/api/v1/plans/\(place)/positions"
                #expect(try Self.put(web, path, token, elsewhere, "X-Nothing: 1").status == status, "\(place)")
            }
            let far = #"{"positions":{"\#(louver)":{"x":1.5,"y":0}}}"#
            #expect(try Self.put(web, "/api/v1/plans/Salon/positions", token, far, "X-Nothing: 1").status == 400)
            let phone = try web.token("phone")
            let near = #"{"positions":{"\#(louver)":{"x":0,"y":0}}}"#
            #expect(try Self.put(web, "/api/v1/plans/Salon/positions", phone, near, "X-Nothing: 1").status == 403)
            #expect(try web.ask("/api/v1/plans/Louver", token: phone).status == 404)
        }
    }

    // MARK: - Orders

    @Test func orderIsFollowedByItsNumberAndItsEvents() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let stream = try household.start(
                "/usr/bin/curl",
                ["-sSN", "--max-time", "30", "-H", "Authorization: Bearer \(token)", web.url + "/api/v1/events"]
            )
            try stream.wait(for: "the snapshot") { output, _ in output.contains("event: snapshot") ? () : nil }
            let given = try web.post("/api/v1/orders", token: token, #"{"element":"Louver","value":"up"}"#)
            guard case .number(let id)? = try given.field("id") else { throw WebServer.Missing() }
            for stage in ["sent", "accepted"] {
                try stream.wait(for: stage) { output, _ in
                    output.contains(#""order":\#(Int(id)),"stage":"\#(stage)","type":"bidirectional","action":"up""#)
                        ? () : nil
                }
            }
            let order = try web.ask("/api/v1/orders/\(Int(id))", token: token)
            #expect(try order.field("action") == .string("up"))
            #expect(try web.ask("/api/v1/orders/999999", token: token).status == 404)
            #expect(try web.ask("/api/v1/orders/x", token: token).status == 404)
            expect(try household.domo("set", "Buzzer", "on"))
            let elsewhere = try web.token("salon", "--place", "Salon")
            #expect(try web.ask("/api/v1/orders/\(Int(id) + 1)", token: elsewhere).status == 404)
            #expect(try web.ask("/api/v1/orders/\(Int(id))", token: elsewhere).status == 200)
            let older = try web.ask("/api/v1/orders?last=1&before=\(Int(id) + 1)", token: token)
            #expect(older.body.contains(#""orders":[{"id":\#(Int(id)),"#), "\(older.body)")
        }
    }

    @Test func orderWithAKeyIsCarriedOutOnce() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            func order(_ value: String) throws -> WebServer.Answer {
                try web.post(
                    "/api/v1/orders",
                    token: token,
                    #"{"element":"Buzzer","value":"\#(value)"}"#,
                    "-H",
                    "Idempotency-Key: \"8e03978e-40d5-43dd-bc93-6894a57f9324\"",
                    "-H",
                    "Prefer: wait=5"
                )
            }
            let first = try order("on")
            #expect(first.status == 200)
            #expect(try order("on").body == first.body)
            let other = try order("off")
            #expect(other.status == 422)
            #expect(try other.field("code") == .string("key-reused"))
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    @Test func devicesOfAPlaceAreSwitchedOff() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let wish = #"{"place":"Dormitorio","value":"off""#
            let listed = try web.post("/api/v1/orders", token: token, wish + #","explain":true}"#)
            let paths = #"{"elements":["Vivienda eficiente/Dormitorio/RoomLighting","#
            #expect(listed.body.hasPrefix(paths), "\(listed.body)")
            let leftOut = #""leftOut":[{"element":"Vivienda eficiente/Dormitorio/ClimatedRoom","reason":"a service"}]"#
            #expect(listed.body.contains(leftOut), "\(listed.body)")
            #expect(try household.signals() == [])
            let done = try web.post("/api/v1/orders", token: token, wish + "}")
            #expect(done.status == 202)
            // Both are sent at the same time.
            let signals = ["disable AirConditioned → 204", "disable RoomLighting → 204"]
            try household.eventually("both are off") { try household.signals().sorted() == signals }
            #expect(
                try web.post("/api/v1/orders", token: token, #"{"place":"Salon","value":"on"}"#).status == 422
            )
            #expect(
                try web.post("/api/v1/orders", token: token, #"{"place":"Salon","element":"x","value":"off"}"#).status
                    == 400
            )
        }
    }

    /// A negative number is a temperature; for a dimmable element, it is a step.
    @Test func negativeValueIsAStepOnlyForALevel() throws {
        let home = """
            <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
            <Dispositivo><Nombre>Consigna</Nombre><d:Minimo>-20</d:Minimo><Tipo>4</Tipo></Dispositivo>
            <Dispositivo><Nombre>Luz</Nombre><Tipo>2</Tipo></Dispositivo>
            </Vivienda></Viviendas>
            """
        try Household.running(home: home) { household in
            let web = try WebServer(household)
            let token = try web.token("phone")
            func order(_ json: String) throws -> WebServer.Answer {
                try web.post("/api/v1/orders", token: token, json, "-H", "Prefer: wait=5")
            }
            for value in ["-5", "\"-5\""] {
                let answer = try order(#"{"element":"Consigna","value":\#(value)}"#)
                #expect(answer.status == 200, "\(answer)")
                #expect(try answer.field("action") == .string("-5"))
            }
            #expect(try order(#"{"element":"Luz","value":40}"#).status == 200)
            #expect(try order(#"{"element":"Luz","value":"-10"}"#).field("action") == .string("30"))
            #expect(try order(#"{"element":"Luz","value":"+10","type":"regulable"}"#).field("action") == .string("40"))
        }
    }

    /// A misspelled property is not ignored.
    @Test(arguments: [
        #"{"element":"Louver","value":"up","deadine":"1s"}"#, #"{"element":"Louver","value":"up","deadline":null}"#,
        #"["Louver","up"]"#,
    ])
    func unknownPropertiesAreRefused(body: String) throws {
        try Self.with { household, web throws in
            let answer = try web.post("/api/v1/orders", token: try web.token("phone"), body)
            #expect(answer.status == 400, "\(answer)")
            #expect(try household.signals() == [])
        }
    }

    // MARK: - Backup

    @Test func databaseIsFetchedWithTheRoleManage() throws {
        try Self.with { household, web throws in
            expect(try household.domo("set", "Buzzer", "on"))
            let file = household.folder.path + "/copy.sqlite"
            let token = try web.token("admin", "--role", "manage")
            #expect(try web.ask("/api/v1/backup", token: try web.token("phone")).status == 403)
            let fetched = try household.run(
                "/usr/bin/curl",
                ["-sSf", "-o", file, "-H", "Authorization: Bearer \(token)", web.url + "/api/v1/backup"]
            )
            expect(fetched)
            let orders = try household.run(
                "/usr/bin/sqlite3",
                [file, "PRAGMA integrity_check; SELECT count(*) FROM orders"]
            )
            #expect(orders.output == "ok\n1\n")
        }
    }
}
