import DomoLanguage
import DomoModel
import Testing

/// `--until` of what moves anything: orders, groups and scenes.
struct UntilTests {
    private static let time = Timestamp(rfc3339: "2026-11-20T21:04:05.000Z")

    @Test(arguments: [
        ("set X on --until 2026-11-20T21:04:05Z", "set --until 2026-11-20T21:04:05.000Z X on"),
        ("dim X +10 --until=2026-11-20T21:04:05.000Z", "dim --until 2026-11-20T21:04:05.000Z X +10"),
        (
            "toggle X --key k --until 2026-11-20T21:04:05Z --wait none --deadline 2s --explain",
            "toggle --explain --deadline 2s --until 2026-11-20T21:04:05.000Z --wait none --key k X"
        ),
    ])
    func orderHasALastMoment(line: String, written: String) throws {
        let request = try #require(try RequestParser.parse(line))
        guard case .order(let order) = request else { throw Fault(.badRequest, "another request") }
        #expect(order.until == Self.time)
        #expect(request.line == written)
        #expect(try RequestParser.parse(written) == request)
    }

    @Test(arguments: [
        ("scene Noche --until 2026-11-20T21:04:05Z", Request.scene(name: "Noche", explain: false, until: time)),
        (
            "scene --explain --tag t --until 2026-11-20T21:04:05.000Z Luz level=4",
            .scene(name: "Luz", explain: true, tag: "t", values: [SceneValue("level", "4")], until: time)
        ),
    ])
    func sceneHasALastMoment(line: String, request: Request) throws {
        #expect(try RequestParser.parse(line) == request)
        #expect(try RequestParser.parse(request.line) == request)
    }

    /// Only one form, so that no zone and no day is ever assumed.
    @Test(arguments: [
        "2026-11-20T21:04:05", "2026-11-20T21:04Z", "2026-11-20", "21:04", "2s", "today", "now", "", "-5s",
        "2026-11-20T21:04:05+01:00", "2026-11-20T21:04:05.1Z", "2026-11-20T21:04:05.123456Z", "2026-11-20 21:04:05Z",
        "2026-11-20t21:04:05z", "2026-02-30T21:04:05Z", "2026-11-20T24:00:00Z", "2026-11-20T21:04:60Z",
        "0000-11-20T21:04:05Z", "1795208645",
    ])
    func otherFormOfATimeIsRefused(text: String) {
        let fault = Fault(
            .badRequest,
            "\"\(text)\" is not a time in UTC",
            hint: "use 2026-11-20T21:04:05Z or 2026-11-20T21:04:05.123Z"
        )
        for verb in [
            "set X on", "set --all X on", "dim X 4", "toggle X", "off X", "scene X", "scene stop X", "run X L",
        ] {
            #expect(throws: fault) { try RequestParser.parse("\(verb) --until '\(text)'") }
        }
    }

    @Test(arguments: [
        ("off Salon --until 2026-11-20T21:04:05Z", "off --until 2026-11-20T21:04:05.000Z Salon"),
        (
            "off --explain --until=2026-11-20T21:04:05.000Z Salon",
            "off --explain --until 2026-11-20T21:04:05.000Z Salon"
        ),
        (
            "set Salon up --all --until 2026-11-20T21:04:05Z --as bidirectional",
            "set --all --until 2026-11-20T21:04:05.000Z --as bidirectional Salon up"
        ),
        ("scene stop X --until 2026-11-20T21:04:05Z", "scene stop --until 2026-11-20T21:04:05.000Z X"),
        ("scene stop --until 2026-11-20T21:04:05Z", "scene stop --until 2026-11-20T21:04:05.000Z"),
        ("run --until 2026-11-20T21:04:05Z x 'set Luz on'", "run --until 2026-11-20T21:04:05.000Z x 'set Luz on'"),
    ])
    func otherOrdersHaveALastMoment(line: String, written: String) throws {
        let request = try #require(try RequestParser.parse(line))
        #expect(request.line == written)
        #expect(try RequestParser.parse(written) == request)
        #expect(request != (try RequestParser.parse(line.replacing("21:04", with: "21:05"))))
    }

    @Test(arguments: [
        ("scenes --until 2026-11-20T21:04:05Z", Verb.scenes), ("watch --until 2026-11-20T21:04:05Z", .watch),
        ("record stop --until 2026-11-20T21:04:05Z", .record),
    ])
    func useElsewhereIsRefused(line: String, verb: Verb) {
        let usage = verb.row.usages(.line).joined(separator: " | ")
        #expect(throws: Fault(.badRequest, "unknown option --until", hint: "usage: \(usage)")) {
            try RequestParser.parse(line)
        }
    }

    @Test(arguments: [
        ("set X on --until 2026-11-20T21:04:05Z", 10), ("dim X 4 --until=2026-11-20T21:04:05Z", 9),
        ("toggle --until 2026-11-20T21:04:05Z X", 8), ("off X --until 2026-11-20T21:04:05Z", 7),
        ("set --all X on --until 2026-11-20T21:04:05Z", 16),
    ])
    func sceneOfAFileHasNoLastMoment(line: String, column: Int) throws {
        let mistakes = ScriptParser.parse(line).mistakes
        #expect(mistakes.map(\.column) == [column])
        #expect(mistakes.first?.fault.message == "--until can't be used in a scene")
    }
}
