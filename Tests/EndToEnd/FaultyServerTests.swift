import DomoTestKit
import Foundation
import Testing

@Suite(.waits) struct FaultyServerTests {
    @Test func slowServerIsWaitedForWithinTheDeadline() throws {
        try Household.running(simulator: ["--latency", "700ms"]) { household in
            expect(try household.domo("set", "Buzzer", "on"), says: ["accepted"])
        }
    }

    @Test func slowServerServesElementsInParallel() throws {
        let latency = 2.0
        try Household.running(home: Household.lamps(8), simulator: ["--latency", "\(Int(latency))s"]) { household in
            let lines = (1...8).map { "set Lamp\($0) on --deadline 5m\n" }.joined()
            expect(try household.run("domo", ["-"], input: lines))
            // One after the other, they would arrive at least this far apart.
            let times = try household.requests("POST").map(\.seconds)
            #expect(times.count == 8)
            #expect(times.max()! - times.min()! < 7 * latency, "\(times)")
        }
    }

    @Test func failingServerIsReportedWithItsStatusAndTheSignal() throws {
        try Household.running(simulator: ["--fail", "100%"]) { household in
            let order = try household.domo("set", "Louver", "up", "--deadline", Household.tried)
            expect(
                order,
                status: 69,
                says: [household.serverURL, "500", "operation=enable&PERVMLSERVICENAME=Louver", "tries"]
            )
            expect(try household.domo("show", "Louver"), says: ["–"])
        }
    }

    @Test func wrongNameAtTheServerFailsAtOnce() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.lamps(2))
            try household.startSimulator(home: try household.folder.write("other.xml", Household.lamps(1)))
            try household.startDaemon()
            expect(try household.domo("set", "Lamp2", "on"), status: 69, says: ["404", "by this name"])
            #expect(try household.signals() == ["enable Lamp2 → 404"])
        }
    }

    @Test func droppingServerLeavesTheOutcomeUnknown() throws {
        try Household.running(simulator: ["--drop", "100%"]) { household in
            let order = try household.domo("set", "Louver", "up", "--deadline", Household.tried)
            expect(
                order,
                status: 75,
                says: [household.serverURL, "PERVMLSERVICENAME=Louver", "may have been carried out"]
            )
        }
    }

    @Test(arguments: [1, 2, 3])
    func flakyServerAcceptsEveryOrderInTheEnd(seed: Int) throws {
        let options = ["--fail", "20%", "--drop", "10%", "--seed", String(seed)]
        try Household.running(home: Household.lamps(20), simulator: options) { household in
            let lines = (0..<100).map { "set Lamp\($0 % 20 + 1) \($0 % 40 < 20 ? "on" : "off") --deadline 5m\n" }
                .joined()
            expect(try household.run("domo", ["-"], input: lines), output: "")
            struct State: Decodable {
                struct Lamp: Decodable { var values: [String: String] }
                var elements: [Lamp]
            }
            let state = try JSONDecoder().decode(State.self, from: Data(household.get("/state").utf8))
            #expect(state.elements.map { $0.values["binary"] } == .init(repeating: "on", count: 20))
        }
    }
}
