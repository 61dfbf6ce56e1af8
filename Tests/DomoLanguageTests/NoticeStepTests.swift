import DomoLanguage
import DomoModel
import Testing

/// The steps `notify`, `resolved` and `call`, and the requests about notices.
@Suite struct NoticeStepTests {
    @Test(arguments: [
        ("notify \"Puerta abierta\" to ana, urgent", "notify 'Puerta abierta' to ana, urgent"),
        ("notify hola to ana", "notify hola to ana"),
        ("notify hola to ana,luis,urgent", "notify hola to ana, luis, urgent"),
        ("notify hola to ana urgent", "notify hola to ana, urgent"),
        (
            "notify hola to ana, urgent after 5 min without an answer to luis",
            "notify hola to ana, urgent after 5m without an answer to luis"
        ),
        (
            "notify hola to ana after 5min without an answer to luis, eva, repeat every 10m, at most every 1 h about x",
            "notify hola to ana about x at most every 1h repeat every 10m after 5m without an answer to luis, eva"
        ),
        ("resolved", "resolved"), ("resolved about puerta", "resolved about puerta"),
        ("resolved \"ya está\" about 'about'", "resolved 'ya está' about about"),
        ("call tiempo", "call tiempo"), ("call tiempo \"{A} ya\" at most 5s", "call tiempo '{A} ya' at most 5s"),
    ])
    func stepIsWrittenAsItIsRead(text: String, written: String) {
        let (script, mistakes) = ScriptParser.parse(text)
        #expect(mistakes == [])
        #expect(script.steps.map(\.text) == [written])
    }

    @Test(arguments: [
        ("notify", 1, "expected a text after \"notify\""),
        ("notify hola", 8, "expected \"to\" after \"hola\""),
        ("notify hola ana", 13, "expected \"to\", not \"ana\""),
        ("notify hola to", 13, "expected a name after \"to\""),
        ("notify hola to ana luis", 20, "unexpected argument \"luis\""),
        ("notify hola to ana,", 19, "expected a name after \",\""),
        ("notify hola to urgent", 16, "expected a name before \"urgent\""),
        ("notify hola to ana, urgent, urgent", 29, "\"urgent\" is given twice"),
        ("notify hola to 'a b'", 16, "\"a b\" is not a name of a target"),
        ("notify '' to ana", 8, "the text can't be empty"),
        ("notify '{' to ana", 8, "\"{\" is not closed in the text"),
        ("notify 'a}' to ana", 8, "unexpected \"}\" in the text"),
        ("notify '{}' to ana", 8, "expected the name of an element after \"{\""),
        ("notify a to ana repeat every 1s", 30, "1s is out of range"),
        ("notify a to ana after 5m with an answer to x", 26, "expected \"without\", not \"with\""),
        ("notify a to ana ugent", 17, "unexpected argument \"ugent\""),
        ("resolved a b", 12, "unexpected argument \"b\""),
        ("call", 1, "expected a name after \"call\""), ("call a b c", 10, "unexpected argument \"c\""),
        ("call a at most 2m", 16, "2m is out of range"),
        ("if answer of a: log x", 14, "expected \"status\" or a path after \"a\""),
        ("if answer of a b..c 1: log x", 16, "\"b..c\" is not a path into an answer"),
        (
            "only if answer of a status 200", 1,
            "\"answer of\" can't be used in \"only if\": nothing is called yet when a scene starts"
        ),
    ])
    func mistakeHasItsPlace(text: String, column: Int, message: String) {
        let mistakes = ScriptParser.parse(text).mistakes
        #expect(mistakes.first?.fault.message == message)
        #expect(mistakes.first?.column == column, "\(text)")
    }

    /// Else a name in a text would show a room to somebody who may not see it.
    @Test func elementsInTextsAreNamesOfTheScene() {
        let script = ScriptParser.parse(
            "notify \"{Casa/Salon/Luz} y {B}\" to ana\nresolved \"{C}\"\ncall x \"{D}\"\nif answer of x status 1: log a"
        ).script
        #expect(script.names.elements.map(\.text) == ["Casa/Salon/Luz", "B", "C", "D"])
        let other = script.naming(elements: { "X\($0.text)" }, places: { $0.text })
        #expect(other.names.elements.map(\.text) == ["XCasa/Salon/Luz", "XB", "XC", "XD"])
    }

    @Test func answerIsTestedAsANumberOrText() {
        func holds(_ test: String, _ value: String) -> Bool {
            let step = ScriptParser.parse("if answer of a x \(test): log y").script.steps[0]
            guard case .condition(let condition, _, _) = step.kind else { return false }
            return condition.answerTests.first?.holds(value) ?? false
        }
        #expect(holds("200", "200") && holds("200", "200.0") && !holds("200", "201"))
        #expect(holds("on", "on") && !holds("on", "ON"))
        #expect(holds("above 5", "5.1") && !holds("above 5", "5") && !holds("above 5", "x"))
        #expect(holds("below 5", "-7") && !holds("below 5", "5"))
    }

    @Test(arguments: [
        "notify hola --to ana", "notify --to ana,luis --urgent --about puerta --no-wait hola",
        "notify --about puerta --resolved", "notify --about puerta --resolved 'ya está'", "notices", "notices --last 5",
        "notices ack 3", "notices ack --code abc 3", "notifier attach",
        "notifier attach --target ana --group 'g=ana,luis' --call t --quiet 23:00-07:00=ana --deadline 1h --window 5m",
        "notifier done 3 sent", "notifier done --message 'HTTP 403' 3 failed",
        "notifier done --status 200 --value 'a.0=x=y' 3 sent",
    ])
    func requestIsWrittenAsItIsRead(line: String) throws {
        let request = try #require(try RequestParser.parse(line))
        #expect(try RequestParser.parse(request.line) == request)
    }

    @Test(arguments: [
        "notify", "notify hola", "notify hola --to 'a b'", "notify hola --to ana,", "notify --resolved",
        "notify hola --resolved --about x --to ana", "notices ack", "notices ack x", "notices --last 0",
        "notices ack 1 --last 2", "notifier", "notifier done x sent", "notifier done 1 perhaps",
        "notifier done 1 sent --status 99", "notifier attach --group ana", "notifier attach --quiet 7-8",
        "notifier attach --deadline 1s", "notifier attach --target urgent",
    ])
    func wrongRequestIsRefused(line: String) {
        #expect(throws: Fault.self) { try RequestParser.parse(line) }
    }
}
