import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Starts that the conditions of a scene always prevent.
@Suite struct SceneStartCheckTests {
    private static let never = "this time never starts the scene"

    private func findings(_ text: String, site: Catalog.Site) -> [SceneCheck.Finding] {
        let catalog = HouseUnderTest.catalog(scenes: [("Noche", "\(text)\nlog x")])
        return SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: [site, Catalog.Site()])
    }

    private func warnings(_ text: String, sun: Sun? = .madrid, holidays: Holidays = Holidays()) throws -> [String] {
        let found = findings(text, site: try site("Europe/Madrid", sun: sun, holidays: holidays))
        #expect(sun == nil || found.allSatisfy(\.isWarning))
        return found.map { "\($0.mistake.line):\($0.mistake.column): \($0.mistake.fault.message)" }
    }

    @Test(arguments: [
        ("at 10:00 mon\nonly if tue", ["1:4: \(never)"]),
        ("at 10:00\nonly if between 22:00 and 23:00", ["1:4: \(never)"]),
        ("at 10:00, 22:30, 23:00\nonly if between 22:00 and 23:00", ["1:4: \(never)", "1:18: \(never)"]),
        ("every 1h\nonly if between 10:10 and 10:20", ["1:1: \(never)"]),
        ("at 10:00 12-24\nonly if 12-25", ["1:4: \(never)"]),
        ("at 10:00 2026-12-24\nonly if sat", ["1:4: \(never)"]),
        ("at 10:00 12-24\nonly if between 22:00 and 23:00", ["1:4: \(never)"]),
        ("at sunset mon\nonly if wed", ["1:4: \(never)"]),
        ("at sunset+1h\nonly if between sunrise and sunset", ["1:4: \(never)"]),
        ("at 10:00 mon-fri except holidays\nonly if sat", ["1:4: \(never)"]),
        // Only in one of the intervals at a time.
        ("at 23:30\nonly if between 22:00 and 23:45\nonly if between 23:40 and 06:00", ["1:4: \(never)"]),
    ])
    func timesThatConditionsAlwaysPreventAreReported(text: String, expected: [String]) throws {
        #expect(try warnings(text, holidays: Holidays(yearly: [Holidays.Yearly(month: 1, day: 6)])) == expected)
    }

    @Test(arguments: [
        "at 10:00 mon\nonly if mon-fri", "at 22:00\nonly if between 22:00 and 23:00", "every 1h\nonly if sat",
        "at 10:00\nonly if between 22:00 and 12:00", "at 10:00 12-24\nonly if sat", "at 10:00 sat\nonly if 12-24",
        "at 10:00 mon\nonly if 02-29", "at 10:00 sat\nonly if 01-06 except holidays\nonly if Buzzer on",
        "at sunset+12h mon\nonly if tue", "at 10:00 mon\nonly if Buzzer on",
        "when Buzzer on\nonly if between 22:00 and 23:00",
        "every 1s\nonly if between 23:00 and 23:01\nonly if sun", "at sunset\nonly if between 17:45 and 17:55",
        "at 10:00 2032-02-29\nonly if sun",
    ])
    func timesThatPassSometimesAreNotReported(text: String) throws {
        #expect(try warnings(text, holidays: Holidays(yearly: [Holidays.Yearly(month: 12, day: 25)])) == [])
    }

    @Test(arguments: [
        ("when Buzzer on\nonly if sat\nonly if sun", ["3:9: no day matches \"sat\" and \"sun\""]),
        ("at 10:00\nonly if sat\nonly if sun", ["3:9: no day matches \"sat\" and \"sun\""]),
        (
            "only if mon-tue\nonly if tue-wed\nonly if wed-thu mon",
            ["3:9: no day matches \"mon-tue\" and \"tue-wed\" and \"wed-thu mon\""]
        ),
        ("when Buzzer on\nonly if sat\nonly if 12-24", []),
        (
            "when Buzzer on\nonly if 12-24\nonly if 12-25",
            [
                "3:9: no day matches \"12-24\" and \"12-25\""
            ]
        ),
    ])
    func daysThatExcludeEachOtherAreReported(text: String, expected: [String]) throws {
        #expect(try warnings(text) == expected)
    }

    /// A mistake in a line is not reported again in other words.
    @Test(arguments: [
        ("at 10:00\nonly if between sunset and dawn", 1), ("at sunset\nonly if sat", 1),
        ("at 10:00 sat except sat\nonly if sun", 1), ("at 10:00\nonly if sat except sat\nonly if sun", 1),
        ("at 10:00\nonly if holidays", 1),
    ])
    func mistakeIsReportedOnce(text: String, count: Int) throws {
        #expect(try warnings(text, sun: nil).count == count)
    }

    /// Only its sender starts it.
    @Test func timesOfAdHocScenesAreNotChecked() {
        let (script, _) = ScriptParser.parse("at 10:00 mon\nonly if tue\nlog x")
        let scene = Catalog.Scene(name: "Noche", file: "Noche", script: script)
        let catalog = HouseUnderTest.catalog()
        #expect(
            SceneCheck.findings(
                in: scene,
                isLoaded: false,
                among: catalog.scenes,
                index: catalog.index,
                sites: catalog.sites
            ) == []
        )
    }

    @Test func hintNamesTheConditions() throws {
        let text = "at 10:00\nonly if Buzzer on\nonly if mon-fri\nonly if between 22:00 and 23:00"
        let hints = findings(text, site: try site("UTC")).map(\.mistake.fault.hint)
        #expect(hints == ["it starts only if mon-fri and only if between 22:00 and 23:00"])
    }
}
