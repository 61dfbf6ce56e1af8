import DomoEngine
import DomoModel
import NIOCore
import Testing

@testable import DomoDaemon

struct ReadyRepliesTests {
    private var ready = ReadyReplies()
    private let start = Instant(uptime: 5, wall: Timestamp(milliseconds: 0))

    private mutating func keep(_ reply: String, for line: String, _ identities: UInt64 = 0, until end: Instant? = nil) {
        ready.keep(ByteBuffer(string: reply), for: Array(line.utf8), identities, until: end)
    }

    private func reply(to line: String, _ identities: UInt64 = 0, at now: Instant? = nil) -> String? {
        Array(line.utf8).withUnsafeBytes { ready.reply(to: $0, identities, at: now ?? start) }.map {
            String(buffer: $0)
        }
    }

    @Test mutating func replyIsRepeatedUntilSomethingChanges() {
        #expect(reply(to: "show Lamp") == nil)
        keep("on", for: "show Lamp")
        #expect(reply(to: "show Lamp") == "on")
        #expect(reply(to: "show Lam") == nil && reply(to: "show Lamp ") == nil)
        ready.noteChange()
        #expect(reply(to: "show Lamp") == nil)
        keep("off", for: "show Lamp")
        #expect(reply(to: "show Lamp") == "off")
    }

    @Test mutating func replyWithAnIDEndsWithTheIdentities() {
        keep("on", for: "show Lamp", 3)
        #expect(reply(to: "show Lamp", 3) == "on")
        #expect(reply(to: "show Lamp", 4) == nil)
    }

    @Test mutating func replyEndsWhenAReadingBecomesStale() {
        keep("on", for: "show Lamp", until: start)
        #expect(reply(to: "show Lamp", at: Instant(uptime: 4, wall: start.wall)) == "on")
        #expect(reply(to: "show Lamp", at: start) == nil)
    }

    @Test mutating func manyLinesNeverGetTheReplyOfAnother() {
        for number in 0..<1000 { keep("\(number)", for: "show E\(number)") }
        let replies = (0..<1000).map { reply(to: "show E\($0)") }
        #expect(replies.enumerated().allSatisfy { $1 == nil || $1 == "\($0)" })
        #expect(replies.compactMap(\.self).count > 32)
    }

    @Test mutating func longLinesAndRepliesAreNotKept() {
        let longLine = String(repeating: "x", count: ReadyReplies.maxLineLength)
        keep("on", for: longLine)
        keep("on", for: longLine + "x")
        #expect(reply(to: longLine) == "on" && reply(to: longLine + "x") == nil)
        let longReply = String(repeating: "x", count: ReadyReplies.maxReplyLength)
        keep(longReply, for: "one")
        keep(longReply + "x", for: "two")
        #expect(reply(to: "one") != nil && reply(to: "two") == nil)
    }
}
