import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Conditions with `or` and `not`.
@Suite struct AlternativeTests {
    private func house(_ text: String) -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)]))
    }

    /// Runs `if CONDITION: set Louver up`.
    ///
    /// - Parameter lines: orders that the house obeys before.
    /// - Returns: nil if the step fails, because the state is unknown.
    private func isTaken(_ condition: String, after lines: [String]) throws -> Bool? {
        let house = house("if \(condition): set Louver up\nelse: set Louver down")
        for line in lines { try house.obey(line) }
        let id = try house.give("scene Noche")
        guard let signal = house.signals.last(where: { $0.hasPrefix("Louver=") }) else {
            #expect(house.sceneReport(id)?.steps.first?.error?.code == .unknownState)
            return nil
        }
        return signal == "Louver=up"
    }

    @Test(
        arguments: [
            ("Buzzer on or Bell on", ["set Buzzer on", "set Bell off"], true),
            ("Buzzer on or Bell on", ["set Buzzer off", "set Bell on"], true),
            ("Buzzer on or Bell on", ["set Buzzer off", "set Bell off"], false),
            // One that holds is enough, whatever is known of the other.
            ("Buzzer on or Bell on", ["set Bell on"], true),
            ("Buzzer on or Bell on", ["set Bell off"], nil),
            ("not Buzzer on", ["set Buzzer off"], true),
            ("not Buzzer on", ["set Buzzer on"], false),
            ("not Buzzer on", [], nil),
            ("not Buzzer on or not Bell on", ["set Buzzer on", "set Bell off"], true),
            ("not Buzzer on or not Bell on", ["set Buzzer on", "set Bell on"], false),
            ("Level above 50 or Buzzer on", ["dim Level 60", "set Buzzer off"], true),
            ("Level above 50 or Buzzer on", ["dim Level 40", "set Buzzer off"], false),
        ] as [(String, [String], Bool?)]
    )
    func branchDependsOnTheAlternatives(condition: String, lines: [String], expected: Bool?) throws {
        #expect(try isTaken(condition, after: lines) == expected)
    }

    @Test func reasonNamesAllAlternatives() throws {
        let house = house("when Gong on\nonly if Buzzer on or Bell on\nlog x")
        for line in ["set Buzzer off", "set Bell off", "set Gong on"] { try house.obey(line) }
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Unexpected() }
        #expect(
            list.scenes.first?.last?.message
                == "only if Buzzer on or Bell on: Buzzer is off, and Bell is off"
        )
    }

    private struct Unexpected: Error {}

    @Test(arguments: [
        ("at 10:00\nonly if sat or sun", ["2026-11-21", "2026-11-22"]),
        ("at 10:00\nonly if not mon-fri", ["2026-11-21", "2026-11-22"]),
        ("at 10:00, 22:30\nonly if not between 07:00 and 22:00\nonly if sat", ["2026-11-21"]),
        ("at 10:00\nonly if 2026-11-18 or sat", ["2026-11-18", "2026-11-21"]),
        ("at 10:00\nonly if not between 07:00 and 22:00 or wed", ["2026-11-18"]),
    ])
    func calendarFollowsAlternatives(text: String, dates: [String]) throws {
        let (script, mistakes) = ScriptParser.parse(text + "\nlog x")
        try #require(mistakes.isEmpty)
        let entry = SceneBook.Entry(name: "Noche", file: "Noche.domo", script: script, site: try site("Europe/Madrid"))
        let page = CalendarPage(
            [entry],
            from: try time("2026-11-16T00:00:00Z"),
            until: try time("2026-11-23T00:00:00Z"),
            maxEntries: 500
        )
        #expect(page.entries.map { String($0.local.prefix(10)) } == dates)
    }

    @Test(arguments: [
        ("at 10:00\nonly if between 22:00 and 23:00 or between 23:00 and 23:30", false),
        ("at 10:00\nonly if between 22:00 and 23:00 or sat", true),
        ("at 10:00\nonly if not between 09:00 and 11:00", false),
        ("at 10:00\nonly if not between 22:00 and 23:00", true),
        // Dates differ from year to year: nothing is claimed of them.
        ("at 10:00\nonly if not 12-24", true),
    ])
    func startThatAlternativesAlwaysPreventIsReported(text: String, canStart: Bool) throws {
        let catalog = HouseUnderTest.catalog(scenes: [("Noche", "\(text)\nlog x")])
        let found = SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: [try site("Europe/Madrid")])
        #expect(found.contains { $0.mistake.fault.message == "this time never starts the scene" } == !canStart)
    }

    @Test func namesInAlternativesAreChecked() {
        let catalog = HouseUnderTest.catalog(scenes: [("Noche", "only if Buzer on or not Bel on\nlog x")])
        let found = SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: [Catalog.Site()])
        #expect(found.map(\.mistake.column) == [9, 25])
    }
}
