import DomoLanguage
import DomoTestKit
import Testing

@Suite(.waits) struct HelpTests {
    @Test func domoWithoutArgumentsShowsExamples() throws {
        try Household.with { household in
            let help = try household.run("domo", [])
            expect(help, says: ["domo ls", "domo set Louver up", "domo help"])
            #expect(help.errors == "")
        }
    }

    @Test(arguments: ["domo", "domod", "domo-sim", "domo-import"])
    func programsPrintTheirVersionAndHelp(program: String) throws {
        try Household.with { household in
            let version = try household.run(program, ["--version"])
            #expect(version.status == 0)
            #expect(version.output == "\(program) \(domoBuild)\n")
            expect(try household.run(program, ["--help"]), says: ["USAGE"])
            expect(
                try household.run(program, ["--bogus"] + (program == "domo-sim" ? ["home.xml"] : [])),
                status: 64,
                says: ["--bogus"]
            )
        }
    }

    // The help on scenes is a separate page, see below.
    @Test(arguments: Verb.words.filter { $0 != "scenes" } + ["check", "explain", "completion"])
    func everyVerbHasHelp(verb: String) throws {
        try Household.with { household in
            expect(try household.domo("help", verb), says: ["USAGE", "domo \(verb)"])
            expect(try household.domo(verb, "--help"), says: ["USAGE", "domo \(verb)"])
        }
    }

    @Test func helpOfScenesShowsTheGrammar() throws {
        try Household.with { household in
            expect(try household.domo("help", "scenes"), output: SceneGrammar.page + "\n")
            expect(try household.domo("scenes", "--help"), says: ["USAGE", "domo help scenes"])
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func shellsGetTheirCompletions(shell: String) throws {
        try Household.with { household in
            expect(try household.domo("completion", shell), says: ["domo complete \(shell) "])
            expect(try household.domo("complete", shell, "1", "domo", "togg"), output: "toggle\n")
        }
    }

    @Test func programsReadTheHouseAsJSON() throws {
        struct Element: Decodable {
            struct Reading: Decodable {
                var type: String
                var value: String?
                var certainty: String
                var stale: Bool
                var since: String?
                var by: String?
            }
            var path: String
            var name: String
            var kind: String
            var types: [String]
            var readings: [Reading]
        }
        try Household.running { household in
            expect(try household.domo("set", "Louver", "up"))
            let louver = try household.decoded(Element.self, "show", "Louver")
            #expect(louver.path == "Vivienda eficiente/Salon/Louver" && louver.name == "Louver")
            #expect(louver.kind == "device" && louver.types == ["bidirectional"])
            let reading = try #require(louver.readings.first)
            #expect(reading.type == "bidirectional" && reading.value == "up" && reading.certainty == "assumed")
            #expect(!reading.stale && reading.by?.isEmpty == false)
            #expect(reading.since?.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) == true)

            let dimmer = try household.decoded(Element.self, "show", "GradualLighting")
            #expect(dimmer.types == ["regulable", "binary"])
            #expect(dimmer.readings.map(\.type) == ["regulable", "binary"])
            #expect(dimmer.readings.allSatisfy { $0.value == nil && $0.certainty == "unknown" })
        }
    }

    @Test func pipedOutputHasNoColours() throws {
        try Household.running { household in
            expect(try household.domo("set", "Louver", "up"))
            for arguments in [
                ["ls", "-r"], ["show", "Louver"], ["status"], ["set", "Buzzer", "on"], ["show", "Nobody"],
            ] {
                let finished = try household.run("domo", arguments, environment: ["TERM": "xterm-256color"])
                #expect(!(finished.output + finished.errors).contains("\u{1B}"))
            }
        }
    }

    @Test func terminalGetsColoursUnlessDisabled() throws {
        try Household.running { household in
            expect(try household.domo("set", "Louver", "up"))
            // script(1) gives a command a terminal.
            let words = ["-qec", "\(Programs.folder)/domo show Louver", "/dev/null"]
            let terminal = ["TERM": "xterm-256color"]
            #expect(try household.run("/usr/bin/script", words, environment: terminal).output.contains("\u{1B}["))
            let plain = terminal.merging(["NO_COLOR": "1"]) { $1 }
            #expect(try !household.run("/usr/bin/script", words, environment: plain).output.contains("\u{1B}["))
        }
    }
}
