import DomoLanguage
import Testing

/// The values that a scene takes.
@Suite struct SceneParameterTests {
    private func script(_ text: String) throws -> Script {
        let (script, mistakes) = ScriptParser.parse(text)
        try #require(mistakes.isEmpty, "\(mistakes)")
        return script
    }

    private func filled(_ text: String, _ values: [SceneValue]) throws -> [String] {
        try script(text).filled(with: values, of: "S").steps.flatMap(\.lines)
    }

    @Test func valuesAreReadWithTheirTypes() throws {
        let script = try script(
            """
            takes level percent 0..50 default 40
            takes temp number -10..30.5
            takes on switch
            takes dir direction
            takes tone colour
            takes texto text default 'buenas noches'
            log x
            """
        )
        #expect(script.parameters.map(\.kind) == [.percent, .number, .onOff, .direction, .colour, .text])
        #expect(script.parameters.map(\.range) == [0...50, -10...30.5, nil, nil, nil, nil])
        #expect(script.parameters.map(\.standard) == ["40", nil, nil, nil, nil, "buenas noches"])
        #expect(try self.script(script.text).text == script.text)
    }

    @Test(arguments: [
        ("takes", "1:1: expected a name"), ("takes 2x number", "1:7: \"2x\" is not a name for a value"),
        ("takes x", "1:7: expected a type"), ("takes x level", "1:9: unknown type \"level\""),
        ("takes x text 1..2", "1:14: unexpected argument \"1..2\""),
        ("takes x number 30..5", "1:16: \"30..5\" is not a range"),
        ("takes x percent 0..101", "1:17: \"0..101\" is not a range"),
        ("takes x percent 0..50 default 60", "1:31: \"60\" is not a value for x"),
        ("takes x number default", "1:16: expected a value"),
        ("takes x number 1..2 3", "1:21: unexpected argument \"3\""),
        ("takes x text\ntakes x text", "2:7: \"takes x\" is given twice"),
        ("log a\ntakes x text", "2:1: \"takes\" must come before the first step"),
    ])
    func mistakeIsShown(text: String, message: String) {
        let mistakes = ScriptParser.parse(text).mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" }
        #expect(mistakes == [message] || mistakes.first?.hasPrefix(message) == true, "\(mistakes)")
    }

    @Test(
        arguments: [
            ("percent", ["0", "100", "40%"], ["101", "-1", "4.5", "", "on", "1e2", "٤"]),
            ("number 5..30", ["5", "21.5", "30"], ["4.9", "31", "NaN", "inf", "20%", "0x10", "--help"]),
            ("switch", ["on", "off", "true", "False"], ["1", "yes", ""]),
            ("direction", ["up", "DOWN", "stop"], ["open", ""]),
            ("colour", ["#ff8000", "ff8000", "2700K"], ["red", "#ff80", "2700"]),
            (
                "text", ["hola", "a \"b\" 'c'; off Casa", "{Salon/Temp}"],
                ["", "a\nset X on", "\u{0}", String(repeating: "x", count: 201)]
            ),
        ] as [(String, [String], [String])]
    )
    func onlyValuesOfTheTypeAreTaken(type: String, good: [String], bad: [String]) throws {
        let script = try script("takes x \(type)\nlog '{$x}'")
        for text in good {
            #expect(throws: Never.self, "\(text)") { try script.filled(with: [SceneValue("x", text)], of: "S") }
        }
        for text in bad {
            let fault = #expect(throws: Fault.self, "\(text)") {
                try script.filled(with: [SceneValue("x", text)], of: "S")
            }
            #expect(fault?.code == .refusedValue)
        }
    }

    @Test func valuesArePutInAsWholeOperands() throws {
        let text = """
            takes x percent
            takes d direction
            dim Salon/Lampara $x --deadline 2s
            set Persiana $d
            set Salon $x --all --as regulable
            if Luz on: set Otra $x
            in parallel:
                set Display $other
            log 'nivel {$x} de {$d}, {$other} y $x'
            """
        #expect(
            try filled(text, [SceneValue("x", "40%"), SceneValue("d", "up")]) == [
                "set --deadline 2s --as regulable Salon/Lampara 40", "set Persiana up",
                "set --all --as regulable Salon 40", "if Luz on:", "    set Otra 40", "in parallel:",
                "    set Display '$other'", "log 'nivel 40 de up, {$other} y $x'",
            ]
        )
    }

    /// A value never becomes a name or a part of a command.
    @Test(arguments: [
        "up --as bidirectional", "on; off Casa", "' --all", "--explain", "x\" to luis", "$d", "{$d}",
        "{Salon/Temperatura}",
    ])
    func aTextStaysOneValue(value: String) throws {
        let text = """
            takes v text
            takes d text default secreto
            set Display $v
            log 'dice {$v}'
            notify 'dice {$v}' to ana
            """
        let steps = try script(text).filled(with: [SceneValue("v", value)], of: "S").steps
        guard case .order(let order, _) = steps[0].kind, case .log(let log) = steps[1].kind,
            case .notify(let notice) = steps[2].kind
        else {
            Issue.record("other steps")
            return
        }
        #expect(order.element == "Display" && order.wish == .value(value, as: nil) && !order.explain)
        #expect(!log.contains("secreto") && !log.contains("{Salon"))
        #expect(notice.text.elements.isEmpty && notice.to.map(\.text) == ["ana"])
        // What is written is read as the same step again: nothing of it became a word of its own.
        let again = try script(steps.flatMap(\.lines).joined(separator: "\n")).steps
        #expect(again.count == 3)
        guard case .order(let written, _) = again[0].kind else { return }
        #expect(written == order)
    }

    @Test func missingAndUnknownValuesAreNamed() throws {
        let script = try script("takes a percent\ntakes b text default x\nlog '{$a} {$b}'")
        let missing = #expect(throws: Fault.self) { try script.filled(with: [], of: "Mi luz") }
        #expect(missing?.message == "the scene Mi luz needs values: a (a whole number from 0 to 100)")
        #expect(missing?.hint == "use: domo scene 'Mi luz' a=…")
        let unknown = #expect(throws: Fault.self) { try script.filled(with: [SceneValue("c", "1")], of: "S") }
        #expect(unknown?.message == "the scene S takes no value \"c\"" && unknown?.hint == "it takes: a, b")
        let none = #expect(throws: Fault.self) { try Script().filled(with: [SceneValue("c", "1")], of: "S") }
        #expect(none?.code == .badRequest)
    }

    @Test(arguments: [
        (
            "scene Luz level=40 texto='buenas noches'",
            [SceneValue("level", "40"), SceneValue("texto", "buenas noches")]
        ),
        ("scene --explain Luz level=", [SceneValue("level", "")]), ("scene Luz a=b=c", [SceneValue("a", "b=c")]),
    ])
    func startGivesValues(line: String, values: [SceneValue]) throws {
        guard case .scene("Luz", _, _, let found, _)? = try RequestParser.parse(line) else {
            Issue.record("another request")
            return
        }
        #expect(found == values)
        let request = try #require(try RequestParser.parse(line))
        #expect(try RequestParser.parse(request.line) == request)
    }

    @Test(arguments: ["scene a b", "scene Luz 1=2", "scene Luz a=1 a=2", "scene Luz a=1 b", "scene stop a b=1"])
    func wrongValuesAreUsageErrors(line: String) {
        let fault = #expect(throws: Fault.self) { try RequestParser.parse(line) }
        #expect(fault?.code == .badRequest)
    }

    /// Scenes named like a value could be stopped before.
    @Test func stoppingTakesNoValues() throws {
        #expect(try RequestParser.parse("scene stop a=b") == .sceneStop(name: "a=b"))
        #expect(try RequestParser.parse("scene stop") == .sceneStop(name: nil))
    }
}
