import DomoTestKit
import Foundation
import Testing

/// Lamps with colours, with the real programs.
@Suite(.waits) struct ColourTests {
    private static let lamps = """
        <Dispositivo><Nombre>Tira</Nombre><Tipo>1</Tipo><Tipo>2</Tipo><Tipo>5</Tipo><d:Color minimo="2000" maximo="6500"/>
        <k:Binario orden="1/0/1" estado="1/4/1"/><k:Nivel orden="1/0/2" estado="1/4/2"/>
        <k:Color orden="1/0/3" estado="1/4/3"><k:Blanco orden="1/0/4" estado="1/4/4"/></k:Color></Dispositivo>
        <Dispositivo><Nombre>Foco</Nombre><Tipo>5</Tipo>
        <k:Color dpt="5.003" orden="1/1/1" estado="1/5/1"><k:Saturacion orden="1/1/2" estado="1/5/2"/>
        <k:Brillo orden="1/1/3" estado="1/5/3"/></k:Color></Dispositivo>
        """

    private static func home(_ content: String) -> String {
        Household.oneHouse(content).replacingOccurrences(
            of: "<Viviendas>",
            with: "<Viviendas xmlns:k=\"urn:domo:knx:1\" xmlns:d=\"urn:domo:house:1\">"
        )
    }

    /// One, two and three objects on a simulated bus: each order is confirmed by what the lamp reports.
    @Test func colourIsConfirmedByAllObjects() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.home(Self.lamps))
            try household.startSimulator(["--knx", "--knx-port", "0"])
            let prefix = "listening on knx://"
            let url = try household.simulator?.wait(for: "the interface") { output, _ in
                output.split(separator: "\n").first { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
            }
            try household.startedDaemon(household.places + ["--server", "knx://\(try #require(url))"])
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            for (order, shown) in [
                ("#ff8000", "#ff8000"), ("warm", "2700K"), ("00ff00", "#00ff00"), ("6500K", "6500K"),
            ] {
                expect(try household.domo("set", "Tira", order, "--wait", "confirmed"), says: ["confirmed"])
                expect(try household.domo("show", "Tira"), says: [shown])
            }
            for order in ["#008000", "#0000ff", "#ff00ff"] {
                expect(try household.domo("set", "Foco", order, "--wait", "confirmed"), says: ["confirmed"])
            }
            expect(
                try household.domo("explain", "set", "Foco", "#008000"),
                says: ["write 1/1/1 55 (5.003), 1/1/2 ff (5.001), 1/1/3 80 (5.001)"]
            )
            let refused = try household.domo("set", "Tira", "1500K")
            #expect(refused.status == 65)
            #expect(refused.errors.contains("1500K is out of range"))
        }
    }

    /// Scenes, history, the log and the recorder know colours.
    @Test func scenesAndHistoryKnowColours() throws {
        try Household.with { household in
            let lamp =
                "<Dispositivo><Nombre>Tira</Nombre><Tipo>1</Tipo><Tipo>2</Tipo><Tipo>5</Tipo>"
                + "<d:Color minimo=\"2000\" maximo=\"6500\"/></Dispositivo>"
                + "<Dispositivo><Nombre>Aviso</Nombre><Tipo>1</Tipo></Dispositivo>"
            try household.folder.write("home.xml", Self.home(lamp))
            try household.folder.write("scenes/Alarma.domo", "set Tira #ff0000\n")
            try household.folder.write("scenes/Rojo.domo", "when Tira #ff0000\nset Aviso on\n")
            try household.startSimulator()
            try household.folder.write(
                "domo.yaml",
                "server: {url: \"\(household.serverURL)\", dialect: simulator, reading: {every: 1s}}\n"
            )
            try household.startedDaemon(["--config", "\(household.folder.path)/domo.yaml"] + household.places)
            expect(try household.domo("explain", "scene", "Alarma"), says: ["%23ff0000"])
            expect(try household.domo("scene", "Alarma"))
            try household.eventually("the colour") {
                try household.domo("show", "Tira").output.contains("#ff0000")
                    && household.domo("show", "Aviso").output.contains("on")
            }
            expect(try household.domo("record", "Nueva"))
            expect(try household.domo("set", "Tira", "daylight", "--wait", "confirmed"), says: ["confirmed"])
            expect(try household.domo("record", "stop"), says: ["scenes/Nueva.domo, loaded"])
            expect(try household.domo("script", "show", "Nueva"), says: ["set Tira 6500K"])
            try household.eventually("the history") {
                let history = try household.domo("history", "Tira").output
                return history.contains("#ff0000") && history.contains("6500K")
            }
            expect(try household.domo("why", "Tira"), says: ["6500K"])
            try household.atTheWall("Tira", "#0000ff")
            try household.eventually("the new colour") {
                try household.domo("show", "Tira").output.contains("#0000ff")
            }
        }
    }
}
