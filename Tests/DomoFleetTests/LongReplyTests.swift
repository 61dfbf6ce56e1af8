import DomoBridge
import DomoLanguage
import Testing

@testable import DomoFleet

/// Replies that are too long for one message.
struct LongReplyTests {
    var desk = OrderDesk(of: OrderDeskTests.house, start: OrderDeskTests.moment(0))

    /// Finishes a request with a reply of this many bytes.
    mutating func answers(_ bytes: Int, line: String = "ls", key: String = "k1") -> [OrderDesk.Answer] {
        let now = OrderDeskTests.moment(6000)
        let decision = desk.handle(
            OrderDeskTests.order(key: key, line: line).json,
            replyTo: OrderDeskTests.subject(),
            clock: OrderDeskTests.exactClock,
            now: now
        )
        guard case .begin(let id, _, _) = decision else {
            Issue.record("refused: \(decision)")
            return []
        }
        _ = desk.lineToWrite(id, clock: OrderDeskTests.exactClock, now: now)
        return desk.finish(id, reply: reply(bytes), at: now)
    }

    func reply(_ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8($0 * 7 % 251) } }

    mutating func part(_ number: Int, token: String = "t", key: String = "k1") -> OrderDesk.Answer? {
        let wanted = FleetPart(key: key, token: Secret(token), part: number)
        let moment = OrderDeskTests.moment(7000)
        return desk.handlePart(wanted.json, replyTo: OrderDeskTests.subject(2), now: moment)
    }

    @Test mutating func partsMakeTheReply() {
        let bytes = 2 * LongReplies.partBytes + 1
        let first = answers(bytes)
        #expect(first.map(\.part) == [ReplyPart(1, of: 3)])
        var whole = first[0].payload
        #expect(whole.count == LongReplies.partBytes)
        for number in 2...3 {
            let answer = part(number)
            #expect(answer?.part == ReplyPart(number, of: 3) && answer?.subject == OrderDeskTests.subject(2))
            whole += answer?.payload ?? []
        }
        #expect(whole == reply(bytes))
        // With its last part, it is forgotten.
        #expect(part(3)?.part == nil && desk.nextMoment == nil)
    }

    /// With another token, nobody gets it; nor does anybody who comes late.
    @Test mutating func partIsOnlyForWhoAsked() {
        _ = answers(300_000)
        #expect(part(2, token: "other")?.part == nil && part(2, key: "k2")?.part == nil && part(9)?.part == nil)
        let gone = String(decoding: part(4)?.payload ?? [], as: UTF8.self)
        #expect(gone.contains("no longer keeps"))
        #expect(desk.handlePart(Array("{}".utf8), replyTo: nil, now: OrderDeskTests.moment(0)) == nil)
        #expect(desk.handlePart(Array("{}".utf8), replyTo: "$JS.API.X", now: OrderDeskTests.moment(0)) == nil)
        #expect(part(2)?.part != nil)
        _ = desk.advance(to: OrderDeskTests.moment(7000 + 30_000))
        #expect(part(2)?.part == nil && desk.nextMoment == nil)
    }

    @Test mutating func longRepliesHaveLimits() {
        let texts = { (answers: [OrderDesk.Answer]) in
            answers.map { String(decoding: $0.payload.prefix(300), as: UTF8.self) }.joined()
        }
        #expect(texts(answers(LongReplies.maxReply + 1, key: "a")).contains("has at most 16777216"))
        // What an order replies is kept, so it is short.
        #expect(texts(answers(300_000, line: "set Luz on", key: "b")).contains("has at most"))
        for key in ["c", "d"] { #expect(answers(LongReplies.maxReply, key: key)[0].part != nil) }
        #expect(texts(answers(300_000, key: "e")).contains("busy"))
        _ = desk.advance(to: OrderDeskTests.moment(6000 + 30_000))
        #expect(desk.pending == 0)
    }

    @Test(arguments: ["", "1", "0/1", "2/1", "1/0", "1/1025", "-1/3", "a/b", "1/2/3", " 1/2", "1/99999999999999999999"])
    func otherTextIsNoPart(text: String) { #expect(ReplyPart(text) == nil) }

    @Test func partIsReadAsItWasWritten() { #expect(ReplyPart(ReplyPart(3, of: 81).text) == ReplyPart(3, of: 81)) }
}
