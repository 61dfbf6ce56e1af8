import DomoLanguage
import DomoModel
import Testing

/// The table of verbs.
@Suite struct VerbTests {
    @Test(arguments: [
        (Role.none, [Verb.knock, .claim, .login, .logout]),
        (
            .read,
            [
                .list, .show, .model, .watch, .scenes, .calendar, .script, .plan, .orders, .why, .history, .log,
                .stats, .token, .notices, .push, .status, .doctor,
            ]
        ),
        (.act, [.set, .dim, .toggle, .off, .scene, .run]),
        (.manage, [.record, .export, .rename, .backup, .restore, .audit, .knx, .hook, .notify, .notifier, .reload]),
    ])
    func verbNeedsARole(role: Role, verbs: [Verb]) {
        #expect(Verb.allCases.filter { $0.row.role == role } == verbs)
    }

    @Test(arguments: Verb.allCases)
    func usageNamesTheVerbAndAllItsOptions(verb: Verb) {
        let words = verb.row.usage.split { " []|".contains($0) }
        #expect(words.first.map(String.init) == verb.rawValue && verb.row.word == verb.rawValue)
        for option in verb.row.options(.line) { #expect(words.contains(Substring(option.name))) }
        #expect(!verb.row.abstract.isEmpty)
    }

    /// An option is read before its form is known.
    @Test(arguments: Verb.allCases)
    func optionIsTheSameInAllForms(verb: Verb) {
        let options = verb.row.forms.flatMap(\.parts).flatMap(\.options)
        for option in options {
            let same = options.filter { $0.name == option.name }
            #expect(same.allSatisfy { ($0.value == nil) == (option.value == nil) }, "\(option.name)")
            #expect(same.allSatisfy { $0.isRepeatable == option.isRepeatable && $0.names == option.names })
            #expect(same.allSatisfy { $0.audience == option.audience }, "\(option.name)")
            #expect(!option.help.isEmpty)
        }
    }

    @Test(arguments: [
        ("ls", Verb.list), ("show X", .show), ("set X on", .set), ("dim X 4", .dim), ("toggle X", .toggle),
        ("model --ids Salon", .model), ("toggle --until 2026-11-20T21:04:05.000Z X", .toggle),
        ("scene --until 2026-11-20T21:04:05.000Z X", .scene),
        ("watch", .watch), ("scene X", .scene), ("scene stop X", .scene), ("scenes", .scenes), ("run X log", .run),
        ("calendar", .calendar), ("record X", .record), ("orders", .orders), ("history X", .history),
        ("history --from start", .history), ("log Salon", .log),
        ("stats", .stats), ("export", .export), ("audit", .audit), ("backup begin", .backup),
        ("restore begin", .restore),
        ("knx doctor", .knx), ("why X", .why), ("doctor", .doctor), ("status", .status), ("reload", .reload),
    ])
    func lineIsARequestOfItsVerb(line: String, verb: Verb) throws {
        let request = try RequestParser.parse(line)
        #expect(request?.verb == verb)
        #expect(request?.line == line)
    }

    @Test func verbIsFoundByItsWord() {
        #expect(Verb.allCases.allSatisfy { Verb(word: $0.rawValue) == $0 })
        #expect(Verb(word: "list") == nil && Verb(word: "LS") == nil)
    }

    @Test(
        arguments: [
            (.set, [], [.elements(nil)]), (.set, ["X"], [.values(nil)]), (.set, ["X", "on"], []),
            (.set, ["--all"], [.places]), (.set, ["--as"], [.words(FacetType.allCases.map(\.word))]),
            (.dim, [], [.elements(.regulable)]), (.scene, [], [.words(["stop"]), .scenes]),
            (.scene, ["stop"], [.scenes]),
            (.scene, ["stop", "X"], []), (.scene, ["X"], []), (.scene, ["X", "a=1"], []),
            (.record, [], [.words(["stop"])]),
            (.knx, ["learn"], [.words(["start", "stop", "show"])]), (.knx, ["read"], []),
            (.status, [], []), (.watch, [], [.places]), (.plan, ["move", "A", "0", "0"], [.places]),
            (.backup, [], [.files]), (.hook, ["new", "x", "--element"], [.elements(nil)]),
        ] as [(Verb, [String], [Completable])]
    )
    func nextWordIsKnown(verb: Verb, before: [String], completables: [Completable]) {
        let next = NextWord(after: before.map { Words.Word(text: $0, column: 1) }, of: verb.row)
        #expect(next.completables.filter { $0 != .nothing } == completables)
    }

    @Test(arguments: [
        ("list", "use: domo ls"), ("Turn", "use: domo set NAME on"), ("version", "use: domo --version"),
        ("restart", "domod is a service: systemctl restart domod"),
        ("stop", "to stop a scene: domo scene stop NAME; to stop the daemon: systemctl stop domod"),
        ("undo", "there is no undo; \"domo orders\" lists what was ordered: order the opposite"),
        ("sett", "did you mean \"set\"?"), ("restor", "\"domo help\" lists the verbs"),
    ])
    func unknownVerbIsAnsweredWithWhatToUse(word: String, hint: String) {
        #expect(Verb.hint(for: word, among: Verb.words) == hint)
    }
}
