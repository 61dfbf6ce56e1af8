import DomoTestKit
import Foundation
import Testing

/// Elements that domo itself holds, with the real programs: their values survive whatever ends the daemon.
@Suite(.waits) struct VirtualTests {
    private static func home(_ elements: String = elements) -> String {
        Household.oneHouse(elements).replacingOccurrences(
            of: "<Viviendas>",
            with: "<Viviendas xmlns:d=\"urn:domo:house:1\" xmlns:k=\"urn:domo:knx:1\">"
        )
    }

    private static let elements = """
        <Dispositivo><Nombre>Vacaciones</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>
        <Servicio><Nombre>Alarma</Nombre><Tipo>1</Tipo><d:Virtual>on</d:Virtual></Servicio>
        <Dispositivo><Nombre>Brillo</Nombre><Tipo>2</Tipo><Tipo>1</Tipo><d:Virtual>20</d:Virtual></Dispositivo>
        <Dispositivo><Nombre>Mensaje</Nombre><Tipo>4</Tipo><d:Virtual/></Dispositivo>
        <Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo></Dispositivo>
        """

    /// A house without any server, so that every order for `Luz` fails.
    private static func with(
        _ elements: String = elements,
        scenes: [String: String] = [:],
        configuration: String? = nil,
        _ body: (Household) throws -> Void
    ) throws {
        try Household.with { household in
            try household.folder.write("home.xml", home(elements))
            for (name, text) in scenes { try household.folder.write("scenes/\(name).domo", text) }
            if let configuration { try household.folder.write("domod.yaml", configuration) }
            try start(household)
            try body(household)
        }
    }

    private static func start(_ household: Household) throws {
        let configuration =
            household.folder.holds("domod.yaml") ? ["--config", "\(household.folder.path)/domod.yaml"] : []
        try household.startedDaemon(configuration + household.places)
    }

    private static func expectValue(
        _ value: String,
        of element: String,
        _ household: Household,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let reading = try household.reading(element)
        #expect(reading.value == value, sourceLocation: sourceLocation)
        #expect(reading.certainty == "confirmed", sourceLocation: sourceLocation)
        #expect(!reading.stale, sourceLocation: sourceLocation)
    }

    // MARK: Orders

    @Test func orderIsConfirmedWithoutAServer() throws {
        try Self.with { household in
            try Self.expectValue("off", of: "Vacaciones", household)
            try Self.expectValue("on", of: "Alarma", household)
            try Self.expectValue("20", of: "Brillo", household)
            try Self.expectValue("", of: "Mensaje", household)
            expect(try household.domo("set", "Vacaciones", "on"), says: ["Vacaciones on (confirmed"])
            expect(try household.domo("toggle", "Alarma"), says: ["Alarma off (confirmed"])
            expect(try household.domo("dim", "Brillo", "+10", "--wait", "confirmed"), says: ["30 % (confirmed"])
            expect(try household.domo("set", "Mensaje", "vuelvo pronto"), says: ["confirmed"])
            expect(try household.domo("ls"), says: ["Vacaciones  device   on", "Brillo      device   30 %, on"])
            expect(try household.domo("show", "Vacaciones"), says: ["on", "held by domo", "since"])
            expect(try household.domo("why", "Vacaciones"), says: ["was carried out"])
            #expect(try !household.domo("why", "Vacaciones").output.contains("server"))
            expect(
                try household.domo("explain", "set", "Vacaciones", "off"),
                says: ["nothing is sent: domo itself holds the value"]
            )
            expect(try household.domo("orders", "Brillo"), says: ["confirmed"])
            expect(try household.domo("history", "Vacaciones"), says: ["on", "off"])
            expect(try household.domo("status"), says: ["for all but virtual elements"])
            expect(try household.domo("set", "Luz", "on"), status: 78)
        }
    }

    @Test func placesAreSwitchedOffWithoutIt() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.home())
            try household.folder.write("scenes/salir.domo", "set Vacaciones on\noff Casa\nset Casa off --all\n")
            try household.startSimulator()
            try household.startDaemon()
            expect(try household.domo("set", "Brillo", "on"))
            expect(try household.domo("off", "Casa"))
            expect(try household.domo("set", "Casa", "off", "--all"))
            expect(try household.domo("scene", "salir"))
            try Self.expectValue("on", of: "Vacaciones", household)
            try Self.expectValue("on", of: "Alarma", household)
            try Self.expectValue("20", of: "Brillo", household)
            // By its own name it is ordered as any other element. The simulated house has never heard of it.
            expect(try household.domo("set", "Alarma", "off"))
            try Self.expectValue("off", of: "Alarma", household)
            #expect(try Set(household.signals()) == ["disable Luz → 204"])
            #expect(try !household.get("/state").contains("Alarma"))
        }
    }

    @Test func unreachableServerDoesNotMatter() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.home())
            try household.startSimulator()
            try household.startReportingDaemon()
            try household.killSimulator()
            try household.waitUntilUnreachable()
            expect(try household.domo("set", "Vacaciones", "on"), says: ["confirmed"])
            try Self.expectValue("on", of: "Vacaciones", household)
        }
    }

    // MARK: Restarts

    @Test(arguments: [true, false]) func answeredOrderIsThereAfterAKill(hasHistory: Bool) throws {
        try Self.with(configuration: hasHistory ? nil : "history: off\n") { household in
            for number in 1...10 {
                let receipt = try household.ask("set Mensaje 'text \(number)'", Household.ReceiptSeen.self)
                #expect(receipt.outcome == "confirmed")
                #expect(receipt.stored == nil)
                let known = try household.reading("Mensaje")
                household.daemon?.finish()
                try Self.start(household)
                let reading = try household.reading("Mensaje")
                #expect(reading.value == "text \(number)")
                #expect(reading.certainty == "confirmed")
                #expect(!reading.stale)
                #expect(reading.since == known.since)
                #expect(reading.by == known.by)
            }
        }
    }

    /// Many clients give orders until the daemon is killed; the last answered value, or a later one, is there.
    @Test func nothingAnsweredIsMissingWhenTheDaemonIsKilledUnderLoad() throws {
        try Self.with(configuration: "history: off\n") { household in
            for _ in 1...5 {
                let connection = try Connection(socket: household.socket)
                let count = 300
                try connection.send((1...count).map { "set Mensaje n\($0)\n" }.joined())
                var answered = 0
                while answered < 40, let line = try connection.line() {
                    #expect(line.contains(#""outcome":"confirmed""#) && !line.contains("stored"), "\(line)")
                    answered += 1
                }
                household.daemon?.finish()
                try Self.start(household)
                let value = try #require(try household.reading("Mensaje").value)
                let number = try #require(Int(value.dropFirst()))
                #expect((answered...count).contains(number))
            }
        }
    }

    @Test func restartAndReloadKeepValues() throws {
        try Self.with { household in
            expect(try household.domo("set", "Vacaciones", "on"))
            expect(try household.domo("dim", "Brillo", "55"))
            let known = try household.reading("Vacaciones")
            try household.stopDaemon()
            try Self.start(household)
            #expect(try household.reading("Vacaciones").since == known.since)
            try Self.expectValue("55", of: "Brillo", household)
            // Without it, and with it again; the initial value of another element changes.
            try household.folder.write(
                "home.xml",
                Self.home("<Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo></Dispositivo>")
            )
            expect(try household.domo("reload"))
            expect(try household.domo("show", "Vacaciones"), status: 68)
            try household.stopDaemon()
            try household.folder.write("home.xml", Self.home(Self.elements.replacing("on</d:V", with: "off</d:V")))
            try Self.start(household)
            #expect(try household.reading("Vacaciones").since == known.since)
            try Self.expectValue("on", of: "Vacaciones", household)
            try Self.expectValue("on", of: "Alarma", household)
        }
    }

    @Test func damagedFileIsKeptAndTheInitialValuesAreUsed() throws {
        try Self.with { household in
            expect(try household.domo("set", "Vacaciones", "on"))
            try household.stopDaemon()
            try household.folder.write("state/virtual", "\u{1}\u{2}nonsense")
            try Self.start(household)
            try household.waitForLog("virtual: damaged: line 1 is not")
            try Self.expectValue("off", of: "Vacaciones", household)
            try Self.expectValue("on", of: "Alarma", household)
            let kept = try String(contentsOfFile: "\(household.state)/virtual.damaged", encoding: .utf8)
            #expect(kept == "\u{1}\u{2}nonsense")
            // It works again, also after the next start.
            expect(try household.domo("set", "Vacaciones", "on"))
            try household.stopDaemon()
            try Self.start(household)
            try Self.expectValue("on", of: "Vacaciones", household)
            #expect(try !#require(household.daemon).errorOutput.contains("damaged"))
        }
    }

    @Test func valueThatCanNotBeStoredIsSaid() throws {
        try Self.with(configuration: "history: off\n") { household in
            try household.waitForFile("state/virtual")
            // Nothing can be renamed over a folder that is not empty.
            try FileManager.default.removeItem(atPath: "\(household.state)/virtual")
            try household.folder.write("state/virtual/x", "")
            expect(try household.domo("set", "Vacaciones", "on"), says: ["confirmed", "(not stored)"])
            try Self.expectValue("on", of: "Vacaciones", household)
            expect(try household.domo("set", "Vacaciones", "on"), says: ["(not stored)"])
            try household.waitForLog("virtual: can't be written")
            try FileManager.default.removeItem(atPath: "\(household.state)/virtual")
            expect(try household.domo("set", "Mensaje", "x"))
            household.daemon?.finish()
            try Self.start(household)
            try Self.expectValue("on", of: "Vacaciones", household)
        }
    }

    // MARK: Scenes

    @Test func loopOfTriggersEndsAndTheDaemonGoesOn() throws {
        let scenes = [
            "a": "when Vacaciones on\nset Vacaciones off\n", "b": "when Vacaciones off\nset Vacaciones on\n",
        ]
        try Self.with(scenes: scenes) { household in
            expect(try household.domo("set", "Vacaciones", "on"))
            try household.eventually("the end of the loop") {
                try household.domo("scenes").output.contains("itself")
            }
            let count = try household.orders("orders Vacaciones --last 1000").count
            #expect((3...100).contains(count))
            expect(try household.domo("set", "Alarma", "off"), says: ["confirmed"])
        }
    }

    @Test func conditionsAndTriggersUseIt() throws {
        let scenes = [
            "llegar": "when Luz2 on\nonly if Vacaciones on\nset Mensaje 'hay alguien'\n",
            "fin": "when Vacaciones off\nset Mensaje ''\n",
        ]
        let more = "<Dispositivo><Nombre>Luz2</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>"
        try Self.with(Self.elements + more, scenes: scenes) { household in
            expect(try household.domo("set", "Luz2", "on"))
            try Self.expectValue("", of: "Mensaje", household)
            expect(try household.domo("set", "Luz2", "off"))
            expect(try household.domo("set", "Vacaciones", "on"))
            // A restart is no change, and loses none of it.
            try household.stopDaemon()
            try Self.start(household)
            try Self.expectValue("", of: "Mensaje", household)
            expect(try household.domo("set", "Luz2", "on"))
            try household.eventually("the scene") { try household.reading("Mensaje").value == "hay alguien" }
            expect(try household.domo("set", "Vacaciones", "off"))
            try household.eventually("the scene") { try household.reading("Mensaje").value == "" }
        }
    }

    // MARK: Checks

    @Test func whatDoesNotFitIsAnErrorOfTheHouse() throws {
        let knx = "<k:Binario orden=\"1/0/1\"/>"
        let wrong = [
            ("<Tipo>3</Tipo><d:Virtual/>", "<Virtual> of an element with <Tipo> 3 (bidirectional)"),
            ("<Tipo>1</Tipo><d:Virtual>7</d:Virtual>", "<Virtual> is \"7\""),
            ("<Tipo>1</Tipo><d:SoloLectura/><d:Virtual/>", "<SoloLectura> of a virtual element"),
            ("<Tipo>1</Tipo><d:Virtual/>\(knx)", "<Binario> has orden, but A is virtual"),
        ]
        try Household.with { household in
            for (content, message) in wrong {
                let file = try household.folder.write(
                    "wrong.xml",
                    Self.home("<Dispositivo><Nombre>A</Nombre>\(content)</Dispositivo>")
                )
                expect(try household.domo("check", file), status: 65, says: [message])
            }
        }
    }

    @Test func routeHasNoEffect() throws {
        let configuration = """
            links: {gw: {kind: http, url: "http://127.0.0.1:1"}}
            routes: {Vacaciones: gw}

            """
        try Self.with(configuration: configuration) { household in
            expect(try household.domo("status"), says: ["Casa/Vacaciones is virtual", "the route has no effect"])
            expect(try household.domo("set", "Vacaciones", "on"), says: ["confirmed"])
        }
    }

    // MARK: The bus

    @Test func busOrdersItAndSeesIt() throws {
        let elements = """
            <Dispositivo><Nombre>Vacaciones</Nombre><Tipo>1</Tipo><d:Virtual/>
              <k:Binario><k:Escucha grupo="1/0/1"/></k:Binario><k:Expone grupo="5/0/1"/></Dispositivo>
            <Dispositivo><Nombre>Consigna</Nombre><Tipo>4</Tipo><d:Unidad>°C</d:Unidad><d:Virtual>21</d:Virtual>
              <k:Expone grupo="5/0/2" dpt="9.001" recibe="sí"/></Dispositivo>
            """
        try Household.with { household in
            let bus = try BusDaemon(household)
            try bus.listen()
            try household.folder.write("home.xml", Self.home(elements))
            try household.startedDaemon(household.places + ["--server", bus.url])
            try household.eventually("the bus") { try household.domo("status").output.contains("  reachable") }
            // From the bus, also with the value that it exposes.
            try bus.write("1/0/1", "1")
            try household.eventually("the order") { try household.reading("Vacaciones").value == "on" }
            #expect(try household.reading("Vacaciones").by?.contains("1/0/1") == true)
            try Self.expectValue("on", of: "Vacaciones", household)
            try bus.wait(for: "5/0/1=01")
            try bus.write("5/0/2", octets: "0C", "33")
            try household.eventually("the value") { try household.reading("Consigna").value == "21.5" }
            // To the bus.
            expect(try household.domo("set", "Vacaciones", "off"), says: ["confirmed"])
            try bus.wait(for: "5/0/1=00")
            expect(try household.domo("set", "Consigna", "20"), says: ["confirmed"])
            try bus.wait(for: "5/0/2=07D0")
            // It is held without the bus too.
            bus.kill()
            expect(try household.domo("set", "Vacaciones", "on"), says: ["confirmed"])
            try Self.expectValue("on", of: "Vacaciones", household)
        }
    }
}
