import DomoTestKit
import Foundation
import Testing

/// Orders for doors with the real programs: only with the right to them, from every front end.
@Suite(.waits) struct DoorTests {
    private static let home = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
          <Dispositivo><Nombre>Lampara</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo></Dispositivo>
          <Dispositivo><Nombre>Cerradura</Nombre><d:Clase>cerradura</d:Clase><Tipo>1</Tipo></Dispositivo>
          <Dispositivo><Nombre>Garaje</Nombre><d:Clase>garaje</d:Clase><Tipo>3</Tipo></Dispositivo>
          <Dispositivo><Nombre>Toldo</Nombre><d:Clase>toldo</d:Clase><Tipo>3</Tipo></Dispositivo>
          <Sector><Nombre>Patio</Nombre>
            <Dispositivo><Nombre>Cerradura</Nombre><Tipo>1</Tipo></Dispositivo>
          </Sector>
        </Vivienda></Viviendas>

        """

    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", home)
            try household.folder.write("scenes/llegar.domo", "name Llegar\nset Lampara on\nset Casa/Cerradura off\n")
            try household.folder.write("scenes/luz.domo", "name Luz\nset Lampara on\n")
            try household.startSimulator()
            try household.startDaemon()
            try body(household, try WebServer(household))
        }
    }

    private static func code(_ answer: WebServer.Answer) throws -> String? {
        if case .string(let code)? = try answer.field("code") { code } else { nil }
    }

    /// Runs a line over HTTP, and returns its answer as text.
    private static func line(_ line: String, _ token: String, _ web: WebServer) throws -> String {
        let body = String(decoding: try JSONEncoder().encode(["lines": [line]]), as: UTF8.self)
        return try web.post("/api/v1/lines", token: token, body).body
    }

    @Test func guestMovesNoDoor() throws {
        try Self.with { household, web in
            let guest = try web.token("guest")
            // The second lock has the name of the first at the server: it is the same device.
            for line in [
                "set Casa/Cerradura off", "toggle Casa/Cerradura", "set Garaje up", "set Patio/Cerradura off",
                "scene Llegar", "run x 'set Casa/Cerradura off'", "run x 'wait 1s' 'scene Llegar'",
            ] {
                let answer = try Self.line(line, guest, web)
                #expect(
                    answer.contains("not-allowed") && answer.contains("domo token doors guest on"),
                    "\(line): \(answer)"
                )
            }
            // Of the socket, and of the resources of the API.
            let batch = try household.run("domo", ["-"], input: "login \(guest)\nset Garaje down\n")
            #expect(batch.errors.contains("no right to orders for locks"), "\(batch)")
            let order = try web.post(
                "/api/v1/orders",
                token: guest,
                #"{"element":"Casa/Cerradura","type":"binary","value":"off"}"#
            )
            #expect(order.status == 403, "\(order)")
            #expect(try household.signals().isEmpty)
            // What it may: lamps, places without their doors, and looking.
            #expect(try Self.line("set Garaje up --explain", guest, web).contains("ok"))
            #expect(try Self.line("scene Luz", guest, web).contains("ok"))
            #expect(try Self.line("set Casa down --all", guest, web).contains("Casa/Toldo"))
            try household.eventually("the signals") { try household.signals().count == 2 }
            #expect(try Set(household.signals()) == ["enable Lampara → 204", "disable Toldo → 204"])
            expect(try household.domo("audit"), says: ["refused", "requires the right doors", "guest"])
        }
    }

    @Test func rightIsGivenAndTaken() throws {
        try Self.with { household, web in
            let phone = try web.token("phone")
            #expect(try web.ask("/api/v1/session", token: phone).body.contains(#""doors":false"#))
            expect(try household.domo("token", "doors", "phone", "on"), says: ["phone", "yes"])
            #expect(try Self.line("set Casa/Cerradura off", phone, web).contains("accepted"))
            expect(try household.domo("token", "doors", "phone", "off"), says: ["no"])
            #expect(try Self.line("set Casa/Cerradura on", phone, web).contains("not-allowed"))
            #expect(try household.signals() == ["disable Cerradura → 204"])
            expect(try household.domo("audit"), says: ["token changed", "phone, no orders for doors"])
            expect(try household.domo("token", "doors", "nobody", "on"), status: 68)
            expect(try household.domo("token", "doors", "phone", "maybe"), status: 64, says: ["use on or off"])
            // Over HTTP, too; an administrator always has it.
            let admin = try web.token("admin", "--role", "manage")
            let made = try web.post("/api/v1/tokens", token: admin, #"{"name":"tablet","doors":true}"#)
            #expect(made.status == 201 && made.body.contains(#""doors":true"#), "\(made)")
            let frame = try web.post("/api/v1/tokens", token: admin, #"{"name":"frame","role":"read","doors":true}"#)
            #expect(frame.status == 400, "\(frame)")
            #expect(try Self.line("set Casa/Cerradura on", admin, web).contains("accepted"))
        }
    }

    @Test func hookOpensADoorOnlyIfSaid() throws {
        try Self.with { household, web in
            expect(try household.domo("hook", "new", "timbre", "--scene", "Llegar"), status: 77, says: ["--doors"])
            let made = try household.run("domo", ["--json", "hook", "new", "timbre", "--scene", "Llegar", "--doors"])
            expect(made, says: [#""doors":true"#])
            let lamp = try household.run("domo", ["--json", "hook", "new", "luz", "--scene", "Luz"])
            guard case .object(let given) = try JSONDecoder().decode(JSONValue.self, from: Data(lamp.output.utf8)),
                case .string(let secret)? = given["secret"]
            else { throw WebServer.Missing() }
            // The scene is changed after the hook was made.
            try household.folder.write("scenes/luz.domo", "name Luz\nset Casa/Cerradura off\n")
            expect(try household.domo("reload"))
            let knock = try web.ask("/hooks/luz", token: nil, ["-X", "POST", "-H", "Authorization: Bearer \(secret)"])
            #expect(knock.status == 403, "\(knock)")
            #expect(try household.signals().isEmpty)
        }
    }

    /// Tokens of an earlier version keep what they may do; the first start says which these are.
    @Test func tokensOfAnEarlierVersionKeepTheirDoors() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.home)
            try household.startSimulator()
            try household.startDaemon()
            expect(try household.domo("token", "new", "Ana phone", "--doors"))
            expect(try household.domo("token", "new", "guest"))
            expect(try household.domo("token", "new", "frame", "--role", "read"))
            try household.stopDaemon()
            let file = "\(household.state)/tokens"
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(lines[1] == "doors 1")
            let old = lines.filter { !$0.hasPrefix("doors") }.map { $0 + "\n" }.joined()
            try Data(old.utf8).write(to: URL(fileURLWithPath: file))
            let list = "these tokens may give orders for locks, gates, garages and doors"
            try household.startDaemon()
            try household.waitForLog("\(list), as before this version: 'Ana phone', guest;")
            expect(try household.domo("token", "doors", "guest", "off"))
            try household.stopDaemon()
            try household.startDaemon()
            #expect(household.daemon?.errorOutput.contains(list) == false)
            let text = try household.domo("token", "list").output
            let doors = text.split(separator: "\n").dropFirst().map { $0.split(whereSeparator: \.isWhitespace) }
            #expect(doors.map { $0.contains("yes") } == [true, false, false], "\(text)")
        }
    }
}
