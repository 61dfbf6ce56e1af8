import DomoControl
import DomoLanguage
import Testing

@testable import DomoCLI

@Suite struct ScriptFileTests {
    private static func file(_ text: String) throws(Fault) -> ScriptFile {
        try ScriptFile(path: "a/noche.domo", defaultName: "noche", bytes: Array(text.utf8))
    }

    @Test func nameInTheFileHasPriority() throws {
        #expect(try Self.file("set X on\n").name == "noche")
        #expect(try Self.file("name \"Buenas noches\"\nset X on\n").name == "Buenas noches")
    }

    @Test(arguments: [("noche.domo", "noche"), ("noche", "noche"), (".domo", ".domo"), ("a.domo.txt", "a.domo.txt")])
    func defaultNameIsThatOfTheFile(file: String, name: String) throws {
        let folder = TestFolder()
        try folder.write(file, Array("set X on\n".utf8))
        #expect(try ScriptFile(path: folder.path + "/" + file).name == name)
    }

    /// With any line endings and blank lines, because mistakes and steps have line numbers.
    @Test(arguments: [
        ("set X on\n\nset Y on\n\n\n", ["set X on", "", "set Y on"]),
        ("set X on\r\nset Y on", ["set X on", "set Y on"]),
        ("", []),
        // Other line separators of Unicode may be part of a text.
        (
            "set X 'a\u{2028}b'\nset Y 'c\rd\u{85}e\u{2029}f\u{B}g'",
            ["set X 'a\u{2028}b'", "set Y 'c\rd\u{85}e\u{2029}f\u{B}g'"]
        ),
    ])
    func linesAreKept(text: String, lines: [String]) throws {
        #expect(try Self.file(text).lines == lines)
    }

    @Test func mistakesHaveTheirPosition() throws {
        #expect(
            try Self.file("set X on\nif X on: sett X on\n'").mistakes == [
                "a/noche.domo:2:10: error: unknown verb \"sett\"; did you mean \"set\"?",
                "a/noche.domo:3:1: error: unclosed quote: '; close it, or write a backslash before it",
            ]
        )
        let file = try ScriptFile(path: "x", defaultName: "x", bytes: [0xFF, 0x0A])
        #expect(file.mistakes == ["x:1:1: error: the file is not UTF-8 text"])
        #expect(
            try Self.file("set X on\n# ñ\0\n").mistakes == [
                "a/noche.domo:2:4: error: the line contains a NUL byte; save the file as text in UTF-8"
            ]
        )
    }

    /// A line that fits can be read by the daemon.
    @Test func longestFileFits() throws {
        let line = "set X " + String(repeating: "y", count: 1017) + "\n"
        let file = try Self.file(String(repeating: line, count: ScriptFile.maxBytes / line.utf8.count))
        let request = try file.request(explain: true, path: "x")
        #expect(try RequestParser.parse(request.line) == request)
        #expect(try CheckedLine(request).bytes().count <= ControlConnection.maxLineLength)
    }

    @Test(arguments: [
        // Too many bytes; too many bytes with quotes; too many lines.
        "set X " + String(repeating: "y", count: ScriptFile.maxBytes),
        String(repeating: "set X \"it's\"\n", count: 4000), String(repeating: "#\n", count: 4096) + "set X on\n",
    ])
    func fileThatIsTooLongIsRefused(text: String) {
        let fault = #expect(throws: Fault.self) { try Self.file(text).request(explain: false, path: "noche.domo") }
        #expect(fault?.code == .badModel)
        #expect(
            fault?.message
                == "\(text.utf8.count > ScriptFile.maxBytes ? "a/" : "")noche.domo is too long to send to the daemon"
        )
    }
}
