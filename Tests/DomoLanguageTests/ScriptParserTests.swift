import DomoLanguage
import DomoModel
import Testing

@Suite struct ScriptParserTests {
    /// Parses a scene without mistakes.
    private func script(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Script {
        let (script, mistakes) = ScriptParser.parse(text)
        #expect(mistakes == [], sourceLocation: sourceLocation)
        return script
    }

    @Test func wholeSceneIsRead() throws {
        let script = script(
            """
            # Buenas noches
            name "Buenas noches"
            at 23:30 mon-fri, 00:30 sat sun except holidays
            at sunset+15m
            when HomeSecurity on for 10s
            only if GeneralLight on
            again: queue
            at most one of Noches
            on failure stop

            set Louver down
            dim GradualLighting 10 over 20s
            wait 30s
            if HomeSecurity off: set HomeMessaging "La casa está abierta"
            else:
                in parallel:
                    toggle GeneralLight
                    log "todo bien"
            scene Riego
            stop scene "Me voy"
            wait until Louver down for 2s at most 1m
            """
        )
        #expect(script.name == "Buenas noches")
        #expect(
            script.triggers.map(\.text) == [
                "at 23:30 mon-fri", "at 00:30 sat sun except holidays", "at sunset+15m", "when HomeSecurity on for 10s",
            ]
        )
        #expect(
            script.triggers.map(\.position) == [
                Script.Position(line: 3, column: 4), Script.Position(line: 3, column: 19),
                Script.Position(line: 4, column: 4), Script.Position(line: 5, column: 1),
            ]
        )
        #expect(script.conditions.map(\.text) == ["GeneralLight on"])
        #expect(script.conditions.map(\.position) == [Script.Position(line: 6, column: 9)])
        #expect(script.again == .queue)
        #expect(script.group == "Noches")
        #expect(script.onFailure == .stop)
        #expect(
            script.allSteps.map { "\($0.position.line):\($0.position.column) \($0.text)" } == [
                "11:1 set Louver down", "12:1 dim GradualLighting 10 over 20s", "13:1 wait 30s",
                "14:1 if HomeSecurity off:", "14:22 set HomeMessaging 'La casa está abierta'", "16:5 in parallel:",
                "17:9 toggle GeneralLight", "18:9 log 'todo bien'", "19:1 scene Riego", "20:1 stop scene 'Me voy'",
                "21:1 wait until Louver down for 2s at most 1m",
            ]
        )
        #expect(script.steps.count == 7)
    }

    @Test func orderKnowsThePositionsOfItsWords() throws {
        let script = script("set --as value Tablón 'a b'\ntoggle Luz --deadline 2s")
        let at = script.steps.map { step -> Script.At? in
            if case .order(_, let place) = step.kind { place } else { nil }
        }
        #expect(
            at == [
                Script.At(
                    element: Script.Position(line: 1, column: 16),
                    value: Script.Position(line: 1, column: 23)
                ),
                Script.At(element: Script.Position(line: 2, column: 8)),
            ]
        )
    }

    @Test func namesIncludeTheWholeScript() {
        let names = script(
            """
            only if A on
            when B changes
            when C above 3
            if D on:
                scene X
                dim E 10 over 1s
            else: stop scene Y
            wait until F off
            toggle G
            """
        ).names
        #expect(names.elements.map(\.text) == ["A", "B", "C", "D", "E", "F", "G"])
        #expect(names.elements.map(\.position.line) == [1, 2, 3, 4, 6, 8, 9])
        #expect(names.scenes.map(\.text) == ["X", "Y"])
    }

    /// Every line is read, and written in its plain form.
    @Test(arguments: [
        ("at 07:15:30", "at 07:15:30"), ("at 07:15:00", "at 07:15"), ("at 12:00,13:00 sat", "at 12:00|at 13:00 sat"),
        ("at 12:00 , 13:00", "at 12:00|at 13:00"), ("at dawn-12h", "at dawn-12h"), ("at dusk+0s", "at dusk"),
        ("at sunrise not after 08:00 not before 07:00 mon", "at sunrise not before 07:00 not after 08:00 mon"),
        ("at 07:00 fri-mon 12-24 2026-12-31 holidays except 02-29 sun", nil), ("at 07:00 except holidays", nil),
        ("every 24h", "every 1d"), ("every 90s", nil), ("when A 40%", nil), ("when A above -3.5", nil),
        ("when A below 40%", "when A below 40"), ("when A \"above\"", "when A 'above'"), ("when A 'changes'", nil),
        ("when A changes", nil), ("when \"mon\" on", "when 'mon' on"), ("when Salon/Louver up for 1ms", nil),
        ("at start", nil), ("only if mon-fri except holidays", nil), ("only if except 12-24", nil),
        ("only if between sunset-1h not before 18:00 and 07:00", nil), ("only if 'between' on", nil),
        ("only if weekend on", nil), ("only if A 'is' for 3s", nil),
    ])
    func headerLineIsRead(line: String, plain: String?) {
        #expect(script(line).text == (plain ?? line).replacing("|", with: "\n") + "\n")
    }

    @Test(arguments: [
        ("if X off: set Y on", "X off"), ("if X off : set Y on", "X off"),
        ("if \"X y\" \"off\": set Y on", "'X y' off"),
        ("if X 'a:': set Y b:", "X 'a:'"), ("if X 'a:' : set Y on", "X 'a:'"),
        ("if between 22:00 and 07:00: wait 1s", nil),
        ("if X a:b: set Y on", "X a:b"), ("if X '': set Y on", "X ''"), ("if X off for 3s: set Y on", "X off for 3s"),
        ("if X a\\:: set Y on", "X 'a:'"),
    ])
    func firstUnquotedColonEndsTheCondition(line: String, condition: String?) throws {
        let step = try #require(script(line).steps.first)
        #expect(step.text == "if \(condition ?? "between 22:00 and 07:00"):")
        #expect(step.inner.count == 1)
    }

    @Test(arguments: ["    ", "\t", " ", "  \t"])
    func blocksHaveAnyIndentation(blanks: String) {
        let lines = [
            "if A on:", "\(blanks)if B on:", "\(blanks)\(blanks)set C on", "# left", "\(blanks)else: set D on", "",
            "else:", "      set E on", "set F on",
        ]
        #expect(
            script(lines.joined(separator: "\r\n")).text == """
                if A on:
                    if B on:
                        set C on
                    else:
                        set D on
                else:
                    set E on
                set F on

                """
        )
    }

    @Test func shebangIsAComment() {
        #expect(script("#!/usr/bin/env -S domo run\nset A on").steps.map(\.position.line) == [2])
        #expect(script("\u{FEFF}set A on").steps.map(\.position.column) == [1])
        #expect(script("log 'a\u{2028}b'\nset A on").steps.map(\.position.line) == [1, 2])
    }

    @Test func everyMistakeIsReportedOnce() {
        let (_, mistakes) = ScriptParser.parse(
            "set Louver up\nname late\n  sett X on\nls\nset X on --explain\n\nset 'X on\n\tdim X 101"
        )
        #expect(
            mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" } == [
                "2:1: \"name\" must come before the first step", "3:3: unknown verb \"sett\"",
                "4:1: ls is not a step of a scene",
                "5:10: --explain can't be used in a scene", "7:5: unclosed quote: '", "8:8: \"101\" is not a level",
            ]
        )
    }

    @Test func blocksAreNestedAtMost16Deep() {
        func nested(_ depth: Int, _ innermost: String) -> String {
            (0..<depth).map { String(repeating: " ", count: $0) + "if A on:\n" }.joined()
                + String(repeating: " ", count: depth) + innermost
        }
        #expect(Script.maxDepth == 16)
        #expect(ScriptParser.parse(nested(16, "set B on")).mistakes == [])
        for tooDeep in [nested(17, "set B on"), nested(16, "if C on: set B on"), nested(400, "set B on")] {
            #expect(
                ScriptParser.parse(tooDeep).mistakes.map { "\($0.line): \($0.fault.message)" } == [
                    "17: blocks are nested more than 16 deep"
                ]
            )
        }
    }

    @Test func sceneHasAtMost4096Steps() {
        #expect(Script.maxSteps == 4096)
        let most = "if A on: set B on\n" + String(repeating: "set A on\n", count: 4094)
        #expect(script(most).allSteps.count == 4096)
        #expect(
            ScriptParser.parse(most + "set A on\nset A on\nelse: set A on\n").mistakes.map {
                "\($0.line): \($0.fault.message)"
            } == ["4096: the scene has more than 4096 steps"]
        )
    }

    @Test func sceneHasAtMost256TriggersAndConditions() {
        func messages(_ text: String) -> [String] {
            ScriptParser.parse(text + "\nset A on").mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" }
        }
        #expect(Script.maxTriggers == 256)
        let nearlyFull = String(repeating: "every 15m\n", count: 127) + String(repeating: "only if A on\n", count: 128)
        for last in ["at 07:00", "at start", "every 1h", "when A changes", "only if B on"] {
            // Other lines may still follow.
            #expect(messages("\(nearlyFull)\(last)\nagain: skip") == [])
            let message = "the scene has more than 256 triggers and conditions"
            #expect(messages("\(nearlyFull)at 12:00\n\(last)") == ["257:1: \(message)"])
        }
        #expect(messages("\(nearlyFull)at 07:00, 08:00").count == 1)
        #expect(messages("at " + Array(repeating: "07:00", count: 256).joined(separator: ", ")) == [])
        #expect(messages("at " + Array(repeating: "07:00", count: 257).joined(separator: ", ")).count == 1)
    }

    @Test func timeHasAtMost64Days() throws {
        #expect(Days.maxPatterns == 64)
        for beginning in ["at 07:00", "only if"] {
            let most =
                beginning + String(repeating: " 12-24", count: 32) + " except" + String(repeating: " sat", count: 32)
            #expect(ScriptParser.parse(most).mistakes == [])
            let longest = beginning + String(repeating: " 12-24", count: 64)
            #expect(ScriptParser.parse(longest).mistakes == [])
            for (text, word) in [(most, "sun"), (longest, "sun"), (longest, "except sun")] {
                let mistake = try #require(ScriptParser.parse("\(text) \(word)").mistakes.first)
                #expect(mistake.fault.message == "too many days for one time")
                #expect(mistake.fault.hint == "use at most 64; put more dates into the holidays file of the house")
                #expect(mistake.column == text.count + word.count - 1)
            }
        }
    }

    @Test func grammarFitsOnAPage() {
        let lines = SceneGrammar.page.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 66)
        #expect(lines.allSatisfy { $0.count <= 100 })
        for beginning in Script.stepVerbs + Script.headerLines { #expect(SceneGrammar.page.contains(beginning)) }
    }

    @Test func exampleOnThePageIsAScene() {
        #expect(SceneGrammar.page.contains(SceneGrammar.example))
        #expect(script(SceneGrammar.example).steps.isEmpty == false)
    }
}
