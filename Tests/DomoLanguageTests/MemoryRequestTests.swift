import DomoLanguage
import DomoModel
import Testing

/// The lines that read the stored history and orders.
@Suite struct MemoryRequestTests {
    static let data = String(repeating: "ab+/", count: 14_999) + "abc="

    @Test(
        arguments: [
            ("orders", .orders(path: nil, last: 20)), ("orders Luz", .orders(path: "Luz", last: 20)),
            ("orders 'Luz cálida' --last 1000", .orders(path: "Luz cálida", last: 1000)),
            ("orders --last=1", .orders(path: nil, last: 1)),
            ("orders --before 7 Luz", .orders(path: "Luz", last: 20, before: 7)),
            ("orders Salon --since yesterday", .orders(path: "Salon", last: 1000, since: .yesterday)),
            ("orders --since 1w --last 20", .orders(path: nil, last: 20, since: .ago(.seconds(604_800)))),
            ("orders --since 2d --last 3", .orders(path: nil, last: 3, since: .ago(.seconds(172_800)))),
            ("history Luz", .history(element: "Luz", Period())),
            (
                "history --since 2d Luz --until 21:04 --after 'a b'",
                .history(
                    element: "Luz",
                    Period(since: .ago(.seconds(172_800)), until: .local(nil, hour: 21, minute: 4), after: "a b")
                )
            ),
            ("history Luz --points 70", .history(element: "Luz", Period(points: 70))),
            ("history --from start", .records(RecordsQuestion(from: "start"))),
            (
                "history Salón --from 0123456789abcdef.7",
                .records(RecordsQuestion(from: "0123456789abcdef.7", path: "Salón"))
            ),
            ("log", .log(HouseLogQuestion())),
            (
                "log Salón --last 5 --kind scene,not-run --before 1.2.3 --since 2d --until 21:04",
                .log(
                    HouseLogQuestion(
                        path: "Salón",
                        last: 5,
                        before: "1.2.3",
                        since: .ago(.seconds(172_800)),
                        until: .local(nil, hour: 21, minute: 4),
                        kinds: [.scene, .notRun]
                    )
                )
            ), ("log --since 1w", .log(HouseLogQuestion(last: 1000, since: .ago(.seconds(604_800))))),
            ("stats", .stats(path: nil)), ("stats Salón", .stats(path: "Salón")),
            ("export", .export(Period())), ("export --after=-x", .export(Period(after: "-x"))),
            ("audit", .audit(LogQuestion())), ("audit --last 5 --before 9", .audit(LogQuestion(last: 5, before: 9))),
            (
                "audit --since 2d --kind failed-sign-in",
                .audit(LogQuestion(last: 1000, since: .ago(.seconds(172_800)), kinds: [.failedSignIn]))
            ),
            ("backup begin", .backup(.begin)), ("backup read t 0", .backup(.read(token: "t", offset: 0))),
            ("backup end t", .backup(.end(token: "t"))), ("restore begin", .restore(.begin)),
            ("restore write t 45000 \(data)", .restore(.write(token: "t", offset: 45_000, data: data))),
            ("restore end t", .restore(.end(token: "t"))),
            (
                "set X on --wait confirmed",
                .order(Order(element: "X", wish: .value("on", as: nil), wait: .confirmed))
            ),
            ("dim X +5 --wait=none", .order(Order(element: "X", wish: .level(.by(5)), wait: .none))),
            ("toggle X --wait accepted", .order(Order(element: "X", wish: .toggle))),
        ] as [(String, Request)]
    )
    func lineIsParsed(line: String, request: Request) throws {
        #expect(try RequestParser.parse(line) == request)
        #expect(try RequestParser.parse(request.line) == request)
    }

    @Test func longestPartOfADatabaseFitsIntoALine() {
        let line = Request.restore(.write(token: String(repeating: "t", count: 64), offset: .max, data: Self.data)).line
        #expect(line.utf8.count < 64 * 1024)
        #expect(line.hasSuffix(" " + Self.data))
    }

    @Test(arguments: [
        ("orders --last 0", "\"0\" is not a number of orders", "use 1–1000"),
        ("orders --last 1001", "\"1001\" is not a number of orders", "use 1–1000"),
        (
            "history X --since soon", "\"soon\" is not a time",
            "use 2d or 1w (ago), today, yesterday, 21:04 (today), 2026-11-20, 2026-11-20T21:04 or 2026-11-20T21:04:05Z (UTC)"
        ),
        ("history X --points 0", "\"0\" is not a number of points", "use 1–1000"),
        (
            "history X --points 5 --after a", "--points can't be used with --after",
            "usage: history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N]"
        ),
        (
            "set X on --wait ever", "an order can't wait for \"ever\"",
            "use one of none, accepted, confirmed"
        ),
        (
            "history X --from start --since 2d", "--since can't be used with --from",
            "usage: history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N]"
        ),
        (
            "history", "missing argument: ELEMENT",
            "usage: history ELEMENT [--since TIME] [--until TIME] "
                + "[--after NEXT | --points N] | history --from CURSOR [PATH]"
        ),
        (
            "log --kind door", "\"door\" is not a kind of entry",
            "use one of: change, ordered, failed-order, scene, not-run, link-lost, link-back, input, difference, started; "
                + "or several, with commas"
        ), ("log --last 0", "\"0\" is not a number of entries", "use 1–1000"),
        ("backup", "missing argument: COMMAND", "use one of: backup begin, backup read, backup end"),
        ("backup FILE", "unknown command \"FILE\"", "use one of: backup begin, backup read, backup end"),
        ("backup read t -1", "\"-1\" is not an offset", "use a number of bytes"),
        (
            "restore write t 0", "missing argument: DATA",
            "usage: restore write TOKEN OFFSET DATA"
        ),
    ])
    func mistakeSaysWhatToDo(line: String, message: String, hint: String) {
        #expect(throws: Fault(.badRequest, message, hint: hint)) { try RequestParser.parse(line) }
    }

    @Test func everyRequestIsReadBackFromItsLine() throws {
        var random = SplitMix64(seed: 7)
        let pieces = ["a", "Salón", " ", "'", "\"", "\\", "#", "-", "--after", "1", "=", "💡", "$", "\t", "/", "+"]
        func text() -> String {
            (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
        func point() -> TimePoint? {
            switch Int.random(in: 0...3, using: &random) {
            case 0: .ago(.milliseconds(Int.random(in: 0...100_000_000_000, using: &random)))
            case 1: .at(Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random)))
            case 2:
                .local(
                    Bool.random(using: &random)
                        ? CivilDate(
                            year: Int.random(in: 1...9999, using: &random),
                            month: Int.random(in: 1...12, using: &random),
                            day: Int.random(in: 1...28, using: &random)
                        ) : nil,
                    hour: Int.random(in: 0...23, using: &random),
                    minute: Int.random(in: 0...59, using: &random)
                )
            default: nil
            }
        }
        func period() -> Period {
            Period(since: point(), until: point(), after: Bool.random(using: &random) ? text() : nil)
        }
        for _ in 0..<20_000 {
            let offset = Int.random(in: 0...Int.max, using: &random)
            let request: Request =
                switch Int.random(in: 0...7, using: &random) {
                case 0:
                    .orders(
                        path: Bool.random(using: &random) ? text() : nil,
                        last: Int.random(in: 1...Request.maxOrders, using: &random),
                        before: Bool.random(using: &random) ? .random(in: 1...UInt64(Int64.max), using: &random) : nil,
                        since: point()
                    )
                case 1: .history(element: text(), period())
                case 2: .stats(path: Bool.random(using: &random) ? text() : nil)
                case 3: .export(period())
                case 4: .backup(.read(token: text(), offset: offset))
                case 5: .backup(.end(token: text()))
                case 6: .restore(.write(token: text(), offset: offset, data: text()))
                default: .restore(.end(token: text()))
                }
            #expect(try RequestParser.parse(request.line) == request, "\(request.line)")
        }
    }
}
