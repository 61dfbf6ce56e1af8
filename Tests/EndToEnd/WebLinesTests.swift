import DomoTestKit
import Foundation
import Testing

/// `POST lines`: the command language over HTTP.
@Suite(.waits, .shares) struct WebLinesTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    /// The result of each line: `ok`, or the code of the fault.
    private static func outcomes(_ answer: WebServer.Answer) throws -> [String] {
        guard case .array(let replies)? = try answer.field("replies") else { return [] }
        return replies.map { reply in
            guard case .object(let reply) = reply else { return "no reply" }
            guard case .object(let fault)? = reply["error"], case .string(let code)? = fault["code"] else {
                return reply["ok"] == nil ? "no reply" : "ok"
            }
            return code
        }
    }

    private static func post(_ web: WebServer, _ token: String, _ lines: [String]) throws -> WebServer.Answer {
        let body = String(decoding: try JSONEncoder().encode(["lines": lines]), as: UTF8.self)
        return try web.post("/api/v1/lines", token: token, body)
    }

    @Test func linesAreAnsweredInOrder() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let answer = try Self.post(
                web,
                token,
                [
                    "set Louver up", "ls Salon", "show Nothing", "", "set \"Louver", "scene Nothing",
                    "dim GradualLighting 40", "show GradualLighting", "orders --last 2",
                ]
            )
            #expect(answer.status == 200, "\(answer)")
            #expect(
                try Self.outcomes(answer) == [
                    "ok", "ok", "unknown-element", "bad-request", "bad-request", "unknown-scene", "ok", "ok", "ok",
                ]
            )
            // Each is done before the next begins.
            #expect(try household.signals() == ["enable Louver → 204", "setValue GradualLighting 40 → 204"])
            guard case .array(let replies)? = try answer.field("replies"), replies.count == 9 else {
                throw WebServer.Missing()
            }
            #expect("\(replies[1])".contains("Vivienda eficiente/Salon/Louver"))
            #expect("\(replies[7])".contains("40"))
        }
    }

    /// Lines that would change the principal or the events of a shared connection.
    @Test func linesNotAllowedOnASharedConnectionAreRefused() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone", "--role", "manage")
            let other = try web.token("other", "--role", "read")
            let code = try web.token("third", "--code")
            let lines = [
                "login \(other)", "logout", "claim \(code)", "watch", "watch Salon --telegrams", "restore begin",
                "restore end x",
                "backup begin", "backup read x 0",
            ]
            let answer = try Self.post(web, token, lines)
            #expect(try Self.outcomes(answer) == lines.map { _ in "bad-request" }, "\(answer)")
            #expect(answer.body.contains("is not accepted here"))
            #expect(try web.ask("/api/v1/session", token: token).field("name") == .string("phone"))
            // The code is still valid.
            #expect(try web.post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", "Origin: \(web.url)").status == 201)
        }
    }

    @Test func roleAppliesToEveryLine() throws {
        try Household.sharedWeb { household, web throws in
            let token = try web.token("reader", "--role", "read", "--place", "Salon")
            let answer = try Self.post(
                web,
                token,
                ["set Louver up", "show Louver", "show Buzzer", "reload", "token list"]
            )
            #expect(try Self.outcomes(answer) == ["not-allowed", "ok", "unknown-element", "not-allowed", "ok"])
            #expect(try household.signals() == [])
        }
    }

    @Test(arguments: [
        "set Louver up\nset Buzzer on", "set Louver up\r", "set Louver\tup", "set Louver up\u{0}",
        "set Louver up\u{85}",
    ])
    func controlCharactersAreRefusedBeforeAnythingIsDone(line: String) throws {
        try Household.sharedWeb { household, web throws in
            let answer = try Self.post(web, try web.token("phone"), ["set Buzzer on", line])
            #expect(answer.status == 400)
            #expect(answer.body.contains("control characters"))
            #expect(try household.signals() == [])
        }
    }

    @Test func countOfLinesIsBounded() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("phone")
            let many = try Self.post(web, token, (0..<100).map { _ in "status" })
            #expect(try Self.outcomes(many).count == 100)
            for body in [
                #"{"lines":[]}"#, #"{"lines":"ls"}"#, #"{"lines":[1]}"#, "{}",
                #"{"lines":["# + (0..<101).map { _ in "\"status\"" }.joined(separator: ",") + "]}",
            ] {
                #expect(try web.post("/api/v1/lines", token: token, body).status == 400)
            }
            #expect(try web.ask("/api/v1/lines", token: token).status == 405)
        }
    }

    /// A long scene delays neither other requests of the token nor, forever, the lines after it.
    @Test(.letsTimePass) func longLineTimesOut() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let start = ContinuousClock.now
            let body = String(
                decoding: try JSONEncoder().encode(["lines": ["run Long \"set Buzzer on\" \"wait 1h\"", "status"]]),
                as: UTF8.self
            )
            let waiting = try household.start(
                "/usr/bin/curl",
                [
                    "-sS", "--max-time", "300", "-H", "Authorization: Bearer \(token)", "-H",
                    "Content-Type: application/json",
                    "-d", body, web.url + "/api/v1/lines",
                ]
            )
            try household.eventually("the run") { try household.signals() == ["enable Buzzer → 204"] }
            #expect(try web.ask("/api/v1/places", token: token).status == 200)
            #expect(waiting.status == nil)
            #expect(try waiting.waitForEnd(within: 300) == 0)
            #expect(ContinuousClock.now - start >= .seconds(29))
            #expect(waiting.output.components(separatedBy: "deadline-passed").count == 3, "\(waiting.output)")
        }
    }
}
