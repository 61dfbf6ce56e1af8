import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoCLI

@Suite struct VerbTests {
    private static func line(_ arguments: [String]) throws -> String? {
        try CommandLineWords(arguments).checked?.text
    }

    @Test(arguments: [
        (["ls"], "ls"), (["ls", "-lr", "Salon"], "ls -r Salon"), (["ls", "--recursive"], "ls -r"),
        (["show", "Luz cálida"], "show 'Luz cálida'"),
        (["set", "Louver", "up"], "set Louver up"), (["set", "Termo", "-5"], "set Termo '-5'"),
        (["set", "X", "--explain", "up"], "set --explain X up"), (["set", "X", "--", "--json"], "set X '--json'"),
        (["set", "--", "-a", "-b"], "set '-a' '-b'"), (["set", "X", ""], "set X ''"),
        (["set", "It's #1 💡", "a \"b\" #c"], "set 'It'\\''s #1 💡' 'a \"b\" #c'"),
        (["set", "X", "on", "--as", "value", "--deadline=2s"], "set --as value --deadline 2s X on"),
        (["dim", "X", "40"], "dim X 40"), (["dim", "X", "-10"], "dim X '-10'"), (["dim", "X", "+10"], "dim X +10"),
        (["dim", "X", "-10%", "--json", "--explain"], "dim --explain X '-10%'"),
        (["dim", "-5", "-5"], "dim '-5' '-5'"),
        (["toggle", "X", "--deadline", "1s"], "toggle --deadline 1s X"),
        (["set", "X", "on", "--wait", "confirmed"], "set --wait confirmed X on"),
        (["dim", "X", "-10", "--wait=none"], "dim --wait none X '-10'"),
        (["toggle", "X", "--wait", "accepted"], "toggle --wait accepted X"),
        (
            ["toggle", "X", "--until", "2026-11-20T21:04:05Z", "--key", "k"],
            "toggle --until 2026-11-20T21:04:05Z --key k X"
        ), (["dim", "X", "4", "--until=2026-11-20T21:04:05.123Z"], "dim --until 2026-11-20T21:04:05.123Z X 4"),
        (["scene", "Noche", "--until", "2026-11-20T21:04:05Z"], "scene --until 2026-11-20T21:04:05Z Noche"),
        (["off", "Salon", "--until", "2026-11-20T21:04:05Z"], "off --until 2026-11-20T21:04:05Z Salon"),
        (
            ["set", "Salon", "up", "--all", "--until", "2026-11-20T21:04:05Z"],
            "set --all --until 2026-11-20T21:04:05Z Salon up"
        ), (["scene", "stop", "X", "--until=2026-11-20T21:04:05Z"], "scene stop --until 2026-11-20T21:04:05Z X"),
        (["model"], "model"), (["model", "--ids"], "model --ids"), (["model", "Salón", "--ids"], "model --ids Salón"),
        (["orders"], "orders"), (["orders", "Luz cálida", "--last", "5"], "orders --last 5 'Luz cálida'"),
        (["why", "X"], "why X"), (["stats"], "stats"), (["stats", "Salón"], "stats Salón"),
        (["scene", "Buenas noches"], "scene 'Buenas noches'"),
        (["scene", "Nivel", "level=40", "texto=a b"], "scene Nivel level=40 'texto=a b'"),
        (["hook", "new", "t", "--scene", "Noche", "--signed"], "hook new --scene Noche --signed t"),
        (
            ["hook", "new", "p", "--element", "Puerta", "--as=binary", "--values", "open=on", "--in-url"],
            "hook new --element Puerta --as binary --values open=on --in-url p"
        ), (["hook", "list"], "hook list"), (["hook", "revoke", "t"], "hook revoke t"),
        (["knock", "t", "e30=", "--secret", "s", "--from", "10.0.0.5"], "knock --secret s --from 10.0.0.5 t e30="),
        (["scene", "Noche", "--explain"], "scene --explain Noche"), (["scenes"], "scenes"), (["status"], "status"),
        (["scene", "stop", "Buenas noches"], "scene stop 'Buenas noches'"), (["record", "Cine"], "record Cine"),
        (["record", "stop", "--to", "-"], "record stop"),
        (["knx", "read", "1/2/3", "--dpt", "9.001"], "knx read --dpt 9.001 1/2/3"),
        (["knx", "write", "1/2/3", "-5", "--link=bus"], "knx write --link bus 1/2/3 '-5'"),
        (
            ["knx", "discover", "--interface", "eth0", "--timeout=5s"],
            "knx discover --interface eth0 --timeout 5s"
        ), (["knx", "discover", "10.0.0.5"], "knx discover 10.0.0.5"), (["knx", "doctor"], "knx doctor"),
        (["knx", "monitor", "--filter", "1/2/"], "knx monitor"),
        (["reload"], "reload"), (["--json", "status"], "status"), (["status", "--json", "--socket", "/s"], "status"),
        (["explain", "set", "Louver", "up"], "set --explain Louver up"),
        (["explain", "dim", "X", "-10"], "dim --explain X '-10'"),
        (["explain", "toggle", "X", "--deadline", "1s"], "toggle --explain --deadline 1s X"),
        (["explain", "scene", "Noche", "--explain"], "scene --explain Noche"),
    ])
    func argumentsBecomeTheLine(arguments: [String], line: String) throws {
        #expect(try Self.line(arguments) == line)
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
        (["log", "--bogus"], "usage: domo log [PATH] "), (["--json", "log", "--bogus"], "usage: domo log [PATH] "),
        (["--bogus"], "usage: domo [--socket PATH]"), (["token", "new", "X", "--bogus"], "usage: domo token new "),
        (["set", "log", "--bogus"], "usage: domo set "),
        (["set", "X", "on", "--deadlin=2s"], "did you mean --deadline?"),
        (["token"], "use one of: domo token new, domo token list, domo token revoke, domo token doors"),
        (["token", "lits"], "did you mean \"domo token list\"?"),
        (["--soket", "/s", "show", "Hall"], "did you mean --socket?"),
        (["record", "X", "--to", "f"], "usage: domo record stop [--to FILE]"),
        (["dim", "X", "4", "--deadline", "--explain"], "write --deadline DURATION"),
        (["knx", "doctor", "--since", "1d"], "usage: domo knx log [--since TIME]"),
    ])
    func mistakeIsAnsweredWithWhatToDo(arguments: [String], hint: String) {
        let fault = #expect(throws: Fault.self) { try CommandLineWords(arguments).checked }
        #expect(fault?.hint?.hasPrefix(hint) == true, "\(fault?.hint ?? "")")
    }

    /// Rather than "missing value", so that the hint shows how to write it.
    @Test(arguments: ["--since", "--until"])
    func timeWithASignIsRefusedAsATime(option: String) {
        let fault = #expect(throws: Fault.self) { try CommandLineWords(["history", "X", option, "-2d"]).checked }
        #expect(fault?.message == "\"-2d\" is not a time")
    }

    @Test func clientOptionsAreAcceptedAnywhere() {
        for arguments in [
            ["--json", "--socket", "/s", "ls"], ["ls", "--json", "--socket=/s"], ["--json", "ls", "--socket", "/s"],
        ] {
            let words = CommandLineWords(arguments)
            #expect(
                words.verb == "ls" && words.words.isEmpty && words.client == ClientOptions(socket: "/s", json: true)
            )
        }
    }

    /// `domo-fleet` gets the line as it was written, without what it has read of it.
    @Test(arguments: [
        ["--fleet", "casa0001", "--json", "ls", "-r", "Salon"], ["--json", "ls", "-r", "--fleet=casa0001", "Salon"],
        ["--json", "ls", "-r", "Salon", "--fleet", "casa0001"],
    ])
    func fleetOptionsAreTakenOutOfTheLine(arguments: [String]) {
        let words = CommandLineWords(arguments)
        #expect(words.fault == nil && words.client.fleet.house == "casa0001")
        #expect(words.withoutFleet == ["--json", "ls", "-r", "Salon"])
    }

    @Test func whatFollowsTheDashesIsNoFleetOption() {
        let words = CommandLineWords(["--fleet-credentials", "f", "--socket", "/s", "set", "--", "X", "--fleet"])
        #expect(words.withoutFleet == ["--socket", "/s", "set", "--", "X", "--fleet"])
        #expect(words.client.fleet == FleetOptions(credentials: "f") && words.client.fleet.isIncomplete)
        #expect(CommandLineWords(["ls", "--fleet"]).fault?.hint == "write --fleet HOUSE")
    }

    /// The help has every form and every option for people, and each option is explained.
    @Test(arguments: KnownVerb.all.map(\.row.word))
    func helpNamesAllThatTheVerbTakes(word: String) throws {
        let verb = try #require(KnownVerb.named(word))
        let help = HelpPage.text(of: verb).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains(verb.row.abstract))
        for usage in verb.row.usages(.commandLine) { #expect(help.contains(usage)) }
        for option in verb.row.shownOptions(.commandLine) {
            #expect(option.names.allSatisfy { help.contains($0) } && !option.help.isEmpty, "\(option.name)")
        }
    }

    @Test func dumpNamesEveryVerb() throws {
        struct Dump: Decodable {
            struct Verb: Decodable { var word: String }
            var verbs: [Verb]
        }
        let dump = try JSONDecoder().decode(Dump.self, from: Data(HelpDump.json.utf8))
        #expect(dump.verbs.map(\.word) + ["help"] == KnownVerb.words)
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

    @Test(arguments: Shell.allCases)
    func everyShellGetsAScript(shell: Shell) {
        #expect(shell.script.contains("domo complete \(shell.rawValue) "))
    }
}

extension CommandLineWords {
    /// The line that is sent; nil if the verb is none of the language.
    var checked: CheckedLine? {
        get throws {
            if let fault { throw fault }
            guard let verb = verb.flatMap(KnownVerb.named) else { return nil }
            if verb.command == ExplainVerb.self { return try ExplainVerb.invocation(words, client).line }
            return try Invocation(words, of: verb.row, client).line
        }
    }
}
