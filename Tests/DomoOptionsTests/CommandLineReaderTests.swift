import Testing

@testable import DomoOptions

struct CommandLineReaderTests {
    private struct Arguments {
        var paths: [String] = []
        var isLoud = false
    }

    private static let options: [ProgramOption<Arguments>] = [
        ProgramOption(
            "path",
            value: "file",
            help: "A path of any length that needs more than one line of a terminal to say."
        ) {
            $0.paths.append($1)
        },
        ProgramOption("loud", letter: "l", help: "Loud.") { $0.isLoud = true },
    ]

    private func read(_ words: String...) throws -> (Arguments, operands: [String]) {
        var arguments = Arguments()
        let operands = try CommandLineReader(Self.options).read(words, into: &arguments)
        return (arguments, operands)
    }

    @Test func optionsAndOperandsAreRead() throws {
        let (arguments, operands) = try read("a", "--path", "b", "-l", "--path=c=d", "-", "--", "--loud")
        #expect(arguments.paths == ["b", "c=d"])
        #expect(arguments.isLoud)
        #expect(operands == ["a", "-", "--loud"])
    }

    @Test func emptyValueIsAValue() throws { #expect(try read("--path=").0.paths == [""]) }

    @Test(
        arguments: [
            (["--path"], "missing value for --path", "write --path <file>"),
            (["--path", "-l"], "missing value for --path", "write --path <file>"),
            (["--loud=1"], "--loud takes no value", nil),
            (["--lod"], "unknown option --lod", "did you mean --loud?"),
            (["-x"], "unknown option -x", nil),
        ] as [([String], String, String?)]
    )
    func mistakesAreReported(words: [String], message: String, hint: String?) throws {
        var arguments = Arguments()
        let fault = #expect(throws: OptionFault.self) {
            try CommandLineReader(Self.options).read(words, into: &arguments)
        }
        #expect(fault == OptionFault(message: message, hint: hint))
    }

    @Test func helpFitsATerminal() {
        let lines = OptionHelp.rows(Self.options).split(separator: "\n")
        #expect(lines[0] == "  --path <file>           A path of any length that needs more than one line of")
        #expect(lines[1] == "                          a terminal to say.")
        #expect(lines[2] == "  -l, --loud              Loud.")
    }
}
