import DomoLanguage
import Testing

@testable import DomoCLI

@Suite struct CompletionTests {
    static func element(_ path: String, _ types: String...) -> ElementView {
        ElementView(
            path: path,
            name: String(path.split(separator: "/").last!),
            kind: "device",
            types: types,
            readings: []
        )
    }

    let names = CompletionNames(
        Listing(places: [
            PlaceView(
                path: "Casa",
                name: "Casa",
                kind: "house",
                elements: [Self.element("Casa/Buzzer", "binary")],
                sectors: [
                    PlaceView(
                        path: "Casa/Salón",
                        name: "Salón",
                        kind: "sector",
                        elements: [
                            Self.element("Casa/Salón/Luz", "regulable", "binary"),
                            Self.element("Casa/Salón/Louver", "bidirectional"),
                        ],
                        sectors: [],
                        count: 2
                    ),
                    PlaceView(
                        path: "Casa/Baño",
                        name: "Baño",
                        kind: "sector",
                        elements: [
                            Self.element("Casa/Baño/luz", "binary"), Self.element("Casa/Baño/Luz cálida", "value"),
                        ],
                        sectors: [],
                        count: 2
                    ),
                ],
                count: 5
            )
        ])
    )

    @Test(
        arguments: [
            ("show", [], "", ["Buzzer", "Salón/Luz", "Louver", "Baño/luz", "Luz cálida"]),
            ("history", [], "", ["Buzzer", "Salón/Luz", "Louver", "Baño/luz", "Luz cálida"]),
            ("orders", [], "Casa/S", ["Casa/Salón", "Casa/Salón/Luz", "Casa/Salón/Louver"]),
            ("stats", [], "B", ["Casa", "Buzzer", "Salón", "Salón/Luz", "Louver", "Baño", "Baño/luz", "Luz cálida"]),
            ("history", ["Louver"], "", []),
            ("dim", [], "", ["Salón/Luz"]), ("toggle", [], "", ["Buzzer", "Salón/Luz", "Baño/luz"]),
            ("ls", [], "", ["Casa", "Buzzer", "Salón", "Salón/Luz", "Louver", "Baño", "Baño/luz", "Luz cálida"]),
            ("set", [], "Casa/S", ["Casa/Salón/Luz", "Casa/Salón/Louver"]),
            ("set", [], "Salón/", ["Salón/Luz", "Salón/Louver"]),
            ("set", ["Louver"], "", ["up", "down", "stop"]),
            ("set", ["salon/luz"], "", ["0", "25", "50", "75", "100", "on", "off"]),
            ("dim", ["Salón/Luz"], "", ["0", "25", "50", "75", "100"]), ("dim", ["Louver"], "", []),
            ("set", ["Nope"], "", []),
            ("set", ["Louver", "up"], "", []), ("status", [], "", []),
        ] as [(String, [String], String, [String])]
    )
    func candidatesMatchTheWordsBefore(verb: String, operands: [String], prefix: String, expected: [String]) throws {
        let row = try #require(Verb(word: verb)).row
        let next = NextWord(after: operands.map { Words.Word(text: $0, column: 1) }, of: row)
        let candidates = next.completables.flatMap { names.candidates($0, operands: next.operands, prefix: prefix) }
        #expect(candidates == expected)
    }

    private static func candidates(_ words: [String], _ typed: String, _ shell: Shell = .bash) throws -> [String]? {
        try Completion.candidates(
            after: (["domo"] + words).map { TypedWord($0, shell) },
            TypedWord(typed, shell),
            within: .seconds(10)
        )
    }

    @Test(
        arguments: [
            (["scene"], ["stop", "Noche", "Día"]), (["scene", "stop"], ["Noche", "Día"]),
            (["calendar", "--for", "30d"], ["Noche", "Día"]), (["scene", "Noche"], []),
            (["calendar", "Noche"], []), (["hook", "new", "x", "--scene"], ["Noche", "Día"]),
        ] as [([String], [String])]
    )
    func scenesAreCompleted(words: [String], expected: [String]) throws {
        let daemon = FakeDaemon { line in
            line == "scenes"
                ? #"{"ok":{"scenes":[{"name":"Noche","steps":1,"triggers":[]},{"name":"Día","steps":1,"triggers":[]}]}}"#
                    + "\n" : nil
        }
        #expect(try Self.candidates(["--socket", daemon.path] + words, "") == expected)
    }

    @Test(
        arguments: [
            (["set", "X", "on", "--wait"], "", ["none", "accepted", "confirmed"]),
            (["set", "--deadline"], "", []), (["knx"], "", ["read", "write", "monitor", "log", "doctor"]),
            (["explain"], "", ["set", "dim", "toggle", "off", "scene"]), (["completion"], "", ["bash", "zsh", "fish"]),
            (["off", "--explain"], "-", ["--until", "--socket", "--json"]), (["--json", "model"], "-", ["--ids"]),
            (["token", "revoke", "x"], "--", ["--yes", "--alone"]), (["token"], "", ["new", "list", "revoke"]),
            (["record"], "", ["stop"]), (["nothing"], "", []), (["script", "--tag", "x"], "", ["show", "check"]),
        ] as [([String], String, [String])]
    )
    func wordsOfTheGrammarAreCompleted(words: [String], typed: String, expected: [String]) throws {
        let candidates = try #require(try Self.candidates(words, typed))
        #expect(Array(candidates.prefix(expected.count)) == expected)
        if expected.isEmpty { #expect(candidates == []) }
    }

    @Test(arguments: [
        ["run"], ["backup"], ["restore", "--config"], ["doctor", "--bundle"], ["--socket"], ["import", "knx"],
    ])
    func filesAreLeftToTheShell(words: [String]) throws {
        #expect(try Self.candidates(words, "") == nil)
    }

    @Test func everyVerbIsOffered() throws {
        let verbs = try #require(try Self.candidates([], ""))
        #expect(Set(verbs) == Set(KnownVerb.words).subtracting(["-"]))
        #expect(try Self.candidates([], "-") == ["--socket", "--json", "--help"] + FleetOptions.names)
    }

    @Test func nothingIsSuggestedWithoutADaemon() {
        #expect(throws: Fault.self) { try Self.candidates(["--socket", "/nonexistent", "set"], "") }
        #expect(Completion.run(["bash", "4", "domo", "--socket", "/nonexistent", "set", ""]) == .done)
        for words in [["ksh", "1", "domo", ""], ["bash", "x", "domo"], ["bash", "-1", "domo"], ["bash"], []] {
            #expect(Completion.run(words) == .usage, "\(words)")
        }
        #expect(Completion.run(["bash", String(Int.max), "domo", "set"]) == .done)
    }

    @Test(.timeLimit(.minutes(5))) func silentDaemonTimesOut() {
        let daemon = FakeDaemon { _ in "" }
        #expect(Completion.run(["bash", "4", "domo", "--socket", daemon.path, "set", ""]) == .done)
    }

    @Test(
        arguments: [
            ("Lo", ["Louver"]), ("sal", ["Salón"]), ("luz", []), ("\"Luz c", ["Luz cálida"]),
            ("Luz\\ c", ["Luz cálida"]), ("", ["Louver", "Salón", "Luz cálida", "Luz baja"]),
        ] as [(String, [String])]
    )
    func candidatesBeginWithWhatIsTyped(typed: String, expected: [String]) {
        #expect(TypedWord(typed, .bash).matching(["Louver", "Salón", "Luz cálida", "Luz baja"]) == expected)
    }

    @Test func namesAreEscapedForTheShell() {
        #expect(TypedWord("", .bash).completed("It's $(x)") == "It\\'s\\ \\$\\(x\\)")
        #expect(TypedWord("'It", .bash).completed("It is") == "It is")
        #expect(TypedWord("", .zsh).completed("a b") == "a b")
    }

    @Test func partsAndOptionsAreCompleted() {
        var (clima, mode) = (Self.element("Casa/Clima", "value"), Self.element("Casa/Clima/Modo", "value", "binary"))
        mode.options = ["comfort", "night"]
        clima.parts = [mode]
        let house = PlaceView(path: "Casa", name: "Casa", kind: "house", elements: [clima], sectors: [], count: 1)
        let names = CompletionNames(Listing(places: [house]))
        #expect(names.candidates(.elements(nil), operands: [], prefix: "") == ["Clima", "Modo"])
        #expect(
            names.candidates(.values(nil), operands: ["Clima/Modo"], prefix: "") == ["comfort", "night", "on", "off"]
        )
        #expect(names.candidates(.values(nil), operands: ["Clima"], prefix: "") == [])
    }

    @Test func buttonsAreOnlyPressed() {
        var (bell, lamp) = (Self.element("Casa/Timbre", "binary"), Self.element("Casa/Luz", "binary"))
        bell.isButton = true
        lamp.isButton = nil
        let house = PlaceView(path: "Casa", name: "Casa", kind: "house", elements: [bell, lamp], sectors: [], count: 2)
        let names = CompletionNames(Listing(places: [house]))
        #expect(names.candidates(.values(nil), operands: ["Timbre"], prefix: "") == ["press"])
        #expect(names.candidates(.values(nil), operands: ["Luz"], prefix: "") == ["on", "off"])
    }
}
