import DomoTestKit
import Foundation
import Testing

/// `domo-web --original-listen`: requests of the original phone application control the house through domo.
@Suite(.waits) struct WebOriginalTests {
    private static let path = "/web/services/unsecureWebUI"

    private static func with(
        home: String = Household.modelHouse,
        token options: [String] = [],
        _ body: (Household, WebServer) throws -> Void
    ) throws {
        try Household.running(home: home) { household in
            let made = try household.run("domo", ["--json", "token", "new", "original"] + options)
            guard case .object(let given) = try JSONDecoder().decode(JSONValue.self, from: Data(made.output.utf8)),
                case .string(let token)? = given["token"]
            else { throw WebServer.Missing() }
            try household.folder.write("original.token", token + "\n")
            let file = "\(household.folder.path)/original.token"
            let web = try WebServer(household, ["--original-listen", "127.0.0.1:0", "--original-token-file", file])
            try body(household, try web.original)
        }
    }

    private static func signal(_ web: WebServer, _ query: String, _ more: String...) throws -> WebServer.Answer {
        try web.ask("\(path)?\(query)", token: nil, ["-X", "POST"] + more)
    }

    @Test func tokenFileThatEverybodyMayReadIsReported() throws {
        try Household.running { household in
            let path = "\(household.folder.path)/original.token"
            try household.folder.write("original.token", "domo_x\n")
            for (mode, isOpen) in [(0o644, true), (0o640, false)] as [(mode_t, Bool)] {
                guard chmod(path, mode) == 0 else { throw KitFault(call: "chmod") }
                let web = try WebServer(
                    household,
                    ["--original-listen", "127.0.0.1:0", "--original-token-file", path]
                )
                _ = try web.original
                let says = "every user of this machine may read \(path)"
                #expect(web.process.errorOutput.contains(says) == isOpen, "\(web.process.errorOutput)")
            }
        }
    }

    @Test func originalRequestsControlTheHouse() throws {
        try Self.with { household, web throws in
            for (query, signal) in [
                ("operation=enable&PERVMLSERVICENAME=Louver", "enable Louver"),
                ("operation=stop&PERVMLSERVICENAME=Louver", "stop Louver"),
                ("operation=disable&PERVMLSERVICENAME=Louver", "disable Louver"),
                ("operation=enable&PERVMLSERVICENAME=Buzzer", "enable Buzzer"),
                ("PERVMLSERVICENAME=Buzzer&operation=disable", "disable Buzzer"),
                ("operation=setValue&PERVMLSERVICENAME=GradualLighting&value=40", "setValue GradualLighting 40"),
                (
                    "operation=setValue&PERVMLSERVICENAME=HomeMessaging&value=La+cena%20est%C3%A1",
                    "setValue HomeMessaging La cena está"
                ),
            ] {
                let answer = try Self.signal(web, query)
                #expect(answer.status == 204, "\(answer)")
                #expect(answer.body.isEmpty)
                #expect(try household.signals().last == "\(signal) → 204")
            }
            #expect(try household.domo("orders", "--last", "1").output.contains("original"))
        }
    }

    /// The same requests to the simulated server itself have the same responses.
    @Test(arguments: [
        "", "operation=enable", "PERVMLSERVICENAME=Louver", "operation=reverse&PERVMLSERVICENAME=Louver",
        "operation=enable&PERVMLSERVICENAME=Nothing", "operation=enable&PERVMLSERVICENAME=louver",
        "operation=stop&PERVMLSERVICENAME=Buzzer",
        "operation=enable&PERVMLSERVICENAME=HomeMessaging", "operation=setValue&PERVMLSERVICENAME=Louver&value=1",
        "operation=setValue&PERVMLSERVICENAME=GradualLighting",
        "operation=setValue&PERVMLSERVICENAME=GradualLighting&value=101",
        "operation=setValue&PERVMLSERVICENAME=GradualLighting&value=%2B5", "operation=enable&PERVMLSERVICENAME=%FF",
        "operation=enable&operation=disable&PERVMLSERVICENAME=Louver",
        "operation=enable&PERVMLSERVICENAME=Salon/Louver",
        "operation=enable&PERVMLSERVICENAME=Louver%0Aset%20Buzzer%20on", "operation=enable&PERVMLSERVICENAME=--explain",
    ])
    func refusalsMatchThoseOfTheServer(query: String) throws {
        try Self.with { household, web throws in
            let answer = try Self.signal(web, query)
            #expect([400, 404].contains(answer.status), "\(answer)")
            #expect(answer.headers.contains("text/plain"))
            #expect(try household.signals() == [])
            let theirs = try household.run(
                "/usr/bin/curl",
                ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-X", "POST", "\(household.serverURL)?\(query)"]
            )
            #expect(theirs.output == String(answer.status))
        }
    }

    @Test func houseFileIsServedAsTheApplicationLoadsIt() throws {
        let house = Household.modelHouse.replacing(
            "<Nombre>Buzzer</Nombre>",
            with: "<Nombre>A &amp; &lt;B&gt; \"c\"</Nombre>"
        )
        try Self.with(home: house) { household, web throws in
            for path in ["/house.xml", Self.path + "/house.xml"] {
                let answer = try web.ask(path)
                #expect(answer.status == 200)
                #expect(answer.headers.contains("application/xml"))
                try household.folder.write("served.xml", answer.body)
                // It is a house file, and the same house.
                expect(
                    try household.run(
                        "/usr/bin/xmllint",
                        [
                            "--noout", "--schema", Household.source("homes/house.xsd"),
                            "\(household.folder.path)/served.xml",
                        ]
                    )
                )
                func seen(_ file: String) throws -> String {
                    let text = try String(contentsOfFile: "\(household.folder.path)/\(file)", encoding: .utf8)
                    return text.matches(of: /<(Vivienda|Sector|Servicio|Dispositivo|Nombre|Tipo)>([^<]*)/)
                        .map { "\($0.1) \($0.2.trimmingCharacters(in: .whitespacesAndNewlines))" }.joined(
                            separator: "\n"
                        )
                }
                #expect(try seen("served.xml").replacing("&quot;", with: "\"") == seen("home.xml"))
            }
        }
    }

    @Test func pagesAreRefused() throws {
        try Self.with { household, web throws in
            let query = "operation=enable&PERVMLSERVICENAME=Louver"
            for field in [
                "Origin: http://evil.example", "Origin: null", "Origin: \(web.url)", "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image", "sec-fetch-user: ?1",
            ] {
                #expect(try Self.signal(web, query, "-H", field).status == 403, "\(field)")
                #expect(try web.ask("/house.xml", "-H", field).status == 403, "\(field)")
            }
            #expect(try Self.signal(web, query, "-H", "Host: evil.example").status == 421)
            // Requests that an image or a link can make.
            let link = try web.ask("\(Self.path)?\(query)")
            #expect(link.status == 405)
            #expect(link.headers.contains("POST"))
            for path in ["/", "/api/v1/places", "/metrics", "/web/services", "/assets/app.js"] {
                #expect(try web.ask(path).status == 404, "\(path)")
            }
            #expect(try household.signals() == [])
        }
    }

    @Test func tokenOfTheListenerApplies() throws {
        try Self.with(token: ["--role", "read", "--place", "Salon"]) { household, web throws in
            #expect(try Self.signal(web, "operation=enable&PERVMLSERVICENAME=Louver").status == 403)
            #expect(try Self.signal(web, "operation=enable&PERVMLSERVICENAME=Buzzer").status == 404)
            #expect(try !web.ask("/house.xml").body.contains("Buzzer"))
            expect(try household.domo("token", "revoke", "original"))
            #expect(try web.ask("/house.xml").status == 403)
            #expect(try household.signals() == [])
        }
    }

    @Test func listenerNeedsAToken() throws {
        try Household.with { household in
            let missing = "\(household.folder.path)/missing"
            expect(
                try household.run("domo-web", ["--original-listen", "127.0.0.1:0", "--original-token-file", missing]),
                status: 78,
                says: [missing, "No such file or directory"]
            )
            try household.folder.write("empty", "\n")
            expect(
                try household.run(
                    "domo-web",
                    ["--original-listen", "127.0.0.1:0", "--original-token-file", "\(household.folder.path)/empty"]
                ),
                status: 78,
                says: ["domo token new"]
            )
            expect(try household.run("domo-web", ["--original-listen", "127.0.0.1:0"]), status: 64)
        }
    }
}
