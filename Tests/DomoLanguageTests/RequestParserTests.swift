import DomoLanguage
import DomoModel
import Testing

@Suite struct RequestParserTests {
    static func set(_ element: String, _ value: String, as type: FacetType? = nil) -> Request {
        .order(Order(element: element, wish: .value(value, as: type)))
    }
    static func dim(_ element: String, _ change: Order.LevelChange) -> Request {
        .order(Order(element: element, wish: .level(change)))
    }

    @Test(
        arguments: [
            ("ls", .list(path: nil, recursive: false)), ("ls -r", .list(path: nil, recursive: true)),
            ("ls Salon -r", .list(path: "Salon", recursive: true)), ("show 'Luz cálida'", .show(element: "Luz cálida")),
            ("set Louver up", set("Louver", "up")), ("set Termo -5", set("Termo", "-5")),
            ("set Termo -0.5", set("Termo", "-0.5")), ("set X '--explain'", set("X", "--explain")),
            ("set X -- --explain", set("X", "--explain")), ("set --as value X on", set("X", "on", as: .value)),
            ("set X on --as=binary", set("X", "on", as: .binary)), ("set X ''", set("X", "")),
            ("dim X 40", dim("X", .to(Percent(40)!))), ("dim X 40%", dim("X", .to(Percent(40)!))),
            ("dim X +10", dim("X", .by(10))), ("dim X -10", dim("X", .by(-10))), ("dim X -10%", dim("X", .by(-10))),
            ("toggle X", .order(Order(element: "X", wish: .toggle))),
            (
                "toggle X --explain --deadline 2s",
                .order(Order(element: "X", wish: .toggle, explain: true, deadline: .seconds(2)))
            ),
            ("model", .model(path: nil)), ("model Salon", .model(path: "Salon")),
            ("model --ids", .model(path: nil, ids: true)), ("model Salon --ids", .model(path: "Salon", ids: true)),
            ("watch", .watch(Watched())), ("watch Salon", .watch(Watched(path: "Salon"))),
            ("watch --orders", .watch(Watched(orders: true))),
            ("off Salon", .group(GroupOrder(place: "Salon", value: "off"))),
            ("off --explain Salon", .group(GroupOrder(place: "Salon", value: "off", explain: true))),
            ("script show Noche", .script(.show(name: "Noche"))),
            ("script check Noche a 'b c'", .script(.check(name: "Noche", lines: ["a", "b c"]))),
            ("script save Noche a", .script(.save(name: "Noche", lines: ["a"], tag: nil))),
            ("script save --tag t Noche a ''", .script(.save(name: "Noche", lines: ["a", ""], tag: "t"))),
            ("script remove --tag t Noche", .script(.remove(name: "Noche", tag: "t"))),
            ("plan move --in Salon A 0 1", .plan(.move([.init(path: "A", x: 0, y: 1)], in: "Salon"))),
            ("plan show Salon", .plan(.show(place: "Salon"))),
            (
                "plan move A 0 1 B 0.25 0.12345",
                .plan(.move([.init(path: "A", x: 0, y: 1), .init(path: "B", x: 0.25, y: 0.1235)], in: nil))
            ),
            ("watch --telegrams Salon", .watch(Watched(path: "Salon", telegrams: true))),
            ("knx read 1/2/3", .knx(.read(address: "1/2/3", type: nil))),
            ("knx read 1/2/3 --dpt 9.001", .knx(.read(address: "1/2/3", type: "9.001"))),
            ("knx write 1/2/3 -5 --link bus", .knx(.write(address: "1/2/3", value: "-5", type: nil), link: "bus")),
            ("knx pause 10m", .knx(.pause(.seconds(600)))),
            ("knx pause 1s bus", .knx(.pause(.seconds(1)), link: "bus")),
            ("knx resume", .knx(.resume)), ("knx resume bus", .knx(.resume, link: "bus")),
            ("knx doctor", .knx(.diagnose)), ("knx learn", .knx(.learn(.show))),
            ("knx discover", .discover(InterfaceQuery())),
            ("knx discover 10.0.0.5", .discover(InterfaceQuery(host: "10.0.0.5"))),
            (
                "knx --interface eth0 --timeout 500ms discover",
                .discover(InterfaceQuery(network: "eth0", timeout: .milliseconds(500)))
            ),
            ("knx learn start", .knx(.learn(.start))), ("knx learn stop", .knx(.learn(.stop))),
            ("knx log", .knx(.log(Period()))),
            (
                "knx log --since 2d --until 1h --after 7-40 --link bus",
                .knx(
                    .log(Period(since: .ago(.seconds(172_800)), until: .ago(.seconds(3600)), after: "7-40")),
                    link: "bus"
                )
            ),
            ("knx monitor", .watch(Watched(telegrams: true))),
            ("scene 'Buenas noches'", .scene(name: "Buenas noches", explain: false)),
            ("scene Noche --explain", .scene(name: "Noche", explain: true)),
            ("scene Noche --tag t1", .scene(name: "Noche", explain: false, tag: "t1")),
            ("scene stop Noche --tag t1", .sceneStop(name: "Noche", tag: "t1")),
            ("run --tag t1 Noche 'set X on'", .run(name: "Noche", lines: ["set X on"], explain: false, tag: "t1")),
            ("scenes", .scenes), ("status # now", .status), ("reload", .reload),
        ] as [(String, Request)]
    )
    func lineIsParsed(line: String, request: Request) throws {
        #expect(try RequestParser.parse(line) == request)
    }

    @Test(arguments: ["", "   ", "# set Louver up"])
    func blankLinesAndCommentsAreNoRequest(line: String) throws {
        #expect(try RequestParser.parse(line) == nil)
    }

    @Test(arguments: [
        ("sett X on", Fault.Code.badRequest, "unknown verb \"sett\"", "did you mean \"set\"?"),
        ("SET X on", .badRequest, "unknown verb \"SET\"", "did you mean \"set\"?"),
        (
            "ls a b", .badRequest, "unexpected argument \"b\"",
            "a name with spaces needs quotes; usage: \(Verb.list.row.usage)"
        ),
        ("show", .badRequest, "missing argument: ELEMENT", "usage: show ELEMENT"),
        ("scenes x", .badRequest, "unexpected argument \"x\"", "usage: scenes"),
        (
            "script remove Noche", .badRequest, "missing option: --tag",
            "--tag TAG: The tag of the text that is replaced or removed, which script show NAME --json prints."
        ),
        (
            "scene Buenas noches", .badRequest, "unexpected argument \"noches\"",
            "a name with spaces needs quotes; usage: \(Verb.scene.row.usages(.line)[0])"
        ),
        ("set X", .badRequest, "missing argument: VALUE", "usage: \(Verb.set.row.usage)"),
        ("run", .badRequest, "missing argument: NAME", "usage: \(Verb.run.row.usage)"),
        ("login", .badRequest, "missing argument: TOKEN", "usage: \(Verb.login.row.usage)"),
        (
            "token", .badRequest, "missing argument: COMMAND",
            "use one of: token new, token list, token revoke, token doors"
        ),
        ("token list x", .badRequest, "unexpected argument \"x\"", "usage: token list"),
        ("token lst", .badRequest, "unknown command \"lst\"", "did you mean \"token list\"?"),
        ("plan move", .badRequest, "missing argument: PATH", "usage: plan move [--in PLACE] PATH X Y [PATH X Y]…"),
        ("script save", .badRequest, "missing argument: NAME", "usage: script save [--tag TAG] NAME [LINE]…"),
        ("ls -r -r", .badRequest, "-r is given twice", "usage: \(Verb.list.row.usage)"),
        (
            "scene X --tag ''", .badRequest, "the tag is empty or longer than 64 characters",
            "usage: \(Verb.scene.row.usages(.line)[0])"
        ),
        ("show X --explain", .badRequest, "unknown option --explain", "usage: show ELEMENT"),
        (
            "toggle X --explain=1", .badRequest, "--explain takes no value",
            "usage: \(Verb.toggle.row.usage)"
        ),
        (
            "dim X 1 --deadline", .badRequest, "missing value for --deadline",
            "write --deadline DURATION"
        ),
        (
            "set X on --as hue", .badRequest, "unknown type \"hue\"",
            "the types are: binary, regulable, bidirectional, value, colour"
        ),
        (
            "dim X 40 --deadline 99ms", .badRequest, "\"99ms\" is not a deadline",
            "use 100ms–10m, such as 500ms, 2s, 1m"
        ),
        (
            "dim X 40 --deadline 100.5ms", .badRequest, "\"100.5ms\" is not a deadline",
            "use 100ms–10m, such as 500ms, 2s, 1m"
        ),
        (
            "dim X 40 --deadline 11m", .badRequest, "\"11m\" is not a deadline",
            "use 100ms–10m, such as 500ms, 2s, 1m"
        ),
        (
            "dim X 101", .refusedValue, "\"101\" is not a level",
            "use a whole number from 0 to 100 (percent), +N or -N for a step from the last known level, or up, down and stop as with a button that is held"
        ),
        (
            "knx", .badRequest, "missing argument: COMMAND",
            "use one of: \(Verb.knx.row.commands(.line).map { "knx \($0)" }.joined(separator: ", "))"
        ),
        ("knx read", .badRequest, "missing argument: ADDRESS", "usage: knx read ADDRESS [--dpt TYPE] [--link NAME]"),
        ("knx learn hard", .badRequest, "\"hard\" is not start, stop or show", "for example: domo knx learn start"),
        ("knx monitor x", .badRequest, "unexpected argument \"x\"", "usage: knx monitor"),
        ("knx raed 1/2/3", .badRequest, "unknown command \"raed\"", "did you mean \"knx read\"?"),
        (
            "knx doctor --dpt 1", .badRequest, "--dpt can't be used with \"knx doctor\"",
            "usage: knx read ADDRESS [--dpt TYPE] [--link NAME] | knx write ADDRESS VALUE [--dpt TYPE] [--link NAME]"
        ),
        (
            "knx doctor --since 1d", .badRequest, "--since can't be used with \"knx doctor\"",
            "usage: knx log [--since TIME] [--until TIME] [--after NEXT] [--link NAME]"
        ),
        (
            "knx log x", .badRequest, "unexpected argument \"x\"",
            "usage: knx log [--since TIME] [--until TIME] [--after NEXT] [--link NAME]"
        ),
        (
            "knx read 1/2/3 --timeout 1s", .badRequest, "--timeout can't be used with \"knx read\"",
            "usage: knx discover [HOST] [--interface NAME] [--timeout DURATION]"
        ),
        (
            "knx discover --link b", .badRequest, "--link can't be used with \"knx discover\"",
            "usage: "
                + ["read", "write", "log", "doctor", "learn", "pause", "resume"].map { command in
                    Verb.knx.row.usages(.line).first { $0.hasPrefix("knx \(command)") } ?? ""
                }.joined(separator: " | ")
        ),
        (
            "knx discover --timeout 31s", .badRequest, "\"31s\" is not a timeout", "use 100ms–30s, such as 5s"
        ),
        (
            "knx discover x --interface y", .badRequest, "--interface can't be used with a host", "remove --interface"
        ),
        ("knx resume a --link b", .badRequest, "the link is given twice", "usage: knx resume [--link NAME]"),
        ("knx pause 25h", .badRequest, "\"25h\" is not a length of a pause", "use 1s–24h, such as 10m"),
        (
            "dim X -101", .refusedValue, "\"-101\" is not a level",
            "use a whole number from 0 to 100 (percent), +N or -N for a step from the last known level, or up, down and stop as with a button that is held"
        ),
    ])
    func mistakeSaysWhatToDo(line: String, code: Fault.Code, message: String, hint: String) {
        #expect(throws: Fault(code, message, hint: hint)) { try RequestParser.parse(line) }
    }

    @Test(arguments: ["", "+", "-", "%", "++1", "1+", "4.5", "1000", "４０", "+%", "0x1"])
    func invalidLevelIsRefused(text: String) {
        #expect(throws: Fault.self) { try RequestParser.levelChange(text) }
    }

    /// Requests are read back as written, with any names and values.
    @Test func everyRequestIsReadBackFromItsLine() throws {
        var random = SplitMix64(seed: 42)
        let pieces = [
            "a", "Salón", " ", "'", "\"", "\\", "#", "-", "--", "-1", "=", "%", "💡", "日本", "$", "`", "\t", "/", "5",
            "+",
        ]
        func text() -> String {
            (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
        func tag() -> String? { Bool.random(using: &random) ? text() : nil }
        func until() -> Timestamp? {
            let range = Timestamp.calendar.lowerBound.milliseconds...Timestamp.calendar.upperBound.milliseconds
            return Bool.random(using: &random) ? Timestamp(milliseconds: .random(in: range, using: &random)) : nil
        }
        func command() -> LinkCommand {
            switch Int.random(in: 0...6, using: &random) {
            case 6: .log(Period(since: .ago(.seconds(Int.random(in: 1...9999, using: &random))), after: tag()))
            case 0: .read(address: text(), type: tag())
            case 1: .write(address: text(), value: text(), type: tag())
            case 2: .pause(.milliseconds(Int.random(in: 1000...86_400_000, using: &random)))
            case 3: .resume
            case 4: .diagnose
            default: .learn(LinkCommand.Learning.allCases.randomElement(using: &random)!)
            }
        }
        func query() -> InterfaceQuery {
            let host = tag()
            return InterfaceQuery(
                host: host,
                network: host == nil ? tag() : nil,
                timeout: .milliseconds(Int.random(in: 100...30_000, using: &random))
            )
        }
        func order() -> Order {
            let wish: Order.Wish =
                switch Int.random(in: 0...3, using: &random) {
                case 0:
                    .value(
                        text(),
                        as: Bool.random(using: &random) ? FacetType.allCases.randomElement(using: &random) : nil
                    )
                case 1: .level(.to(Percent(clamping: Int.random(in: 0...100, using: &random))))
                case 2: .level(.by(Int.random(in: -100...100, using: &random)))
                default: .toggle
                }
            let deadline: Duration? =
                Bool.random(using: &random) ? .milliseconds(Int.random(in: 100...600_000, using: &random)) : nil
            return Order(
                element: text(),
                wish: wish,
                explain: Bool.random(using: &random),
                deadline: deadline,
                until: until(),
                wait: Awaited.allCases.randomElement(using: &random)!
            )
        }
        for _ in 0..<20_000 {
            let request: Request =
                switch Int.random(in: 0...12, using: &random) {
                case 0: .list(path: Bool.random(using: &random) ? text() : nil, recursive: Bool.random(using: &random))
                case 1: .show(element: text())
                case 2:
                    .watch(
                        Watched(
                            path: Bool.random(using: &random) ? text() : nil,
                            telegrams: Bool.random(using: &random),
                            orders: Bool.random(using: &random)
                        )
                    )
                case 3: .scene(name: text(), explain: Bool.random(using: &random), tag: tag(), until: until())
                case 12: .model(path: tag(), ids: Bool.random(using: &random))
                case 4: .sceneStop(name: text(), tag: tag(), until: until())
                case 5:
                    .run(
                        name: text(),
                        lines: [text()],
                        explain: Bool.random(using: &random),
                        tag: tag(),
                        until: until()
                    )
                case 13:
                    .group(
                        GroupOrder(
                            place: text(),
                            value: Bool.random(using: &random) ? "off" : "up",
                            explain: Bool.random(using: &random),
                            until: until()
                        )
                    )
                case 7: .knx(command(), link: tag())
                case 8: .discover(query())
                case 6: [Request.scenes, .status, .reload].randomElement(using: &random)!
                default: .order(order())
                }
            #expect(try RequestParser.parse(request.line) == request, "\(request.line)")
        }
    }

    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("20s", .seconds(20)), ("1.5s", .milliseconds(1500)),
        ("10m", .seconds(600)),
        ("2h", .seconds(7200)), ("7d", .seconds(604_800)), ("0.001s", .milliseconds(1)), ("0ms", .zero),
    ])
    func durationIsRead(text: String, duration: Duration) {
        #expect(DurationText.read(text) == duration)
        #expect(DurationText.read(DurationText.write(duration)) == duration)
    }

    @Test(arguments: [
        (Duration.milliseconds(95_987_407_658), "95987407.658s"), (.milliseconds(999_999_999), "999999999ms"),
        (.seconds(999_999_999 * 86_400), "999999999d"), (.milliseconds(1_000_000_000_001), "16666666.666m"),
        (.milliseconds(1_000_000_000), "1000000s"),
    ])
    func longDurationIsReadBack(duration: Duration, text: String) {
        #expect(DurationText.write(duration) == text)
        #expect(DurationText.read(text) != nil)
    }

    @Test(arguments: [
        "999999999.5d", "", "s", "1", "1.s", ".5s", "1.2.3s", "-1s", "1 s", "1S", "1.2345s", "1234567890s", "١s",
    ])
    func invalidDurationIsRefused(text: String) {
        #expect(DurationText.read(text) == nil)
    }

    @Test func pointsAreParsed() throws {
        let request = try RequestParser.parse("history Louver --since 2d --points 80")
        #expect(request == .history(element: "Louver", Period(since: .ago(.seconds(172_800)), points: 80)))
        #expect(request?.line == "history --since 2d --points 80 Louver")
    }

    @Test(arguments: ["0", "1001", "x", "-1", "10 --after 1.1.1.1.1"])
    func invalidNumberOfPointsIsRefused(text: String) {
        #expect(throws: Fault.self) { try RequestParser.parse("history Louver --points \(text)") }
    }
}
