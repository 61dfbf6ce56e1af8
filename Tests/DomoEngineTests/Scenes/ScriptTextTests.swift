import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The texts of scenes: who sees them, their mistakes, and the files they are saved to.
struct ScriptTextTests {
    private static func found(_ reply: Reply?) throws -> [SceneDiagnostics.Entry] {
        guard case .diagnostics(let found)? = reply else { throw Missing() }
        return found.diagnostics
    }

    private static func house() -> HouseUnderTest {
        var catalog = HouseUnderTest.limited()
        catalog.sceneFolder = "/homes/scenes"
        return HouseUnderTest(catalog)
    }

    @Test func textIsShownIfTheSceneIsVisible() throws {
        let house = Self.house()
        try house.give("script show noche")
        #expect(house.fileTasks == [.showScene(name: "Noche", file: "Noche.domo")])
        #expect(try house.limitedFault("script show Noche")?.code == .unknownScene)
        _ = try house.limited("script show Salon")
        #expect(house.fileTasks.last == .showScene(name: "Salon", file: "Salon.domo"))
    }

    @Test func mistakesAreReportedWithPositions() throws {
        let house = Self.house()
        #expect(try Self.found(try house.ask(#"script check Noche "at 23:00" "set Dimmer off""#)) == [])
        let mistakes = try Self.found(try house.ask(#"script check Noche "at 23:00" "sett Dimmer off" "set Dim""#))
        #expect(mistakes.map { [$0.line, $0.column] } == [[2, 1], [3, 5]])
        #expect(mistakes.allSatisfy { $0.severity == "error" })
        let unknown = try Self.found(try house.ask(#"script check New "set Dimmer off" "set Nothing on""#))
        #expect(unknown.map(\.line) == [2])
        // Like the text of a file, its times are checked.
        let never = try Self.found(
            try house.ask(#"script check New "at 23:00" "only if between 01:00 and 02:00" "set Dimmer off""#)
        )
        #expect(never.map(\.severity) == ["warning"])
    }

    @Test func syntaxErrorHidesNoWrongNamesOnOtherLines() throws {
        let house = Self.house()
        let mistakes = try Self.found(
            try house.ask(#"script check New "sett Dimmer on" "set Nothing on" "if Dimmer on" "    off Nowhere""#)
        )
        #expect(
            mistakes.map { "\($0.line) \($0.message)" } == [
                "1 unknown verb \"sett\"", "2 there is no element \"Nothing\"",
                "3 expected a colon after \"on\"", "4 there is no house, sector or element \"Nowhere\"",
            ]
        )
    }

    /// A scene must not set what its sender doesn't see.
    @Test func limitedUserNamesOnlyPlacesThatAreVisibleAsAWhole() throws {
        let house = Self.house()
        #expect(try Self.found(try house.limited(#"script check New "off Salon""#)) == [])
        let mistakes = try Self.found(try house.limited(#"script check New "off Casa" "off Torre""#))
        #expect(mistakes.map(\.line) == [1, 2])
    }

    @Test func textWithMistakesIsNotSaved() throws {
        let house = Self.house()
        let id = try house.give(#"script save --tag x Noche "sett Dimmer off""#)
        #expect(house.fault(id)?.code == .badModel)
        #expect(house.fileTasks.isEmpty)
    }

    @Test func textIsSavedToItsScenesFile() throws {
        let house = Self.house()
        try house.give(#"script save --tag x noche "set Dimmer off" "" "#)
        try house.give(#"script save "Buenos días" "set Dimmer on""#)
        #expect(
            house.fileTasks == [
                .saveScene(name: "noche", file: "Noche.domo", text: "set Dimmer off\n", tag: "x"),
                .saveScene(
                    name: "Buenos días",
                    file: "/homes/scenes/Buenos días.domo",
                    text: "set Dimmer on\n",
                    tag: nil
                ),
            ]
        )
    }

    @Test func sceneIsRemovedFromItsFile() throws {
        let house = Self.house()
        try house.give("script remove --tag x noche")
        #expect(house.fileTasks == [.removeScene(name: "Noche", file: "Noche.domo", tag: "x")])
        #expect(house.fault(try house.give("script remove --tag x Nueva"))?.code == .unknownScene)
        #expect(try house.limitedFault("script remove --tag x Salon")?.code == .notAllowed)
        #expect(house.fileTasks.count == 1)
    }

    @Test(arguments: [
        (#"script save Noche "set Dimmer on""#, Fault.Code.changed),
        (#"script save --tag x Nueva "set Dimmer on""#, .unknownScene),
        (#"script save ../x "set Dimmer on""#, .badRequest), (#"script save .x "set Dimmer on""#, .badRequest),
        (#"script save "" "set Dimmer on""#, .badRequest), (#"script save a/b "set Dimmer on""#, .badRequest),
        (#"script save "\#(String(repeating: "x", count: 201))" "set Dimmer on""#, .badRequest),
    ])
    func wrongNameIsRefused(line: String, code: Fault.Code) throws {
        let house = Self.house()
        #expect(house.fault(try house.give(line))?.code == code)
        #expect(house.fileTasks.isEmpty)
    }

    @Test func onlyManagersOfEverythingSave() throws {
        let house = Self.house()
        #expect(try house.limitedFault(#"script save --tag x Salon "set Dimmer on""#)?.code == .notAllowed)
        #expect(house.fileTasks.isEmpty)
    }

    private struct Missing: Error {}
}
