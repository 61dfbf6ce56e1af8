import ArgumentParser
import DomoLanguage
import DomoModel
import DomoUsage
import Testing

@testable import DomoCLI

@Suite struct VerbTests {
    private static func line(_ arguments: [String]) throws -> String? {
        let command = try #require(try RootCommand.parseAsRoot(arguments) as? any RequestVerb)
        let literals = arguments.drop { $0 != "--" }.dropFirst().count
        return try RequestParser.parse(command.words(literals: literals))?.line
    }

    @Test(arguments: [
        (["ls"], "ls"), (["ls", "-r", "Salon"], "ls -r Salon"), (["show", "Luz cálida"], "show 'Luz cálida'"),
        (["set", "Louver", "up"], "set Louver up"), (["set", "Termo", "-5"], "set Termo '-5'"),
        (["set", "X", "--explain", "up"], "set --explain X up"), (["set", "X", "--", "--json"], "set X '--json'"),
        (["set", "--", "-a", "-b"], "set '-a' '-b'"), (["set", "X", ""], "set X ''"),
        (["set", "It's #1 💡", "a \"b\" #c"], "set 'It'\\''s #1 💡' 'a \"b\" #c'"),
        (["set", "X", "on", "--as", "value", "--deadline=2s"], "set --deadline 2s --as value X on"),
        (["dim", "X", "40"], "dim X 40"), (["dim", "X", "-10"], "dim X -10"), (["dim", "X", "+10"], "dim X +10"),
        (["dim", "X", "-10%", "--json", "--explain"], "dim --explain X -10"), (["dim", "-5", "-5"], "dim '-5' -5"),
        (["toggle", "X", "--deadline", "1s"], "toggle --deadline 1s X"),
        (["set", "X", "on", "--wait", "confirmed"], "set --wait confirmed X on"),
        (["dim", "X", "-10", "--wait=none"], "dim --wait none X -10"),
        (["toggle", "X", "--wait", "accepted"], "toggle X"),
        (
            ["toggle", "X", "--until", "2026-11-20T21:04:05Z", "--key", "k"],
            "toggle --until 2026-11-20T21:04:05.000Z --key k X"
        ), (["dim", "X", "4", "--until=2026-11-20T21:04:05.123Z"], "dim --until 2026-11-20T21:04:05.123Z X 4"),
        (["scene", "Noche", "--until", "2026-11-20T21:04:05Z"], "scene --until 2026-11-20T21:04:05.000Z Noche"),
        (["model"], "model"), (["model", "--ids"], "model --ids"), (["model", "Salón", "--ids"], "model --ids Salón"),
        (["orders"], "orders"), (["orders", "Luz cálida", "--last", "5"], "orders --last 5 'Luz cálida'"),
        (["why", "X"], "why X"), (["stats"], "stats"), (["stats", "Salón"], "stats Salón"),
        (["scene", "Buenas noches"], "scene 'Buenas noches'"),
        (["scene", "Nivel", "level=40", "texto=a b"], "scene Nivel level=40 'texto=a b'"),
        (["hook", "new", "t", "--scene", "Noche", "--signed"], "hook --scene Noche --signed new t"),
        (
            ["hook", "new", "p", "--element", "Puerta", "--as=binary", "--values", "open=on", "--in-url"],
            "hook --element Puerta --as binary --values open=on --in-url new p"
        ), (["hook", "list"], "hook list"), (["hook", "revoke", "t"], "hook revoke t"),
        (["knock", "t", "e30=", "--secret", "s", "--from", "10.0.0.5"], "knock --secret s --from 10.0.0.5 t e30="),
        (["scene", "Noche", "--explain"], "scene --explain Noche"), (["scenes"], "scenes"), (["status"], "status"),
        (["scene", "stop", "Buenas noches"], "scene stop 'Buenas noches'"), (["record", "Cine"], "record Cine"),
        (["record", "stop", "--to", "-"], "record stop"),
        (["knx", "read", "1/2/3", "--dpt", "9.001"], "knx --dpt 9.001 read 1/2/3"),
        (["knx", "write", "1/2/3", "-5", "--link=bus"], "knx --link bus write 1/2/3 '-5'"),
        (
            ["knx", "discover", "--interface", "eth0", "--timeout=5s"],
            "knx --interface eth0 --timeout 5s discover"
        ), (["knx", "discover", "10.0.0.5"], "knx discover 10.0.0.5"), (["knx", "doctor"], "knx doctor"),
        (["knx", "monitor", "--filter", "1/2/"], "watch --telegrams"),
        (["reload"], "reload"), (["--json", "status"], "status"), (["status", "--json", "--socket", "/s"], "status"),
        (["explain", "set", "Louver", "up"], "set --explain Louver up"),
        (["explain", "dim", "X", "-10"], "dim --explain X -10"),
        (["explain", "toggle", "X", "--deadline", "1s"], "toggle --explain --deadline 1s X"),
        (["explain", "scene", "Noche", "--explain"], "scene --explain Noche"),
    ])
    func argumentsBecomeTheLine(arguments: [String], line: String) throws {
        #expect(try Self.line(arguments) == line)
    }

    @Test(
        arguments: [
            (["set", "Louver", "up"], "set Louver up"), (["dim", "X", "-10"], "dim X -10"),
            (["set", "X", ""], "set X ''"),
            (["ls"], "ls"), (["orders", "X"], "orders X"), (["why", "X"], "why X"), (["doctor"], nil), (["log"], "log"),
            (["stats"], "stats"), (["history", "X"], nil),
            (["scene", "X"], nil), (["scene", "stop", "X"], nil), (["run", "x.domo"], nil), (["run", "-"], nil),
            (["record", "stop"], nil), (["calendar"], nil), (["scenes"], "scenes"),
            (["knx", "doctor"], nil), (["knx", "monitor"], nil), (["export"], nil), (["backup", "begin"], nil),
            (["restore", "begin"], nil), (["rename", "A", "B"], "rename A B"),
            (["set", "X", "on", "--json"], nil), (["-"], nil), (["watch"], nil),
            (["help", "set"], nil),
            (["--", "ls"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func wordsWithoutOptionsAreARequest(arguments: [String], line: String?) throws {
        #expect(try DomoCommand.plainRequest(arguments)?.line == line)
        if let line { #expect(try Self.line(arguments) == line) }
    }

    @Test(arguments: [
        ["set", "X"], ["set", "X", "on", "off"], ["set", "X", "on", "--bogus"], ["dim", "X", "10", "--as", "value"],
        ["explain"],
        ["explain", "ls"], ["status", "x"], ["show"], ["orders", "--last", "0"], ["set", "X", "on", "--wait", "ever"],
        ["set", "X", "on", "--until", "21:04"], ["scene", "X", "--until", "-2d"], ["model", "a", "b"],
    ])
    func wrongUseIsRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try Self.line(arguments) }
        #expect(DomoCommand.run(arguments + ["--socket", "/nonexistent"]) == .usage)
    }

    @Test(arguments: [
        (["sett", "X"], DomoLanguage.ExitStatus.usage), (["--bogus"], .usage), (["completion"], .usage),
        (["completion", "ksh"], .usage),
        (["--json"], .usage), ([], .done), (["help"], .done), (["help", "set"], .done),
        (["help", "scenes"], .done), (["scenes", "--help"], .done), (["scene", "a", "b"], .usage), (["record"], .usage),
        (["set", "-h"], .done),
        (["--version"], .done),
        (["completion", "bash"], .done), (["ls", "--socket", "/nonexistent"], .unreachable),
        (["dim", "X", "101", "--socket", "/nonexistent"], .badData), (["history"], .usage),
        (["history", "X", "--since", "soon"], .usage), (["history", "X", "--socket", "/nonexistent"], .unreachable),
        (["export", "--format", "xml"], .usage), (["export", "--socket", "/nonexistent"], .unreachable),
        (["export", "X"], .usage), (["backup"], .usage), (["restore"], .usage),
        (["restore", "/nonexistent/x"], .noSuchFile), (["restore", "/tmp"], .badData), (["backup", "/tmp"], .usage),
        (["backup", "/nonexistent/x"], .noSuchFile),
        (["set", "X", "a\nb", "--socket", "/nonexistent"], .unreachable),
    ])
    func exitStatusShowsTheResult(arguments: [String], status: DomoLanguage.ExitStatus) {
        #expect(DomoCommand.run(arguments) == status)
    }

    @Test(arguments: [
        (["log", "--bogus"], "usage: domo log "), (["--json", "log", "--bogus"], "usage: domo log "),
        (["--bogus"], "usage: domo [--socket PATH]"), (["token", "--bogus"], "usage: domo token new "),
        (["set", "log", "--bogus"], "usage: domo set "),
    ])
    func usageIsThatOfTheVerb(arguments: [String], usage: String) {
        #expect(RootCommand.usageLine(of: arguments).hasPrefix(usage))
    }

    /// Rather than "missing value", so that the hint shows how to write a time.
    @Test func timeWithASignIsRefusedAsATime() throws {
        for option in ["--since", "--until"] {
            let verb = try #require(try RootCommand.parseAsRoot(["history", "X", option, "-2d"]) as? HistoryVerb)
            let fault = #expect(throws: Fault.self) { try RequestParser.parse(verb.words(literals: 0)) }
            #expect(fault?.message == "\"-2d\" is not a time")
        }
    }

    @Test func clientOptionsAreAcceptedAnywhere() throws {
        for arguments in [
            ["--json", "--socket", "/s", "ls"], ["ls", "--json", "--socket=/s"], ["--json", "ls", "--socket", "/s"],
        ] {
            let verb = try #require(try RootCommand.parseAsRoot(arguments) as? ListVerb)
            #expect(verb.client.json)
            #expect(verb.client.socket == "/s")
        }
    }

    /// The help has everything that the table of verbs has.
    @Test(arguments: Verb.allCases.filter { VerbCommands[$0].isOneRequest })
    func helpNamesWhatTheLanguageTakes(verb: Verb) {
        let help = RootCommand.helpMessage(for: VerbCommands[verb])
        #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(verb.row.abstract))
        for option in verb.row.flags.union(verb.row.options) {
            #expect(help.contains("\n  \(option) ") || help.contains("\n  \(option), "), "\(option)")
        }
    }

    @Test func explainTakesOrdersAndScenes() {
        #expect(ExplainVerb.verbs == [.set, .dim, .toggle, .off, .scene])
    }

    @Test(arguments: [
        ("status", 15), ("notify x --to ana", 75), ("knx doctor", 65), ("reload", 605), ("history X", 65),
        ("set X on --deadline 2s", 7),
        ("set X on", 605),
        ("set X on --wait none", 15), ("set X on --wait confirmed", 1205), ("scene stop X", 15),
        ("scene X --explain", 15), ("scene X", 366 * 86_400), ("backup begin", 605), ("backup end t", 35),
        ("restore begin", 35), ("restore end t", 605),
    ])
    func timeoutIsLongerThanTheDaemonNeeds(line: String, seconds: Int) throws {
        #expect(try RequestParser.parse(line)?.patience == .seconds(seconds))
    }

    @Test func everyShellGetsAScript() {
        for shell in CompletionShell.allCases {
            let script = RootCommand.completionScript(for: shell)
            #expect(RootCommand.verbs.allSatisfy { script.contains($0) })
        }
    }
}
