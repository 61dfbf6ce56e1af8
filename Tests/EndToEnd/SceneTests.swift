import DomoTestKit
import Testing

@Suite(.waits) struct SceneTests {
    private static let night = """
        name "Buenas noches"
        # all quiet
        set Louver down
        dim GradualLighting 10
        set HomeMessaging "Hasta mañana"
        """

    private static func running(_ scene: String, simulator: [String] = [], _ body: (Household) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("scenes/noche.domo", scene)
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator(simulator)
            try household.startDaemon()
            try body(household)
        }
    }

    @Test func sceneIsListedAndRunInItsOrder() throws {
        try Self.running(Self.night) { household in
            expect(try household.domo("scenes"), says: ["Buenas noches", "by name"])
            expect(try household.domo("scene", "buenas noches"), says: ["set Louver down", "accepted"])
            #expect(
                try household.signals() == [
                    "disable Louver → 204", "setValue GradualLighting 10 → 204",
                    "setValue HomeMessaging Hasta mañana → 204",
                ]
            )
            expect(try household.domo("show", "Louver"), says: ["~closing", "Buenas noches"])
        }
    }

    @Test func explainedSceneSendsNothing() throws {
        try Self.running(Self.night) { household in
            let explained = """
                +0 s  POST \(household.serverURL)?operation=disable&PERVMLSERVICENAME=Louver
                +0 s  POST \(household.serverURL)?operation=setValue&PERVMLSERVICENAME=GradualLighting&value=10
                +0 s  POST \(household.serverURL)?operation=setValue&PERVMLSERVICENAME=HomeMessaging&value=Hasta%20ma%C3%B1ana

                """
            expect(try household.domo("scene", "Buenas noches", "--explain"), output: explained)
            expect(try household.domo("explain", "scene", "Buenas noches"), output: explained)
            #expect(try household.signals() == [])
        }
    }

    @Test func stepThatTheServerCanNotBeSentIsReportedEverywhere() throws {
        try Household.with { household in
            let scene = try household.folder.write(
                "scenes/noche.domo",
                "set Lamp on\nset Lamp off\nset Plug on\nset Lamp hold\n"
            )
            let lamps = ["Lamp", "Plug"].map {
                "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo><Tipo>2</Tipo></Dispositivo>"
            }
            let home = try household.folder.write("home.xml", Household.oneHouse(lamps.joined()))
            let server = """
                homes: \(home)
                state: \(household.state)
                socket: \(household.socket)
                dialects: {mine: {actions: {on: {url: "{url}/{id}/on"}}, variables: {id: }}}
                server: {url: "http://127.0.0.1:9", dialect: mine, elements: {Lamp: {id: 1}}}
                """
            let configuration = try household.folder.write("domod.yaml", server)
            let daemon = try household.startedDaemon(["--config", configuration])
            let places = ["\(scene):2:10: ", "\(scene):3:5: ", "\(scene):4:10: "]
            let reasons = ["has no order for off", "Plug is not connected", "has no order for hold"]
            expect(try household.domo("reload"), says: places + reasons)
            expect(try household.domo("status"), says: places + reasons)
            for place in places { #expect(daemon.errorOutput.contains("warning \(place)"), "\(daemon.errorOutput)") }
            for explained in [
                ["explain", "scene", "noche"], ["scene", "noche", "--explain"], ["run", scene, "--explain"],
            ] {
                let finished = try household.run("domo", explained)
                expect(finished, status: 65, says: ["for line 2: ", "for line 3: "] + reasons)
                #expect(!finished.output.contains("for line 1"))
            }
            expect(
                try household.run("domo", ["--json", "explain", "scene", "noche"]),
                status: 65,
                says: ["\"problem\""]
            )
            let check = try household.run("domo", ["check", scene], environment: ["DOMO_CONFIG": configuration])
            expect(check, status: 65, says: places.map { $0 + "error: " } + reasons)
            try household.folder.write("scenes/noche.domo", "set Lamp on\n")
            expect(try household.domo("reload"), says: ["1 scene"])
            expect(try household.domo("explain", "scene", "noche"), says: ["127.0.0.1:9/1/on"])
        }
    }

    @Test func failedStepIsReportedAndTheOthersAreDone() throws {
        try Self.running("set Buzzer on\ntoggle GeneralLight\nset Louver up\n") { household in
            expect(
                try household.domo("scene", "noche"),
                status: 65,
                says: ["toggle GeneralLight", "failed", "is not known", "1 of 3 steps failed"]
            )
            #expect(try household.signals() == ["enable Buzzer → 204", "enable Louver → 204"])
        }
    }

    @Test func badSceneIsLeftOutAtTheStart() throws {
        try Self.running("set Louver up\n  sett Louver up\nls\n") { household in
            expect(
                try household.domo("status"),
                says: [
                    "scenes/noche.domo:2:3: error: ", "did you mean", "noche.domo:3:1: error: ",
                    "skipped until it is fixed",
                ]
            )
            expect(try household.domo("scene", "noche"), status: 65, says: ["not loaded", "noche.domo:2:3"])
            expect(try household.domo("set", "Louver", "up"))
        }
    }

    @Test func badSceneKeepsTheOldOnesOnReload() throws {
        try Self.running(Self.night) { household in
            try household.folder.write("scenes/noche.domo", "set Louver\n")
            expect(try household.domo("reload"), status: 65, says: ["scenes/noche.domo:1:5: error: "])
            expect(try household.domo("scene", "Buenas noches"))

            try household.folder.write("scenes/noche.domo", "set Louver up\n")
            try household.folder.write("scenes/alba.domo", "name Alba\nset Louver up\n")
            expect(try household.domo("reload"), says: ["2 scenes"])
            expect(try household.domo("scene", "Buenas noches"), status: 68, says: ["no scene"])
            expect(try household.domo("scene", "noche"))
            expect(try household.domo("scene", "alva"), status: 68, says: ["did you mean Alba?"])
        }
    }
}
