import DomoTestKit
import Foundation
import Testing

/// The limits of `domo-web` for slow clients and large requests, with the deadlines of the real program. How
/// the deadlines work is tested with a simulated clock (`ConnectionGuardTests`).
@Suite(.waits) struct WebLimitsTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    @Test(.letsTimePass) func slowClientsAreAnsweredAndDisconnected() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let stream = try web.startStream(token: token)
            let start = ContinuousClock.now
            let slowHeaders = try Connection(port: web.port)
            try slowHeaders.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
            let pipelinedHeaders = try Connection(port: web.port)
            try pipelinedHeaders.send(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n"
            )
            let order = #"{"element":"Louver","value":"up"}"#
            func startBody(missing: Int) throws -> Connection {
                let connection = try Connection(port: web.port)
                try connection.send(
                    "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(order.count + missing)\r\n\r\n\(order)"
                )
                return connection
            }
            let slowBody = try startBody(missing: 1)
            // A byte now and then doesn't extend the deadline.
            let drippingHeaders = try Connection(port: web.port)
            try drippingHeaders.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Field: ")
            let drippingBody = try startBody(missing: 100)
            while drippingHeaders.staysSilent(for: 1.9) {
                try #require(ContinuousClock.now - start < .seconds(100))
                _ = drippingHeaders.sendAtOnce([UInt8(ascii: "x")])
                _ = drippingBody.sendAtOnce([UInt8(ascii: " ")])
            }
            #expect(ContinuousClock.now - start >= .seconds(9.9))
            for headers in [slowHeaders, drippingHeaders] {
                #expect(try headers.rest().hasPrefix("HTTP/1.1 408 "))
            }
            let answers = try pipelinedHeaders.rest()
            #expect(answers.hasPrefix("HTTP/1.1 200 ") && answers.contains("HTTP/1.1 408 "), "\(answers)")
            #expect(ContinuousClock.now - start < .seconds(58))
            while drippingBody.staysSilent(for: 4) {
                try #require(ContinuousClock.now - start < .seconds(200))
                _ = drippingBody.sendAtOnce([UInt8(ascii: " ")])
            }
            #expect(ContinuousClock.now - start >= .seconds(29.9))
            for body in [slowBody, drippingBody] {
                #expect(try body.rest().hasPrefix("HTTP/1.1 408 "))
            }
            // Half a request orders nothing, and streams of events continue.
            #expect(try household.signals() == [])
            #expect(stream.status == nil)
            expect(try household.domo("set", "Louver", "up"))
            try stream.wait(for: "the reading") { output, _ in output.contains(#""value":"up""#) ? () : nil }
        }
    }

    @Test func tooLargeRequestIsRefused() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let text = String(repeating: "x", count: 300 * 1024)
            try household.folder.write("large.json", #"{"element":"Louver","value":"\#(text)"}"#)
            let file = "@\(household.folder.path)/large.json"
            let json = ["-H", "Content-Type: application/json", "--data-binary", file]
            for more in [[], ["-H", "Transfer-Encoding: chunked"]] {
                let answer = try web.ask("/api/v1/orders", token: token, json + more)
                #expect(answer.status == 413, "\(answer)")
                #expect(answer.body.contains("262144"))
            }
            for field in ["X-Long: " + String(repeating: "x", count: 17 * 1024)] {
                #expect(try web.ask("/", "-H", field).status == 431)
            }
            let fields = (0..<200).flatMap { ["-H", "X-\($0): 1"] }
            #expect(try web.ask("/", token: nil, fields).status == 431)
            #expect(try web.ask("/" + String(repeating: "x", count: 17 * 1024)).status == 431)
            #expect(try web.ask("/").status == 200)
            #expect(try household.signals() == [])
        }
    }

    /// Its window is full, so its events are not buffered forever.
    @Test func unreadStreamEnds() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            func streams() throws -> Bool { try web.ask("/metrics", token: token).body.contains("event_streams 1\n") }
            let client = try Connection(port: web.port, receiveBuffer: 2048)
            try client.send(
                "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
            )
            try household.eventually("the stream") { try streams() }
            // More than its window holds.
            let lines = (0..<100).map { "\"set Buzzer \($0 % 2 == 0 ? "on" : "off") --wait none\"" }
            let orders = try web.post("/api/v1/lines", token: token, #"{"lines":[\#(lines.joined(separator: ","))]}"#)
            #expect(orders.status == 200)
            try household.eventually("its end") { try !streams() }
        }
    }

    /// Idle connections give way to new ones; busy ones don't.
    @Test func connectionsOfAnAddressHaveALimit() throws {
        try Self.with { household, web throws in
            let idle = try (0..<512).map { _ in try Connection(port: web.port) }
            #expect(try web.ask("/healthz").status == 200)
            #expect(try idle[0].rest().isEmpty)
            // Two, since the answers of one have a bound.
            let tokens = try ["phone", "tablet"].map { try web.token($0) }
            var streams: [Connection] = []
            for number in 0..<512 {
                let stream = try Connection(port: web.port)
                try stream.send(
                    "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer \(tokens[number % 2])\r\n\r\n"
                )
                #expect(try stream.line()?.hasPrefix("HTTP/1.1 200 ") == true)
                streams.append(stream)
            }
            let over = try Connection(port: web.port)
            let answer = try over.rest()
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
            streams = []
            // Closed connections free their places, at the latest when that is noticed.
            try household.eventually("room") { try web.ask("/healthz").status == 200 }
        }
    }

    /// Ten guests ask for 2 MB a hundred times on each of ten connections, and read nothing.
    @Test func answersThatNobodyReadsTakeLittleMemory() throws {
        try Self.with { household, web throws in
            let guests = try (0..<10).map { try web.token("guest\($0)", "--role", "read") }
            let (person, text) = (try web.token("person"), String(repeating: "é", count: 1024))
            let connection = try Connection(socket: household.socket)
            for number in 0..<1000 {
                try connection.send("set HomeMessaging \"\(number)\(text.dropLast(4))\" --wait none\n")
                #expect(try connection.line()?.hasPrefix(#"{"ok":"#) == true)
            }
            let lines = Array(repeating: #""orders --last 1000""#, count: 100).joined(separator: ",")
            let body = #"{"lines":[\#(lines)]}"#
            let hostile = try (0..<100).map { number in
                let connection = try Connection(port: web.port, receiveBuffer: 4096)
                try connection.send(
                    "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(guests[number % guests.count])\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                return connection
            }
            // Whether guests are refused depends on how fast domod answers; that they are, beyond their shares, is in
            // `LineTests` and `ReplyBudgetTests`.
            for number in 0..<20 {
                let answer = try web.post(
                    "/api/v1/orders",
                    token: person,
                    #"{"element":"GradualLighting","value":"\#(number)"}"#
                )
                #expect(answer.status == 202, "\(answer)")
                #expect(try web.ask("/api/v1/places", token: person).status == 200)
            }
            #expect(try web.process.kibibytes("VmHWM") < 128 * 1024)
            withExtendedLifetime(hostile) {}
        }
    }

    /// A token of one lamp gave 28,000 orders per second, and the history forgot all others.
    @Test func tokenThatGivesTooManyOrdersIsRefusedAndOthersAreNot() throws {
        try Self.with { household, web throws in
            let (guest, person) = (try web.token("guest", "--place", "Salon"), try web.token("person"))
            let lines = Array(repeating: #""set GeneralLight on --wait none""#, count: 100).joined(separator: ",")
            func orders(_ token: String) throws -> (accepted: Int, refused: Int) {
                let answer = try web.post("/api/v1/lines", token: token, #"{"lines":[\#(lines)]}"#)
                let replies = answer.body.split(separator: #"{"ok""#).count - 1
                return (replies, answer.body.split(separator: #""code":"busy""#).count - 1)
            }
            // The guest does not see this lamp; the person does.
            #expect(try orders(guest) == (0, 0))
            // Slow orders stay within the rate.
            try household.eventually("orders above the rate") { try orders(person).refused > 0 }
            let answer = try web.post("/api/v1/orders", token: person, #"{"element":"GeneralLight","value":"off"}"#)
            #expect([202, 429].contains(answer.status))
            let level = #"{"element":"GradualLighting","value":40}"#
            #expect(try web.post("/api/v1/orders", token: person, level).status == 202)
            #expect(try web.post("/api/v1/orders", token: guest, level).status != 429)
            let status = try household.domo("status")
            expect(status, says: ["above the rate of their token"])
        }
    }
}
