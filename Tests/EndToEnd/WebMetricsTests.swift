import DomoTestKit
import Foundation
import Testing

/// `/metrics` in the format of Prometheus.
@Suite(.waits) struct WebMetricsTests {
    /// A strict parser of the text format: help and type precede the samples of a name, which are contiguous.
    struct Metrics {
        struct Mistake: Error, CustomStringConvertible { var description: String }

        private(set) var types: [String: String] = [:]
        private(set) var samples: [String: Double] = [:]

        init(_ text: String) throws {
            guard text.hasSuffix("\n") else { throw Mistake(description: "no line end at the end") }
            var helped: Set<String> = []
            var current = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                if let match = line.wholeMatch(of: /# HELP ([a-z_]+) (.+)/) {
                    guard helped.insert(String(match.1)).inserted else { throw Mistake(description: "again: \(line)") }
                    current = String(match.1)
                } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
                    guard match.1 == current, types.updateValue(String(match.2), forKey: current) == nil else {
                        throw Mistake(description: "out of place: \(line)")
                    }
                } else if let match = line.wholeMatch(
                    of:
                        /([a-z_]+)(\{[a-z_]+="(?:[^"\\]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\]|\\[\\"n])*")*\})? (-?[0-9.e+-]+|\+Inf)/
                ) {
                    let suffixes = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                    guard suffixes.contains(where: { match.1 == current + $0 }), let value = Double(match.3) else {
                        throw Mistake(description: "out of place: \(line)")
                    }
                    guard samples.updateValue(value, forKey: String(match.1) + (match.2 ?? "")) == nil else {
                        throw Mistake(description: "again: \(line)")
                    }
                } else {
                    throw Mistake(description: "no line of the format: \(line)")
                }
            }
        }
    }

    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    private static func metrics(_ web: WebServer, _ token: String) throws -> Metrics {
        let answer = try web.ask("/metrics", token: token)
        #expect(answer.status == 200)
        #expect(answer.headers.contains("text/plain; version=0.0.4"))
        return try Metrics(answer.body)
    }

    @Test func numbersMatchTheHouse() throws {
        try Self.with { household, web throws in
            let token = try web.token("prometheus", "--role", "read")
            let before = try Self.metrics(web, token).samples
            #expect(before[#"domo_orders_total{outcome="accepted"}"#] == 0)
            #expect(before[#"domo_elements{house="Vivienda eficiente"}"#] == 15)
            expect(try household.domo("set", "Louver", "up"))
            expect(try household.run("domo", ["set", "Buzzer", "on"]))
            let stream = try web.startStream(token: token)
            #expect(try web.ask("/nothing").status == 404)
            try household.eventually("the stream") {
                try Self.metrics(web, token).samples["domo_web_event_streams"] == 1
            }
            let metrics = try Self.metrics(web, token)
            let after = metrics.samples
            #expect(after[#"domo_orders_total{outcome="accepted"}"#] == 2)
            #expect(after[#"domo_orders_total{outcome="failed"}"#] == 0)
            #expect(after["domo_order_duration_seconds_count"] == 2)
            #expect(after[#"domo_order_duration_seconds_bucket{le="10"}"#] == 2)
            #expect((1_000_000...500_000_000).contains(after["domo_resident_memory_bytes"] ?? 0))
            #expect(after.contains { $0.key.hasPrefix("domo_link_up{") && $0.value == 1 })
            #expect(after.contains { $0.key.hasPrefix("domo_orders_waiting{") && $0.value == 0 })
            #expect(after[#"domo_web_requests_total{status="404"}"#] == 1)
            #expect(after["domo_web_sessions"] == 1)
            #expect((1...10).contains(after["domo_web_connections"] ?? 0))
            #expect((1_000_000...500_000_000).contains(after["domo_web_resident_memory_bytes"] ?? 0))
            #expect(metrics.types["domo_web_request_duration_seconds"] == "histogram")
            let buckets = after.filter { $0.key.hasPrefix("domo_web_request_duration_seconds_bucket") }
            #expect(buckets.count > 5)
            #expect(after["domo_web_request_duration_seconds_count"] == buckets.values.max())
            // Failures are counted, and an unreachable link is down.
            try household.killSimulator()
            #expect(try household.domo("set", "Buzzer", "off", "--deadline", "1s").status != 0)
            try household.eventually("the failure") {
                let samples = try Self.metrics(web, token).samples
                return samples[#"domo_orders_total{outcome="failed"}"#] == 1
                    && samples.contains { $0.key.hasPrefix("domo_link_up{") && $0.value == 0 }
            }
            stream.finish()
        }
    }

    @Test func namesAreEscaped() throws {
        let house = Household.modelHouse.replacing("Vivienda eficiente", with: #"Casa "\n" #1 {a=b}"#)
        try Household.running(home: house) { household in
            let web = try WebServer(household)
            let metrics = try Self.metrics(web, try web.token("prometheus", "--role", "read"))
            #expect(metrics.samples[#"domo_elements{house="Casa \"\\n\" #1 {a=b}"}"#] == 15)
        }
    }

    @Test func metricsNeedATokenForTheWhole() throws {
        try Self.with { _, web throws in
            #expect(try web.ask("/metrics").status == 401)
            #expect(try web.ask("/metrics", token: "domo_nonsense").status == 401)
            #expect(try web.ask("/metrics", token: try web.token("salon", "--place", "Salon")).status == 403)
        }
    }

    @Test func promtoolFindsNoProblems() throws {
        try Self.with { household, web throws in
            let token = try web.token("prometheus", "--role", "read")
            expect(try household.domo("set", "Louver", "up"))
            let text = try web.ask("/metrics", token: token).body
            let finished = try household.run("/usr/bin/promtool", ["check", "metrics"], input: text)
            expect(finished, output: "")
            #expect(finished.errors.isEmpty, "\(finished)")
        }
    }
}
