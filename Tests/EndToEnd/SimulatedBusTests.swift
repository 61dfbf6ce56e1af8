import DomoTestKit
import Foundation
import Testing

/// What buses and interfaces really do, played by the simulated installation.
@Suite(.waits) struct SimulatedBusTests {
    private static let elements = """
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/1" estado="1/4/1"/></Dispositivo>
        <Dispositivo><Nombre>Gate</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/9" repetir="no"/></Dispositivo>
        """

    private struct Telegrams: Decodable {
        struct Telegram: Decodable {
            var group: String
            var service: String
        }
        var telegrams: [Telegram]
    }

    /// The house on a simulated bus.
    private static func with(_ options: [String], _ body: (Household) throws -> Void) throws {
        try Household.with { household in
            let home = Household.oneHouse(elements).replacingOccurrences(
                of: "<Viviendas>",
                with: "<Viviendas xmlns:k=\"urn:domo:knx:1\">"
            )
            try household.folder.write("home.xml", home)
            try household.startSimulator(["--knx", "--knx-port", "0"] + options)
            let prefix = "listening on knx://"
            let url = try household.simulator?.wait(for: "the interface") { output, _ in
                output.split(separator: "\n").first { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
            }
            try household.startedDaemon(household.places + ["--server", "knx://\(try #require(url))"])
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            try body(household)
        }
    }

    private static func ask(_ method: String, _ path: String, _ household: Household) throws -> String {
        let url = "http://127.0.0.1:\(household.port)/bus/\(path)"
        let finished = try household.run("/usr/bin/curl", ["-fsS", "-X", method, url])
        expect(finished)
        return finished.output
    }

    private static func writes(to group: String, _ household: Household) throws -> Int {
        let all = try ask("GET", "telegrams", household)
        let telegrams = try JSONDecoder().decode(Telegrams.self, from: Data(all.utf8)).telegrams
        return telegrams.count { $0.group == group && $0.service == "write" }
    }

    /// Others use up the line; orders go out all the same, their states come, and doctor says so.
    @Test(.letsTimePass) func othersOnAFullBusDelayNoOrder() throws {
        try Self.with(["--knx-others", "60"]) { household in
            for value in ["on", "off", "on", "off", "on"] {
                expect(try household.domo("set", "Lamp", value, "--wait", "confirmed"), says: ["confirmed"])
            }
            try household.eventually("the load") {
                try household.domo("doctor").output.contains("% of a TP1 line")
            }
        }
    }

    /// An interface that acknowledges and never confirms: the gate is moved once, and the bus stays reachable.
    @Test(.letsTimePass) func whatActsEachTimeIsSentOnce() throws {
        try Self.with(["--knx-fault", "no-confirmation group=1/0/9"]) { household in
            let order = try household.domo("set", "Gate", "on", "--deadline", "8s")
            expect(order, status: 75, says: ["may have been carried out"])
            #expect(try Self.writes(to: "1/0/9", household) == 1)
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"), says: ["confirmed"])
            expect(try household.domo("status"), says: ["  reachable"])
        }
    }

    /// The addresses say what it is, also while an order for it is under way.
    @Test func renamedElementKeepsItsStateItsHistoryAndItsID() throws {
        try Self.with([]) { household in
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"), says: ["confirmed"])
            let id = try household.domo("show", "Lamp").output.split(separator: "ID ").last ?? ""
            #expect(id.count == 17, "\(id)")
            let home = try String(contentsOfFile: household.home, encoding: .utf8)
            try household.folder.write("home.xml", home.replacingOccurrences(of: "Lamp<", with: "Farol<"))
            expect(
                try household.domo("reload"),
                says: ["Casa/Lamp is now Casa/Farol: history and ID follow"]
            )
            expect(try household.domo("show", "Farol"), says: ["on", "confirmed by the house", "ID \(id)"])
            expect(try household.domo("set", "Farol", "off", "--wait", "confirmed"), says: ["confirmed"])
            expect(try household.domo("history", "Farol"), says: ["on", "off"])
            expect(try household.domo("orders", "Farol"), says: ["on", "off"])
            // The addresses are swapped: each path stays what it is.
            try household.folder.write(
                "home.xml",
                home.replacingOccurrences(of: "Lamp<", with: "X<").replacingOccurrences(of: "Gate<", with: "Farol<")
                    .replacingOccurrences(of: "X<", with: "Gate<")
            )
            let swapped = try household.domo("reload")
            expect(swapped)
            #expect(!swapped.output.contains("is now"), "\(swapped.output)")
            expect(try household.domo("show", "Farol"), says: ["ID \(id)"])
        }
    }

    @Test func stateThatCanNotBeDecodedIsStaleAndWhyShowsItsBytes() throws {
        try Self.with([]) { household in
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"))
            _ = try Self.ask("POST", "faults?fault=invalid", household)
            _ = try household.domo("set", "Lamp", "off")
            try household.waitForStale("Lamp")
            expect(try household.domo("why", "Lamp"), says: ["can't be used", "ffffffffffffff"])
        }
    }
}
