import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

@Suite struct SceneCheckTests {
    private static let noPosition = "the location of Casa is unknown, so it has no sunrise or sunset"

    /// Checks scenes against the houses of `HouseUnderTest`: `line:column: message`, with a mark for warnings.
    private func findings(
        _ scenes: [(name: String, text: String)],
        sites: [Catalog.Site] = [Catalog.Site(), Catalog.Site()]
    ) -> [String] {
        let catalog = HouseUnderTest.catalog(scenes: scenes)
        return SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: sites).map { finding in
            let file = scenes.count == 1 ? "" : "\(finding.file):"
            let mark = finding.isWarning ? "warning: " : ""
            return "\(file)\(finding.mistake.line):\(finding.mistake.column): \(mark)\(finding.mistake.fault.message)"
        }
    }

    private func findings(_ text: String, site: Catalog.Site = Catalog.Site()) -> [String] {
        findings([("Noche", text)], sites: [site, Catalog.Site()])
    }

    @Test func soundSceneHasNoFindings() {
        let madrid = Catalog.Site(
            sun: Sun(latitude: 40.4, longitude: -3.7),
            holidays: Holidays(yearly: [Holidays.Yearly(month: 1, day: 6)])
        )
        let text = """
            at sunset+15m mon-fri except holidays
            when Dimmer above 40 for 3s
            when Display "hola"
            only if between sunset and 07:00
            set Salon/Luz on
            dim Dimmer 10 over 20s
            dim Level +10
            if Buzzer on: stop scene Noche
            else: toggle Buzzer
            wait until Louver stop
            wait until Display below 3
            scene Dia
            """
        #expect(findings([("Noche", text), ("Dia", "set Bell on")], sites: [madrid, Catalog.Site()]) == [])
    }

    @Test(arguments: [
        ("set Buzer on", "1:5: there is no element \"Buzer\""), ("toggle Luz", "1:8: \"Luz\" is ambiguous"),
        ("set Luz on", "1:5: \"Luz\" is ambiguous"), ("set Buzzer up", "1:12: Buzzer can't be set to \"up\""),
        ("set Level 101", "1:11: level 101 is out of range"),
        ("set --as binary Louver up", "1:24: Louver is not binary"),
        ("dim Buzzer 10", "1:12: Buzzer can't be dimmed"),
        ("dim Louver 10 over 20s", "1:5: Louver can't be dimmed"),
        ("toggle Louver", "1:8: Louver can't be toggled"),
        ("off Buzer", "1:5: there is no house, sector or element \"Buzer\""),
        ("if Buzzer on: off Buzzer", "1:19: Buzzer is an element, not a house or sector"),
        ("set Torre up --all", "1:11: no device in Torre can be set to \"up\""),
        ("wait until Buzer on", "1:12: there is no element \"Buzer\""),
        ("wait until Buzzer up", "1:19: Buzzer can't be set to \"up\""),
        ("when Buzzer open", "1:13: Buzzer can't be set to \"open\""),
        ("when Buzer changes", "1:6: there is no element \"Buzer\""),
        ("only if Loover up", "1:9: there is no element \"Loover\""),
        (
            "if Buzzer above 3: set Bell on",
            "1:4: Buzzer can't be compared with above: it is neither dimmable nor a value"
        ),
        (
            "if Louver below 3: set Bell on",
            "1:4: Louver can't be compared with below: it is neither dimmable nor a value"
        ),
        ("if Level above 100: set Bell on", "1:16: warning: Level above 100 never holds"),
        ("if Level below 0: set Bell on", "1:16: warning: Level below 0 never holds"),
        ("scene Tarde", "1:7: there is no scene \"Tarde\""), ("stop scene Nocha", "1:12: there is no scene \"Nocha\""),
        ("in parallel:\n\tset Buzer on", "2:6: there is no element \"Buzer\""),
        ("if Buzzer on: set Buzer on\nelse: set Bel on", "1:19: there is no element \"Buzer\""),
    ])
    func namesAndValuesAreCheckedAgainstTheHouse(text: String, finding: String) {
        #expect(findings("\(text)\nlog x").first == finding)
    }

    @Test func findingsAreInTheOrderOfTheText() {
        #expect(
            findings("if Buzzer up: set Buzer on\nelse: set Bel on\ntoggle Louver") == [
                "1:11: Buzzer can't be set to \"up\"", "1:19: there is no element \"Buzer\"",
                "2:11: there is no element \"Bel\"", "3:8: Louver can't be toggled",
            ]
        )
    }

    @Test func faultsSuggestSimilarNames() {
        let catalog = HouseUnderTest.catalog(scenes: [("Noche", "set Buzer on\nscene Nocha")])
        let hints = SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: catalog.sites)
            .map(\.mistake.fault.hint)
        #expect(hints == ["did you mean Buzzer?", "did you mean Noche?"])
    }

    @Test func sceneThatRunsItselfIsReportedWithItsChain() {
        #expect(findings("set Buzzer on\nscene noche") == ["2:7: the scene runs itself: Noche → Noche"])
        let scenes = [
            ("A", "if Buzzer on: scene B"), ("B", "scene D\nin parallel:\n    scene C"), ("C", "scene A\nstop scene A"),
            ("D", "set Bell on"), ("E", "scene A"),
        ]
        #expect(
            findings(scenes) == [
                "A.domo:1:21: the scene runs itself: A → B → C → A",
                "B.domo:3:11: the scene runs itself: B → C → A → B",
                "C.domo:1:7: the scene runs itself: C → A → B → C",
            ]
        )
    }

    @Test(arguments: [
        ("at sunset+15m", ["1:4: \(noPosition)"]), ("at 07:00, dawn", ["1:11: \(noPosition)"]),
        ("only if between sunset and sunrise", ["1:9: \(noPosition)"]),
        ("if between 22:00 and dawn: set Buzzer on", ["1:4: \(noPosition)"]),
        ("at 07:00 mon-fri except holidays", ["1:4: warning: Casa has no holidays"]),
        ("only if holidays", ["1:9: warning: Casa has no holidays"]),
        ("at 07:00 sat except sat sun", ["1:4: warning: \"sat except sat sun\" matches no day"]),
        ("only if mon-fri except mon-thu fri", ["1:9: warning: \"mon-fri except mon-thu fri\" matches no day"]),
        ("at 07:00 2026-12-25 except fri", ["1:4: warning: \"2026-12-25 except fri\" matches no day"]),
        ("at 07:00 12-25 except 12-25", ["1:4: warning: \"12-25 except 12-25\" matches no day"]),
        ("at 07:00 2026-12-25 except sat\nat 08:00 12-25 except fri\nat 09:00 02-29 except mon-sat", []),
    ])
    func impossibleTimesAreReported(text: String, expected: [String]) {
        #expect(findings("\(text)\nlog x") == expected)
    }

    @Test func holidaysCount() throws {
        let epiphany = Holidays(dates: [try #require(CivilDate(year: 2027, month: 1, day: 6))])
        #expect(findings("at 07:00 holidays except thu\nlog x", site: Catalog.Site(holidays: epiphany)) == [])
        #expect(
            findings("at 07:00 holidays except wed\nlog x", site: Catalog.Site(holidays: epiphany)) == [
                "1:4: warning: \"holidays except wed\" matches no day"
            ]
        )
    }

    @Test(arguments: [
        ("stop scene Noche\nset Buzzer on\nset Buzzer off", ["2:1: warning: this step is never reached"]),
        (
            "in parallel:\n  stop scene Noche\n  set Buzzer on\nset Buzzer off",
            ["4:1: warning: this step is never reached"]
        ),
        (
            "if Buzzer on:\n  stop scene Noche\n  set Buzzer on\nset Bell on",
            ["3:3: warning: this step is never reached"]
        ),
        ("if Buzzer on: stop scene Noche\nelse: set Bell on\nset Bell on", []),
        ("set Bell on\nstop scene Noche", []),
        ("if Buzzer on: set Bell on\nelse: set Bell on", ["1:1: warning: both branches of the if are the same"]),
        ("if Buzzer on: set Bell on\nelse: set Bell off", []),
        ("", ["1:1: warning: the scene has no steps"]),
        ("# Nada\nat 07:00", ["1:1: warning: the scene has no steps"]),
        (
            "log x\nwait until Buzzer on for 10s at most 5s",
            ["2:1: warning: this wait fails unless Buzzer on holds when it begins"]
        ),
        ("wait until Buzzer on for 10s at most 10s\nwait until Bell on at most 5s\nwait until Bell on for 5s", []),
    ])
    func uselessStepsAreReported(text: String, expected: [String]) {
        #expect(findings(text) == expected)
    }

    @Test func sceneOfTheSameGroupEndsTheOneThatRunsIt() {
        let other = ("Dia", "at most one of Luces\nset Bell on")
        #expect(
            findings([("Noche", "at most one of Luces\nscene Dia\nset Bell on"), other]) == [
                "Noche.domo:3:1: warning: this step is never reached"
            ]
        )
        #expect(findings([("Noche", "at most one of Otras\nscene Dia\nset Bell on"), other]) == [])
        #expect(findings([("Noche", "scene Dia\nset Bell on"), ("Dia", "set Bell on")]) == [])
    }

    @Test(arguments: [
        ("set Bell on", 1), ("set Buzzer on\nset Bell on", 0), ("set Nada on\nset Bell on", 1), ("log hola", 0),
        ("only if Bell on\nwhen Buzzer on", 1), ("if Gong on: set Buzzer on", 1),
    ])
    func sceneBelongsToTheHouseOfItsFirstElement(text: String, house: Int) {
        let catalog = HouseUnderTest.catalog()
        #expect(Catalog.house(of: ScriptParser.parse(text).script, in: catalog.index) == house)
    }
}
