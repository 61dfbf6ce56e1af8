import DomoBridge
import DomoLanguage
import DomoModel
import Testing

@testable import DomoFleet

/// Requests of the fleet: which are refused, and that none is carried out twice or late.
struct OrderDeskTests {
    static let house = HouseID("casa0001")!
    static let begin: Int64 = 1_795_212_000_000

    static func moment(_ milliseconds: Int64, ahead: Int64 = 0) -> Moment {
        Moment(
            sinceBoot: .milliseconds(50_000 + milliseconds),
            time: Timestamp(milliseconds: begin + milliseconds + ahead)
        )
    }

    static var exactClock: ClockOffset {
        var clock = ClockOffset()
        clock.use(.synchronized(error: 100))
        return clock
    }

    static func order(
        key: String = "k1",
        sent: Int64 = 5000,
        deadline: Int64 = 15_000,
        token: String = "t",
        line: String = "set Luz on"
    ) -> FleetOrder {
        FleetOrder(
            key: key,
            sent: begin + sent,
            deadline: begin + deadline,
            principal: "ana",
            token: Secret(token),
            line: line
        )
    }

    static func subject(_ number: UInt64 = 1) -> String {
        FleetSubjects.reply(of: house, asker: "web1", number: number)
    }

    var desk = OrderDesk(of: house, start: moment(0))

    /// - Returns: the message with which it is refused; nil if it is not.
    mutating func refusal(
        _ order: FleetOrder,
        clock: ClockOffset = exactClock,
        now: Moment = moment(6000)
    ) -> String? {
        switch desk.handle(order.json, replyTo: Self.subject(), clock: clock, now: now) {
        case .answer(let answer): String(decoding: answer.payload, as: UTF8.self)
        case .none, .begin: nil
        }
    }

    @Test mutating func orderIsWrittenWithItsDeadlineByTheClockOfTheHouse() throws {
        guard
            case .begin(let id, let token, let principal) = desk.handle(
                Self.order().json,
                replyTo: Self.subject(),
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
        else {
            Issue.record("refused")
            return
        }
        #expect((token.value, principal) == ("t", "ana"))
        let line = desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(6100)).line
        // 100 ms before the deadline: so far the clock of the house may be behind.
        #expect(line == "set --until \(Timestamp(milliseconds: Self.begin + 14_900).rfc3339) Luz on")
        let answers = desk.finish(id, reply: Array(#"{"ok":{}}"#.utf8), at: Self.moment(6000))
        #expect(answers == [OrderDesk.Answer(subject: Self.subject(), payload: Array(#"{"ok":{}}"#.utf8))])
    }

    @Test mutating func orderIsRefusedWhenItsDeadlineHasPassed() {
        #expect(refusal(Self.order(), now: Self.moment(14_899)) == nil)
        desk = OrderDesk(of: Self.house, start: Self.moment(0))
        #expect(refusal(Self.order(), now: Self.moment(14_900))?.contains("deadline-passed") == true)
    }

    @Test mutating func deadlineIsCheckedAgainJustBeforeTheSocket() {
        guard
            case .begin(let id, _, _) = desk.handle(
                Self.order().json,
                replyTo: Self.subject(),
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
        else {
            Issue.record("refused")
            return
        }
        let (line, answers) = desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(14_900))
        #expect(line == nil)
        #expect(answers.count == 1 && String(decoding: answers[0].payload, as: UTF8.self).contains("deadline-passed"))
        #expect(desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(6000)).line == nil)
    }

    @Test mutating func orderIsRefusedWithoutAKnownClock() {
        var unknown = ClockOffset()
        #expect(refusal(Self.order(), clock: unknown)?.contains("does not know") == true)
        unknown.add(sent: Self.moment(5000), received: Self.moment(5100), .unsynchronized)
        #expect(refusal(Self.order(), clock: unknown)?.contains("nor that of the worker") == true)
        var wrong = ClockOffset()
        wrong.add(sent: Self.moment(5000), received: Self.moment(5100), .time(Self.begin + 8000, error: 0))
        #expect(refusal(Self.order(), clock: wrong)?.contains("3.0 s from that of the fleet") == true)
        #expect(refusal(Self.order(sent: 7500, deadline: 9000))?.contains("synchronize the clocks") == true)
    }

    /// Somebody may ask why the clock is wrong. A late answer does no harm.
    @Test(arguments: ["ls", "doctor", "login t"])
    mutating func questionNeedsNoClock(_ line: String) {
        let decision = desk.handle(
            Self.order(sent: -900_000, deadline: -890_000, line: line).json,
            replyTo: Self.subject(),
            isQuestion: true,
            clock: ClockOffset(),
            now: Self.moment(6000)
        )
        guard case .begin(let id, _, _) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(desk.lineToWrite(id, clock: ClockOffset(), now: Self.moment(6000)).line != nil)
        // It is given up in time, whatever the clocks show.
        #expect(desk.advance(to: Self.moment(600_000)).count == 1)
    }

    @Test mutating func orderOfAnEarlierRunIsNotCarriedOut() {
        // Sent before the start, as far as the clocks of both may be apart.
        #expect(refusal(Self.order(sent: 1100), now: Self.moment(1500))?.contains("restarted") == true)
        #expect(refusal(Self.order(sent: 1101), now: Self.moment(1500)) == nil)
        #expect(refusal(Self.order(key: "k2", sent: -5000, line: "ls"), now: Self.moment(1500)) == nil)
    }

    @Test mutating func sameKeyGetsTheSameReplyAndIsCarriedOutOnce() {
        guard
            case .begin(let id, _, _) = desk.handle(
                Self.order().json,
                replyTo: Self.subject(1),
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
        else {
            Issue.record("refused")
            return
        }
        #expect(desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(6000)).line != nil)
        #expect(desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(6000)).line == nil)
        // While it is in progress, both wait.
        let second = desk.handle(
            Self.order().json,
            replyTo: Self.subject(2),
            clock: Self.exactClock,
            now: Self.moment(6001)
        )
        #expect(second == .none)
        let reply = Array(#"{"ok":{"id":1}}"#.utf8)
        let answers = desk.finish(id, reply: reply, at: Self.moment(6000))
        #expect(answers.map(\.subject) == [Self.subject(1), Self.subject(2)])
        #expect(desk.finish(id, reply: reply, at: Self.moment(6000)).isEmpty)
        // Also long after the deadline, and without a clock.
        for late in [7000, 16_000, 614_000] as [Int64] {
            _ = desk.advance(to: Self.moment(late))
            let again = desk.handle(
                Self.order().json,
                replyTo: Self.subject(3),
                clock: ClockOffset(),
                now: Self.moment(late)
            )
            #expect(again == .answer(OrderDesk.Answer(subject: Self.subject(3), payload: reply)), "\(late)")
        }
        #expect(refusal(Self.order(line: "set Luz off"))?.contains("key-reused") == true)
        // Another token never gets the reply.
        #expect(refusal(Self.order(token: "other"), now: Self.moment(15_000))?.contains("deadline-passed") == true)
        _ = desk.advance(to: Self.moment(616_000))
        #expect(refusal(Self.order(), now: Self.moment(616_000))?.contains("deadline-passed") == true)
        #expect(desk.nextMoment == nil)
    }

    @Test(arguments: [
        "", "# comment", "sing Luz", "record Noche", "script show Noche",
        "reload",
        "login other", "logout", "token list", "backup begin", "watch", "knx log", "history --from start", "notify x y",
        "rename a b", "claim x",
    ])
    mutating func lineThatTheFleetMayNotGiveIsRefused(_ line: String) {
        #expect(refusal(Self.order(line: line)) != nil)
        #expect(desk.nextMoment == nil)
    }

    @Test(arguments: [
        "set Luz on", "dim Luz +10", "toggle Luz", "scene Noche", "ls -r", "status", "history Luz", "why Luz",
    ])
    mutating func lineThatTheFleetMayGiveIsTaken(_ line: String) { #expect(refusal(Self.order(line: line)) == nil) }

    @Test mutating func nothingIsOrderedAsAQuestion() {
        for (line, isAllowed) in [("set Luz on", false), ("scene Noche", false), ("ls", true), ("show Luz", true)] {
            let decision = desk.handle(
                Self.order(key: line, line: line).json,
                replyTo: Self.subject(),
                isQuestion: true,
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
            if case .begin = decision { #expect(isAllowed) } else { #expect(!isAllowed) }
        }
    }

    @Test func sceneHasItsDeadlineToo() throws {
        let token = Secret("t")
        let line = try FleetLine("scene Noche --tag x", token: token).line(
            until: Timestamp(milliseconds: Self.begin),
            principal: "ana"
        )
        #expect(line == "scene --tag x --until \(Timestamp(milliseconds: Self.begin).rfc3339) Noche")
        let own = try FleetLine("set Luz on --until 2026-11-20T00:00:00Z", token: token).line(
            until: Timestamp(milliseconds: Self.begin),
            principal: "ana"
        )
        #expect(own == "set --until 2026-11-20T00:00:00.000Z Luz on")
    }

    @Test(arguments: [
        ("off Casa", "off --until END Casa"), ("set --all Casa up", "set --all --until END Casa up"),
        ("scene stop --tag x Noche", "scene stop --tag x --until END Noche"),
        ("run --tag x Noche 'set Luz on'", "run --tag x --until END Noche 'set Luz on'"),
    ])
    func orderOfEveryKindHasItsDeadline(_ given: String, _ expected: String) throws {
        let line = try FleetLine(given, token: Secret("t"))
        let until = Timestamp(milliseconds: Self.begin)
        #expect(line.isOrder)
        let written = line.line(until: until, principal: "ana")
        #expect(written == expected.replacing("END", with: until.rfc3339))
        // One of its own that is earlier stays.
        let early = Timestamp(milliseconds: Self.begin - 1)
        #expect(try FleetLine(written, token: Secret("t")).line(until: early, principal: "x").contains(early.rfc3339))
    }

    /// A program asks what a token allows, with the address that it names and no other.
    @Test func loginShowsWhatTheTokenOfTheRequestAllows() throws {
        let line = try FleetLine("login --from 1.2.3.4 t", token: Secret("t"))
        #expect(!line.isOrder)
        let until = Timestamp(milliseconds: Self.begin)
        #expect(line.line(until: until, principal: "web ana") == "login --from 'web ana' t")
        #expect(throws: Fault.self) { try FleetLine("login other", token: Secret("t")) }
    }

    /// A stream's acknowledgement, an error of the server, and a request without each of its fields.
    @Test(arguments: ["", "null", "+OK", #"{"stream":"R00","seq":1}"#, "[]", #"{"v":1}"#, #"{"v":2,"key":"k"}"#])
    mutating func anythingElseIsRefused(_ text: String) {
        let decision = desk.handle(
            Array(text.utf8),
            replyTo: Self.subject(),
            clock: Self.exactClock,
            now: Self.moment(6000)
        )
        guard case .answer(let answer) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(String(decoding: answer.payload, as: UTF8.self).contains("bad-request"))
    }

    @Test(arguments: ["key", "sent", "deadline", "principal", "token", "line", "v"])
    mutating func eachFieldIsNeeded(_ field: String) {
        let text = String(decoding: Self.order().json, as: UTF8.self).replacing("\"\(field)\"", with: "\"x\"")
        let decision = desk.handle(
            Array(text.utf8),
            replyTo: Self.subject(),
            clock: Self.exactClock,
            now: Self.moment(6000)
        )
        guard case .answer(let answer) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(String(decoding: answer.payload, as: UTF8.self).contains("has no \(field == "v" ? "version" : field)"))
    }

    @Test mutating func nobodyIsAnsweredElsewhere() {
        for reply in [
            nil, "_INBOX.x", "domo.v1.reply.casa0002.web1.1", "domo.v1.to.casa0002.do", "$JS.API.STREAM.LIST",
        ] {
            let decision = desk.handle(
                Self.order().json,
                replyTo: reply,
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
            #expect(decision == .none)
        }
    }

    @Test func limitsOfAnOrderAreChecked() {
        let long = String(repeating: "x", count: 9000)
        let bad = [
            Self.order(key: ""), Self.order(key: long), Self.order(line: long), Self.order(token: long),
            Self.order(token: "a b"), Self.order(line: "set Luz on\nreload"), Self.order(sent: 5000, deadline: 5000),
            Self.order(sent: 0, deadline: 600_001), Self.order(line: long + long),
        ]
        for order in bad { #expect(throws: Fault.self) { try FleetOrder(json: order.json) } }
        #expect(throws: Never.self) { try FleetOrder(json: Self.order(sent: 0, deadline: 600_000).json) }
    }

    @Test mutating func tooManyAtOnceAreRefused() {
        var begun: [OrderDesk.ID] = []
        for number in 0..<OrderDesk.maxPending {
            let order = Self.order(key: "k\(number)")
            if case .begin(let id, _, _) = desk.handle(
                order.json,
                replyTo: Self.subject(),
                clock: Self.exactClock,
                now: Self.moment(6000)
            ) {
                begun.append(id)
            }
        }
        #expect(begun.count == OrderDesk.maxPending)
        #expect(refusal(Self.order(key: "more"))?.contains("busy") == true)
        // domod never replies: the outcome is not known, and there is room again.
        for id in begun { _ = desk.lineToWrite(id, clock: Self.exactClock, now: Self.moment(6000)) }
        #expect(desk.advance(to: Self.moment(76_000)).count == OrderDesk.maxPending)
        #expect(desk.pending == 0)
    }

    @Test mutating func whatWasNotWrittenMayBeSentAgain() {
        guard
            case .begin(let id, _, _) = desk.handle(
                Self.order().json,
                replyTo: Self.subject(),
                clock: Self.exactClock,
                now: Self.moment(6000)
            )
        else {
            Issue.record("refused")
            return
        }
        let lost = desk.noteLoss(id).first?.payload ?? []
        #expect(String(decoding: lost, as: UTF8.self).contains("nothing was sent"))
        guard
            case .begin(let next, _, _) = desk.handle(
                Self.order().json,
                replyTo: Self.subject(),
                clock: Self.exactClock,
                now: Self.moment(7000)
            )
        else {
            Issue.record("not taken again")
            return
        }
        _ = desk.lineToWrite(next, clock: Self.exactClock, now: Self.moment(7000))
        let second = desk.noteLoss(next).first?.payload ?? []
        #expect(String(decoding: second, as: UTF8.self).contains("not known"))
        #expect(refusal(Self.order())?.contains("not known") == true)
    }
}
