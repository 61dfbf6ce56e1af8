import ArgumentParser
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
    func candidatesMatchTheWordsBefore(verb: String, operands: [String], prefix: String, expected: [String]) {
        let completable = Verb(word: verb)?.row.completes(operands) ?? .nothing
        #expect(names.candidates(completable, operands: operands, prefix: prefix) == expected)
    }

    @Test(
        arguments: [
            (["domo", "set", "Lou"], 2, "Lou", "set", [], "Lou"),
            (["domo", "--json", "set", "'Luz cálida'", ""], 4, "", "set", ["Luz cálida"], ""),
            (["domo", "set", "Luz\\ cálida", "--deadline", "2s", "\"o"], 5, "\"o", "set", ["Luz cálida"], "o"),
            (["domo", "history", "--since", "2d", "--chart", "L"], 5, "L", "history", [], "L"),
            (["domo", "set", "--wait", "none", "X", ""], 5, "", "set", ["X"], ""),
            (["domo", "dim", "X", "-10", ""], 4, "", "dim", ["X", "-10"], ""),
            (["domo"], 0, "", "", [], ""),
        ] as [([String], Int, String, String, [String], String)]
    )
    func commandLineIsParsed(
        words: [String],
        index: Int,
        typed: String,
        verb: String,
        operands: [String],
        prefix: String
    ) {
        let context = CompletionContext(words: words, index: index, prefix: typed)
        #expect(context.verb == verb)
        #expect(context.operands == operands)
        #expect(context.prefix == prefix)
    }

    @Test(
        arguments: [
            (["scene", ""], ["Noche", "Día"]), (["scene", "stop", ""], ["Noche", "Día"]),
            (["calendar", "--for", "30d", ""], ["Noche", "Día"]), (["scene", "Noche", ""], []),
            (["calendar", "Noche", ""], []),
        ] as [([String], [String])]
    )
    func scenesAreCompleted(words: [String], expected: [String]) throws {
        let daemon = FakeDaemon { line in
            line == "scenes"
                ? #"{"ok":{"scenes":[{"name":"Noche","steps":1,"triggers":[]},{"name":"Día","steps":1,"triggers":[]}]}}"#
                    + "\n" : nil
        }
        let line = ["domo", "--socket", daemon.path] + words
        let context = CompletionContext(words: line, index: line.count - 1, prefix: "")
        #expect(try Completion.candidates(context, within: .seconds(10)) == expected)
    }

    @Test func nothingIsSuggestedWithoutADaemon() {
        #expect(
            Completion.operands(words: ["domo", "--socket", "/nonexistent", "set", ""], index: 4, prefix: "") == []
        )
        #expect(
            Completion.explained(words: ["domo", "explain", ""], index: 2, prefix: "") == [
                "set", "dim", "toggle", "off", "scene",
            ]
        )
    }

    @Test(.timeLimit(.minutes(5))) func silentDaemonTimesOut() {
        let daemon = FakeDaemon { _ in "" }
        #expect(Completion.operands(words: ["domo", "--socket", daemon.path, "set", ""], index: 4, prefix: "") == [])
    }

    @Test func namesAreEscapedForTheShell() {
        #expect(Completion.forShell("It's $(x)", .bash) == "'It'\\''s $(x)'")
        #expect(Completion.forShell("a:b\\c", .zsh) == "a\\:b\\\\c")
        #expect(Completion.forShell("a b", .fish) == "a b")
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
}
