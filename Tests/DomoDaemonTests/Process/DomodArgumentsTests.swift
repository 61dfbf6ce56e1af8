import DomoLanguage
import DomoOptions
import Testing

@testable import DomoDaemon

struct DomodArgumentsTests {
    @Test func optionsAreRead() throws {
        let arguments = try DomodArguments([
            "--config", "c", "--home", "a.xml", "--home=b", "--server=http://h/?a=b", "--socket", "s", "--state",
            "/x y",
            "--log-level", "error", "--demo",
        ])
        try arguments.validate()
        #expect(arguments.configurationFile == "c")
        #expect(arguments.flags.homes == ["a.xml", "b"])
        #expect(arguments.flags.server == "http://h/?a=b")
        #expect(arguments.flags.socket == "s")
        #expect(arguments.flags.state == "/x y")
        #expect(arguments.flags.logLevel == "error")
        #expect(arguments.flags.isDemo)
        #expect(!arguments.isCheck && !arguments.isVerbose && arguments.printedDialect == nil)
    }

    @Test func noArgumentsSetNothing() throws {
        let arguments = try DomodArguments([])
        try arguments.validate()
        #expect(arguments.configurationFile == nil && arguments.flags.homes.isEmpty && !arguments.flags.isDemo)
    }

    @Test(arguments: [["--check", "-v", "a.xml", "b"], ["a.xml", "--verbose", "b", "--check"]])
    func checkTakesFiles(words: [String]) throws {
        let arguments = try DomodArguments(words)
        try arguments.validate()
        #expect(arguments.isCheck && arguments.isVerbose)
        #expect(arguments.files == ["a.xml", "b"])
    }

    @Test func wordsAfterTwoHyphensAreNotOptions() throws {
        #expect(try DomodArguments(["--check", "--", "--demo", "-v"]).files == ["--demo", "-v"])
        #expect(try DomodArguments(["--check", "-"]).files == ["-"])
    }

    @Test(arguments: [["-h"], ["--help"], ["--home", "x", "--help"]])
    func helpOptionIsRead(words: [String]) throws {
        #expect(try DomodArguments(words).wantsHelp)
    }

    @Test(
        arguments: [
            (["--hom", "a.xml"], "unknown option --hom", "did you mean --home?"),
            (["--bogus=1"], "unknown option --bogus", "see \"domod --help\""),
            (["-x"], "unknown option -x", nil),
            (["--home"], "missing value for --home", "write --home <file|folder|url>"),
            (["--server", "--demo"], "missing value for --server", "write --server <url>"),
            (["--demo=yes"], "--demo takes no value", nil),
            (["--check"], "--check needs a file: domod --check FILE…", nil),
            (["a.yaml"], "unexpected argument \"a.yaml\"", "use --config a.yaml to read a configuration"),
            (
                ["--check-config", "a.yml"], "unexpected argument \"a.yml\"",
                "use --config a.yml to read a configuration"
            ),
            (["a.xml"], "unexpected argument \"a.xml\"", "use --home a.xml to serve a house"),
            (["--json"], "--json needs --check", "domod --check --json FILE…"),
            (["--dialect", "shelly"], "--dialect needs --server", "domod --server URL --dialect NAME"),
            (
                ["--check", "--check-config", "a.xml"], "--check and --check-config don't go together",
                "--check-config checks the houses too"
            ),
        ] as [([String], String, String?)]
    )
    func mistakesAreReported(words: [String], message: String, hint: String?) throws {
        let fault = try #require(throws: StartFault.self) { try DomodArguments(words).validate() }
        #expect(fault.status == .usage)
        #expect(fault.message == message)
        if let hint { #expect(fault.hint == hint) }
    }

    @Test func helpListsAllOptionsInLinesOfATerminal() {
        let lines = DomodHelp.text.split(separator: "\n")
        for option in ProgramOption<DomodArguments>.all {
            #expect(lines.contains { $0.contains(option.usage) }, "\(option.name)")
        }
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }
}
