import DomoTestKit
import Foundation
import Glibc
import Testing

/// Scenes that start by themselves, take time, and are stopped.
@Suite(.waits) struct SceneLifeTests {
    private struct Event: Decodable {
        struct Reading: Decodable { var value: String? }
        var time: String
        var path: String?
        var reading: Reading?
    }

    private static func events(_ watch: ChildProcess) -> [Event] {
        watch.output.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
    }

    // MARK: - By themselves

    @Test func missedTimeIsMadeUpFor() throws {
        let passed = Calendar.current.dateComponents(
            [.hour, .minute, .second],
            from: Date(timeIntervalSinceNow: -120)
        )
        let time = String(format: "%02d:%02d:%02d", passed.hour ?? 0, passed.minute ?? 0, passed.second ?? 0)
        try Household.running(scenes: ["pasada": "at \(time)\nset Buzzer on\n"]) { household in
            try household.stopDaemon()
            #expect(try household.signals().isEmpty)
            let earlier = "UPDATE alive SET time = time - 240000"
            expect(try household.run("/usr/bin/sqlite3", [household.database, earlier]))
            for _ in 0..<2 {
                try household.startDaemon()
                _ = try household.signalLines(count: 1)
                try household.stopDaemon()
            }
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    @Test func floodTurnsTheWaterOff() throws {
        let rule = """
            when FloodingSecurity on
            in parallel:
                set WaterSupply off
                set Buzzer on
            set HomeMessaging "¡Agua!"
            """
        try Household.reporting(scenes: ["inundacion": rule]) { household in
            try household.waitForReading("FloodingSecurity", "off")
            expect(try household.domo("set", "WaterSupply", "on", "--wait", "confirmed"))
            let watch = try household.startWatch(["--json"])
            try household.atTheWall("FloodingSecurity", "on")
            try household.waitForReading("WaterSupply", "off")
            try household.waitForReading("Buzzer", "on")
            let events = Self.events(watch)
            let flood = try #require(
                events.first { $0.path?.hasSuffix("/FloodingSecurity") == true && $0.reading?.value == "on" }
            )
            // Ordered by the reading itself, not at some later poll.
            let order = try #require(try household.orders("orders WaterSupply").first)
            #expect(order.action == "off" && order.requested == flood.time, "\(order), \(flood)")
            expect(try household.domo("orders", "WaterSupply"), says: ["scene inundacion"])
            expect(try household.domo("scenes"), says: ["inundacion", "when FloodingSecurity on"])
        }
    }

    @Test func wallSwitchIsFollowedOnceAndNotAfterARestart() throws {
        let rule = "when Buzzer on\nonly if HomeSecurity off\nset VisualNotification on\n"
        try Household.reporting(scenes: ["aviso": rule]) { household in
            try household.waitForReading("HomeSecurity", "off")
            try household.waitForReading("Buzzer", "off")
            try household.atTheWall("Buzzer", "on")
            try household.waitForReading("VisualNotification", "on")
            try household.stopDaemon()
            try household.startReportingDaemon()
            try household.waitForReading("Buzzer", "on")
            expect(try household.domo("scenes"), says: ["aviso", "done"])
            #expect(try household.signals() == ["enable VisualNotification → 204"])
        }
    }

    // MARK: - In their time

    @Test(.letsTimePass) func rampRunsStepByStep() throws {
        try Household.reporting(scenes: ["alba": "dim GradualLighting 40\ndim GradualLighting 60 over 2s\n"]) {
            household in
            try household.waitForReading("GradualLighting", "0")
            expect(try household.domo("scene", "alba"), says: ["dim GradualLighting 60 over 2s"])
            let levels = try household.signals().compactMap { $0.split(separator: " ").dropFirst(2).first }
                .compactMap { Int($0) }
            #expect(levels.first == 40)
            #expect(levels.last == 60)
            // On a busy machine, steps are skipped.
            #expect((3...11).contains(levels.count))
            #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func stoppedSceneReportsItsStepsAndEnds(signal: Int32) throws {
        let night = "set Louver down\nwait 1h\nset Buzzer on\n"
        try Household.running(scenes: ["noche": night]) { household in
            let scene = try household.start("domo", ["scene", "noche"])
            try scene.wait(for: "the first step") { output, _ in output.contains("set Louver down") ? () : nil }
            expect(try household.domo("scenes"), says: ["wait 1h"])
            scene.send(signal)
            #expect(try scene.waitForEnd() == 128 + signal)
            #expect(scene.output.contains("stopped"))
            #expect(try household.signals() == ["disable Louver → 204"])
            expect(try household.domo("scenes"), says: ["stopped"])
        }
    }

    @Test func othersCanStopItToo() throws {
        try Household.running(scenes: ["noche": "wait 1h\nset Buzzer on\n"]) { household in
            let scene = try household.start("domo", ["--json", "scene", "noche"])
            try household.waitForScene("wait 1h")
            expect(try household.domo("scene", "stop", "noche"), says: ["stopped"])
            _ = try scene.waitForEnd()
            #expect(scene.output.contains("\"outcome\":\"stopped\""))
            expect(try household.domo("scene", "stop", "noche"), says: ["not running"])
        }
    }

    @Test func lostSceneIsReportedAfterACrash() throws {
        try Household.running(scenes: ["noche": "set Louver down\nwait 1h\nset Buzzer on\n"]) { household in
            _ = try household.start("domo", ["scene", "noche"])
            try household.waitForScene("wait 1h")
            // Records that nobody waits for are stored soon.
            expect(try household.domo("set", "Buzzer", "off"))
            household.daemon?.send(SIGKILL)
            _ = try household.daemon?.waitForEnd()
            try household.startDaemon()
            expect(try household.domo("scenes"), says: ["noche", "lost"])
            try household.waitForLog("scene noche was lost")
            #expect(try household.signals() == ["disable Louver → 204", "disable Buzzer → 204"])
        }
    }

    // MARK: - From the shell

    @Test func sceneIsAScriptOfTheShell() throws {
        try Household.running { household in
            let text = try household.folder.write(
                "noche.domo",
                "#!/usr/bin/env -S domo run\nname \"Mi noche\"\nset Louver down\nwait 300ms\nset Buzzer off\n"
            )
            // In another process: a file can't be run while this process or its children have it open for writing.
            let script = "\(household.folder.path)/noche"
            expect(try household.run("/usr/bin/install", ["-m", "755", text, script]))
            let finished = try household.run(
                "/bin/sh",
                ["-c", script],
                environment: ["PATH": "\(Programs.folder):/usr/bin:/bin"]
            )
            expect(finished, says: ["set Louver down", "wait 300ms", "set Buzzer off"])
            #expect(try household.signals() == ["disable Louver → 204", "disable Buzzer → 204"])
            expect(try household.domo("show", "Louver"), says: ["Mi noche"])
        }
    }

    @Test func sceneFromStandardInputIsReadWhole() throws {
        try Household.running { household in
            expect(
                try household.run("domo", ["run", "-"], input: "set Louver down\n  sett Buzzer on\n"),
                status: 65,
                says: [":2:", "error: "]
            )
            #expect(try household.signals().isEmpty)
            expect(
                try household.run("domo", ["run", "-"], input: "if Buzzer on: set Louver down\nset Buzzer on\n"),
                status: 65
            )
            expect(try household.run("domo", ["run", "-"], input: "if Buzzer on: set Louver down\n"))
            #expect(try household.signals() == ["enable Buzzer → 204", "disable Louver → 204"])
        }
    }

    @Test func ordersBecomeAScene() throws {
        try Household.running(scenes: ["noche": "log x\n"]) { household in
            expect(try household.domo("record", "Mi tarde"))
            expect(try household.domo("set", "Louver", "up"))
            expect(try household.domo("dim", "GradualLighting", "30"))
            expect(try household.domo("record", "stop"), says: ["Mi tarde.domo", "loaded"])
            expect(try household.domo("reload"), says: ["2 scenes"])
            expect(try household.domo("scene", "mi tarde"))
            #expect(try household.signals().count == 4)
        }
    }

    @Test func wallSwitchBecomesAStep() throws {
        try Household.reporting { household in
            try household.waitForReading("Buzzer", "off")
            expect(try household.domo("record", "Pared"))
            try household.atTheWall("Buzzer", "on")
            try household.waitForReading("Buzzer", "on")
            expect(try household.domo("record", "stop", "--to", "-"), says: ["set Buzzer on"])
        }
    }

    // MARK: - Ahead of time

    @Test func calendarShowsTheWeek() throws {
        let home = Household.modelHouse.replacingOccurrences(
            of: "<Viviendas>",
            with: "<Viviendas xmlns:d=\"urn:domo:house:1\">"
        ).replacingOccurrences(
            of: "<Nombre>Vivienda eficiente</Nombre>",
            with: "<Nombre>Vivienda eficiente</Nombre>"
                + "<d:Lugar latitud=\"40.4168\" longitud=\"-3.7038\" zona=\"Europe/Madrid\"/>"
        )
        try Household.reporting(home: home, scenes: ["noche": "at 02:30\nat sunset+15m sun\nset Louver down\n"]) {
            household in
            let week = try household.domo("calendar", "--from", "2026-03-28", "--for", "2d")
            expect(week, says: ["28 Mar", "29 Mar", "02:30", "03:00", "noche", "at sunset+15m sun"])
            expect(try household.domo("calendar", "Salon", "--for", "1d"), says: ["noche"])
            expect(try household.domo("calendar", "Cocina", "--for", "1d"))
            let file = "\(household.folder.path)/scenes/noche.domo"
            expect(try household.domo("check", household.home, file))
        }
    }
}

extension Household {
    static func running(scenes: [String: String], _ body: (Household) throws -> Void) throws {
        try with { household in
            try household.folder.write("home.xml", modelHouse)
            for (name, text) in scenes { try household.folder.write("scenes/\(name).domo", text) }
            try household.startSimulator()
            try household.startDaemon()
            try body(household)
        }
    }
}
