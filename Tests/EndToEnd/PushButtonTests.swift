import DomoTestKit
import Foundation
import Testing

/// Push buttons and orders for places with the real programs.
@Suite(.waits) struct PushButtonTests {
    private static let elements = """
        <Dispositivo><Nombre>Cierre</Nombre><Tipo>1</Tipo><d:Pulsador pulso="60s"/><d:Clase>cerradura</d:Clase></Dispositivo>
        <Dispositivo><Nombre>Timbre</Nombre><Tipo>1</Tipo><d:Pulsador/></Dispositivo>
        <Dispositivo><Nombre>Verja</Nombre><Tipo>1</Tipo><d:Clase>verja</d:Clase></Dispositivo>
        <Dispositivo><Nombre>Nevera</Nombre><Tipo>1</Tipo></Dispositivo>
        <Dispositivo><Nombre>Bomba</Nombre><Tipo>1</Tipo><d:EnGrupo/></Dispositivo>
        <Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo></Dispositivo>
        """

    private static let home = Household.oneHouse(elements).replacingOccurrences(
        of: "<Viviendas>",
        with: "<Viviendas xmlns:d=\"urn:domo:house:1\">"
    )

    private static func with(_ body: (Household) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", home)
            try household.startSimulator()
            try household.startDaemon()
            try body(household)
        }
    }

    @Test func pressIsTheOnlyAction() throws {
        try Self.with { household in
            expect(try household.domo("set", "Timbre", "press"), says: ["Timbre press"])
            expect(try household.domo("set", "Timbre", "on"), says: ["Timbre press"])
            expect(try household.domo("toggle", "Timbre"), says: ["Timbre press"])
            #expect(try household.signals() == Array(repeating: "enable Timbre → 204", count: 3))
            let refused = try household.domo("set", "Timbre", "off")
            expect(refused, status: 65)
            #expect(refused.errors.contains("is a push button"), "\(refused.errors)")
            expect(try household.domo("set", "Luz", "press"), status: 65)
            #expect(try household.reading("Timbre").value == nil)
            expect(try household.domo("explain", "set", "Cierre", "press"), says: [", then off after 1m"])
            #expect(try household.signals().count == 3)
        }
    }

    /// The strike would stay energised for ever.
    @Test func pulseEndsAfterAKill() throws {
        try Self.with { household in
            expect(try household.domo("set", "Cierre", "press"))
            #expect(try household.signals() == ["enable Cierre → 204"])
            let kept = try String(contentsOfFile: "\(household.state)/pulses", encoding: .utf8)
            #expect(kept.contains("Casa/Cierre off"))
            household.daemon?.finish()
            try household.startDaemon()
            try household.eventually("the end of the pulse") {
                try household.signals() == ["enable Cierre → 204", "disable Cierre → 204"]
            }
            try household.eventually("the file is empty") {
                try String(contentsOfFile: "\(household.state)/pulses", encoding: .utf8) == "domo-pulses 1\nend 0\n"
            }
        }
    }

    @Test func pulseEndsAtAStop() throws {
        try Self.with { household in
            expect(try household.domo("set", "Cierre", "press"))
            try household.stopDaemon()
            #expect(try household.signals() == ["enable Cierre → 204", "disable Cierre → 204"])
        }
    }

    @Test func nothingIsSentIfThePulseCannotBeWrittenDown() throws {
        try Self.with { household in
            // A folder in the place of the file.
            try FileManager.default.createDirectory(
                atPath: "\(household.state)/pulses/x",
                withIntermediateDirectories: true
            )
            let refused = try household.domo("set", "Cierre", "press")
            #expect(refused.status != 0)
            #expect(refused.errors.contains("can't be written down"), "\(refused.errors)")
            #expect(try household.signals() == [])
        }
    }

    @Test func placesLeaveOutWhatOpensAndWhatStaysOn() throws {
        try Self.with { household in
            let explained = try household.domo("off", "Casa", "--explain")
            expect(
                explained,
                says: [
                    "Casa/Bomba", "Casa/Luz", "left out: Casa/Verja (class gate)",
                    "left out: Casa/Timbre (a push button)",
                    "left out: Casa/Nevera (by its name an appliance that stays on)",
                ]
            )
            expect(try household.domo("off", "Casa"))
            try household.eventually("two signals") {
                try Set(household.signals()) == ["disable Bomba → 204", "disable Luz → 204"]
            }
            let hint = try household.domo("check", "\(household.folder.path)/home.xml")
            expect(hint)
            #expect(
                hint.errors.contains("hint: \"domo off Casa\" also switches devices without a class: Casa/Luz;"),
                "\(hint.errors)"
            )
            #expect(!hint.errors.contains("Bomba"))
        }
    }
}
