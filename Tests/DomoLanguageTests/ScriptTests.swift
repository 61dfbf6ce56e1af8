import DomoLanguage
import DomoModel
import Testing

@Suite struct ScriptTests {
    private func orders(in script: Script) -> [Order] {
        script.steps.compactMap { if case .order(let order, _) = $0.kind { order } else { nil } }
    }

    @Test func sceneIsReadWithItsLines() {
        let (script, mistakes) = ScriptParser.parse(
            "# night\nname \"Buenas noches\"\n\nset Louver down\r\ndim Luz 10 # low\n"
        )
        #expect(mistakes.isEmpty)
        #expect(script.name == "Buenas noches")
        #expect(script.steps.map(\.position.line) == [4, 5])
        #expect(
            orders(in: script) == [
                Order(element: "Louver", wish: .value("down", as: nil)),
                Order(element: "Luz", wish: .level(.to(Percent(10)!))),
            ]
        )
    }

    @Test func everyMistakeIsTold() {
        let (_, mistakes) = ScriptParser.parse(
            "set Louver up\nname late\n  sett X on\nls\nset X on --explain\n\nset 'X on\n\tdim X 101"
        )
        #expect(
            mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" } == [
                "2:1: misplaced name", "3:3: unknown verb \"sett\"", "4:1: ls is no step of a scene",
                "5:1: set is no step of a scene", "7:5: a ' is never closed", "8:2: \"101\" is not a level",
            ]
        )
    }

    @Test(arguments: ["name a\nname b", "name", "name a b"])
    func nameStandsOnceAndIsOneWord(text: String) {
        #expect(ScriptParser.parse(text).mistakes.map(\.fault.message) == ["misplaced name"])
    }
}
