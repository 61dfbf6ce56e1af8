import DomoCalendar
import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import DomoXML
import Testing

@testable import DomoDaemon

struct HouseCheckTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
        try files.write("/homes/a.xml", HouseFiles.house("A"))
    }

    /// - Parameter hints: whether the lines include hints.
    /// - Returns: the lines, with paths relative to the test's folder.
    private func check(
        _ paths: String...,
        places: [String: Configuration.Place] = [:],
        server: Configuration.Link? = nil,
        hints: Bool = false,
        by sceneCheck: @escaping SceneFiles.Check = HouseFiles.findings
    ) -> (status: DomoLanguage.ExitStatus, lines: [String]) {
        var lines: [String] = []
        let folder = files.folder.path
        var settings = Configuration.Layer()
        settings.places = places
        settings.server = server
        let status = HouseCheck.run(
            paths.map { folder + $0 },
            isVerbose: false,
            settings: settings,
            now: Timestamp(rfc3339: "2026-11-21T12:00:00.000Z") ?? Timestamp(milliseconds: 0),
            sceneCheck: sceneCheck,
            report: { if hints || $0.severity != "hint" { lines.append($0.text.replacing(folder, with: "")) } }
        )
        return (status, lines)
    }

    @Test func validFilesPrintNothing() throws {
        try files.write("/homes/scenes/a.domo", "set Lamp on")
        try files.write("/homes/a.holidays", "12-25 Navidad")
        for path in ["/homes", "/homes/a.xml", "/homes/scenes/a.domo", "/homes/scenes", "/homes/a.holidays"] {
            let (status, lines) = check(path)
            #expect(status == .done)
            #expect(lines == [])
        }
    }

    /// Once for each house, with all devices without a class that `off` reaches.
    @Test func devicesWithoutAClassAreNamedInAHint() throws {
        try files.write(
            "/homes/a.xml",
            """
            <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>A</Nombre>
            <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Heater</Nombre><Tipo>2</Tipo></Dispositivo>
            <Dispositivo><Nombre>Light</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Pump</Nombre><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Marked</Nombre><d:SinGrupo/><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Taken in</Nombre><d:EnGrupo/><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Bell</Nombre><d:Pulsador/><Tipo>1</Tipo></Dispositivo>
            <Dispositivo><Nombre>Blind</Nombre><Tipo>3</Tipo><Tipo>2</Tipo></Dispositivo>
            <Servicio><Nombre>Alarm</Nombre><Tipo>1</Tipo></Servicio></Vivienda></Viviendas>
            """
        )
        let (status, lines) = check("/homes", hints: true)
        #expect(status == .done)
        #expect(
            lines == [
                "/homes/a.xml: hint: \"domo off A\" also switches devices without a class: A/Lamp, A/Heater; give each a "
                    + "class (Clase, Class), or SinGrupo (NotInGroups) if it has to stay on"
            ]
        )
    }

    @Test func missingFloorPlanIsAWarning() throws {
        try files.write(
            "/homes/b.xml",
            """
            <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>B</Nombre><d:Plano>plans/b.png</d:Plano><Sector>
            <Nombre>Salon</Nombre><d:Plano>salon.svg</d:Plano>
            <Dispositivo><Nombre>Lamp B</Nombre><Tipo>1</Tipo></Dispositivo></Sector></Vivienda></Viviendas>
            """
        )
        let (status, lines) = check("/homes/b.xml")
        #expect(status == .done)
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0].contains("/homes/plans/b.png"), "\(lines)")
        #expect(lines[1].contains("the floor plan of B/Salon can't be read: No such file"), "\(lines)")
        for name in ["plans/b.png", "salon.svg"] { try files.write("/homes/\(name)", "an image") }
        #expect(check("/homes/b.xml").lines == [])
    }

    @Test func filesBesideAHouseFileAreCheckedWithIt() throws {
        try files.write("/homes/scenes/a.domo", "sett Lamp on")
        try files.write("/homes/scenes/b.domo", "set Doubt on\nset Gone on")
        try files.write("/homes/a.holidays", "soon")
        for path in ["/homes", "/homes/a.xml"] {
            let (status, lines) = check(path)
            #expect(status == .badData)
            #expect(lines.count == 4, "\(lines)")
            let expected = [
                "/homes/a.holidays:1:1: error: ", "/homes/scenes/a.domo:1:1: error: unknown verb",
                "/homes/scenes/b.domo:1:5: warning: doubtful", "/homes/scenes/b.domo:2:5: error: no Gone",
            ]
            #expect(zip(lines, expected).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
        }
    }

    /// A scene may name what is in another house file of the folder.
    @Test func scenesBesideAHouseFileMayNameItsNeighbours() throws {
        func checked() -> [String] {
            check("/homes/a.xml") { SceneCheck.findings(in: $0, index: $1, sites: $2) }.lines
        }
        try files.write("/homes/b.xml", HouseFiles.house("B", element: "Mode"))
        try files.write("/homes/scenes/a.domo", "set B/Mode on")
        #expect(checked() == [])
        // Faults of the neighbours are not reported, and their names are then unknown.
        try files.write("/homes/b.xml", "<Viviendas>")
        let lines = checked()
        #expect(lines.count == 1 && lines[0].hasPrefix("/homes/scenes/a.domo:1:5: error: "), "\(lines)")
        // An older copy of the file is no neighbour.
        try files.write("/homes/b.xml", HouseFiles.house("A", element: "Mode"))
        try files.write("/homes/scenes/a.domo", "set Lamp on")
        #expect(checked() == [])
    }

    @Test func nulByteInASceneIsReportedWithItsPosition() throws {
        try files.write("/homes/scenes/a.domo", "set Lamp on\nset \0Lamp on")
        let (status, lines) = check("/homes")
        #expect(status == .badData)
        let mistake = "2:5: error: the line contains a NUL byte; save the file as text in UTF-8"
        #expect(lines == ["/homes/scenes/a.domo:\(mistake)"])
    }

    @Test func singleSceneIsCheckedAgainstItsHouseAndTheOtherScenes() throws {
        try files.write("/homes/scenes/a.domo", "set \"scene b\" on\nset Gone on")
        try files.write("/homes/scenes/b.domo", "set Gone on")
        let (status, lines) = check("/homes/scenes/a.domo")
        #expect(status == .badData)
        #expect(lines == ["/homes/scenes/a.domo:2:5: error: no Gone; see what there is"])
    }

    @Test func sceneWithoutAHouseIsOnlyParsedWithAWarning() throws {
        try files.write("/notes/a.domo", "set Gone on")
        try files.write("/notes/b.domo", "set Gone")
        let warning =
            "/notes/a.domo: warning: no house file given: names and values were not checked; "
            + "use \"domo check HOUSE.xml /notes/a.domo\""
        let alone = check("/notes/a.domo")
        #expect(alone.status == .done)
        #expect(alone.lines == [warning])
        let (status, lines) = check("/notes")
        #expect(status == .badData)
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("/notes/b.domo:1:") == true)
        #expect(lines.last == warning)
    }

    @Test func onlyNamedScenesAreReportedToHaveNoHouse() throws {
        try files.write("/notes/scenes/a.domo", "set Gone on")
        try files.write("/notes/scenes/b.domo", "set Gone on")
        let (status, lines) = check("/notes/scenes/a.domo")
        #expect(status == .done)
        #expect(lines.map { $0.hasPrefix("/notes/scenes/a.domo: warning: no house file given") } == [true])
    }

    @Test func sceneIsOnlyParsedIfItsHouseCanNotBeRead() throws {
        try files.write("/notes/a.domo", "set Gone on")
        let (status, lines) = check("/none.xml", "/notes/a.domo")
        #expect(status == .noSuchFile)
        #expect(lines.map { $0.hasPrefix("/none.xml: ") } == [true], "\(lines)")
    }

    @Test func sceneIsOnlyParsedIfItsHouseIsInvalid() throws {
        try files.write("/homes/a.xml", HouseFiles.house(""))
        try files.write("/homes/scenes/a.domo", "set Gone on")
        let (status, lines) = check("/homes")
        #expect(status == .badData)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("/homes/a.xml:1:") == true)
    }

    @Test func sitesComeFromHouseConfigurationAndHolidays() throws {
        try files.write("/homes/scenes/a.domo", "set Lamp on")
        try files.write("/homes/a.holidays", "12-25")
        try files.write("/other", "12-26\nsoon")
        let report: SceneFiles.Check = { scenes, _, sites in
            sites.map { site in
                let days = site.holidays.yearly.map { "\($0.month)-\($0.day)" }
                let text = "\(site.clock.zone.name) \(site.sun?.latitude ?? 0) \(days)"
                let mistake = Script.Mistake(line: 1, column: 1, fault: Fault(.badModel, text))
                return SceneCheck.Finding(file: scenes[0].file, mistake: mistake, isWarning: true)
            }
        }
        let place = Configuration.Place(position: .init(latitude: 1, longitude: 2), zone: "Asia/Tokyo")
        #expect(
            check("/homes", places: ["A": place], by: report).lines
                == ["/homes/scenes/a.domo:1:1: warning: Asia/Tokyo 1.0 [\"12-25\"]"]
        )
        let other = Configuration.Place(zone: "Asia/Tokyo", holidays: files.folder.path + "/other")
        let (status, lines) = check("/homes", places: ["A": other], by: report)
        #expect(status == .badData)
        #expect(lines.first?.hasPrefix("/other:2:1: error: ") == true)
        #expect(lines.last == "/homes/scenes/a.domo:1:1: warning: Asia/Tokyo 0.0 [\"12-26\"]")
    }

    @Test func pastTimesAreWarnings() throws {
        try files.write("/homes/a.holidays", "2026-12-25")
        let past = Days([.date(try #require(CivilDate("2026-11-20")))])
        let today = Days([.date(try #require(CivilDate("2026-11-21")))])
        let leap = Days([.yearly(month: 2, day: 29)], except: [.weekdays(.monday, .saturday)])
        let never = Days([.weekdays(.monday, .friday)], except: [.weekdays(.monday, .sunday)])
        let days = [
            past, today, leap, never, Days([.holidays]), Days([.holidays], except: [.weekdays(.friday, .friday)]),
        ]
        var script = Script()
        for (index, days) in days.enumerated() {
            guard let time = ClockTime(hour: 8, minute: 0) else { continue }
            script.triggers.append(Trigger(.at(.clock(time), days), at: .init(line: index + 1, column: 4)))
        }
        let scene = Catalog.Scene(name: "a", file: "a.domo", script: script)
        let now = try #require(Timestamp(rfc3339: "2026-11-21T12:00:00.000Z"))
        let holidays = HolidaysFile.read(files.folder.path + "/homes/a.holidays").holidays
        let found = SceneCheck.pastTimes(
            in: scene,
            index: HouseIndex([]),
            sites: [Catalog.Site(holidays: holidays)],
            from: now
        )
        // Today it is already past eight.
        #expect(found.map(\.mistake.line) == [1, 2, 4, 6])
        #expect(found.first?.mistake.column == 4)
        #expect(found.allSatisfy { $0.isWarning && $0.mistake.fault.message == "this time never occurs again" })
    }

    @Test func emptyFolderIsReported() throws {
        try FileBytes.makeFolder(files.folder.path + "/empty")
        #expect(check("/empty").status == .noSuchFile)
        #expect(check("/none.domo").status == .noSuchFile)
        #expect(check("/none.xml").status == .noSuchFile)
    }

    /// A server that can only switch on.
    private func onlyOn() throws -> Configuration.Link {
        let text = """
            homes: [/nowhere]
            dialects: {mine: {actions: {on: {url: "{url}/{name}/on"}}}}
            server: {url: "http://127.0.0.1:9", dialect: mine}
            """
        try files.write("/domod.yaml", text)
        return try #require(try ConfigurationFile.read(files.folder.path + "/domod.yaml", kinds: LinkKind.all).server)
    }

    @Test func stepWithoutASignalIsAnErrorIfTheServerIsKnown() throws {
        try files.write("/homes/scenes/a.domo", "set Lamp on\nset Lamp off")
        let server = try onlyOn()
        let expected =
            "/homes/scenes/a.domo:2:10: error: A/Lamp: the dialect mine has no order for off; it has orders for: on"
        for path in ["/homes", "/homes/scenes/a.domo"] {
            #expect(check(path) == (.done, []))
            #expect(check(path, server: server) == (.badData, [expected]))
        }
    }
}
