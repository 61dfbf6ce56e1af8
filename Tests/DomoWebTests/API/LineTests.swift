import DomoLanguage
import Hummingbird
import Synchronization
import Testing

@testable import DomoWeb

/// `POST lines`: many lines of one request.
@Suite struct LineTests {
    private static func body(_ lines: [String]) -> String {
        #"{"lines":[\#(lines.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    /// A reply of about the given length.
    private static func reply(_ octets: Int) -> Reply {
        .fault(Fault(.badRequest, String(repeating: "x", count: octets)))
    }

    @Test(.timeLimit(.minutes(5))) func clientThatReadsNothingStopsItsLines() async throws {
        let asked = Mutex(0)
        try await ScriptedSite.with { _ in
            asked.withLock { $0 += 1 }
            return Self.reply(60 * 1024)
        } _: { site in
            // Few: together they have 30 s, also on a busy machine.
            let lines = Array(repeating: "orders --last 1000", count: 12)
            let response = try await site.respond(.post, "/api/v1/lines", body: Self.body(lines))
            // It reads two replies, each after the text between them.
            let client = SlowClient(reads: 4)
            let writing = Task { try await response.body.write(client) }
            while asked.withLock({ $0 }) < 3 {
                try Task.checkCancellation()
                await Task.yield()
            }
            // The others wait until the client reads.
            for _ in 0..<1000 { await Task.yield() }
            #expect(asked.withLock { $0 } == 3)
            #expect(site.pool.budget.used < 200 * 1024)
            await client.read(1000)
            try await writing.value
            #expect(asked.withLock { $0 } == 12)
            #expect(await client.text.split(separator: "bad-request").count == 13)
        }
    }

    @Test(.timeLimit(.minutes(5))) func ordersOfAClientThatLeavesAreGiven() async throws {
        let asked = Mutex<[String]>([])
        try await ScriptedSite.with { line in
            asked.withLock { $0.append(line) }
            return Self.reply(60 * 1024)
        } _: { site in
            let lines = ["ls", "show A", "set B on", "show C", "token revoke D"]
            let response = try await site.respond(.post, "/api/v1/lines", body: Self.body(lines))
            let client = SlowClient(reads: 0)
            let writing = Task { try await response.body.write(client) }
            while asked.withLock(\.isEmpty) {
                try Task.checkCancellation()
                await Task.yield()
            }
            await client.leave()
            await #expect(throws: SlowClient.Gone.self) { try await writing.value }
            let all = asked.withLock { $0 }
            #expect(all.count == 3 && all.first == "ls" && all.last == "token revoke D", "\(all)")
            // An order has the time until which it is wanted.
            #expect(all[1].wholeMatch(of: #/set --until \S+ B on/#) != nil, "\(all)")
        }
    }

    @Test func replyBeyondTheShareOfItsTreeIsRefusedAndTheOthersGo() async throws {
        let limits = ReplyBudget.Limits(total: 4 << 20, reserve: 1 << 20, little: 1 << 20, tree: 1 << 20)
        try await ScriptedSite.with(budget: limits) { line in
            Self.reply(line.hasPrefix("orders") ? 2 << 20 : 100)
        } _: { site in
            // While another request of the tree is in flight.
            let other = try await site.pool.call(with: "domo_test1", from: "")
            let refused = await #expect(throws: Problem.self) { try await site.respond(.get, "/api/v1/orders") }
            #expect(refused?.status == .tooManyRequests)
            #expect(refused?.headers[.retryAfter] != nil)
            // The connection is still in order.
            let next = await #expect(throws: Problem.self) { try await site.respond(.get, "/api/v1/scenes") }
            #expect(next?.status == .badRequest)
            #expect(site.pool.budget.used == limits.request)
            withExtendedLifetime(other) {}
        }
    }

    /// A connection keeps what was written to it until its client reads: only short pieces.
    @Test(.timeLimit(.minutes(5))) func longReplyIsWrittenInPieces() async throws {
        try await ScriptedSite.with { _ in
            Self.reply(1 << 20)
        } _: { site in
            let response = try await site.respond(.post, "/api/v1/lines", body: Self.body(["orders"]))
            let client = SlowClient(reads: 1000)
            try await response.body.write(client)
            #expect(await client.text.utf8.count > 1 << 20)
            #expect(await client.longest <= PieceWriter.length)
            // The connection has a copy of the last piece, and not the reply.
            #expect(await client.pieces >= 16)
        }
    }

    @Test func replyKeepsItsRoomUntilItIsSent() async throws {
        try await ScriptedSite.with { _ in
            .scenes(SceneList(scenes: [.init(name: String(repeating: "x", count: 100_000), file: nil, steps: 1)]))
        } _: { site in
            let response = try await site.respond(.get, "/api/v1/scenes")
            #expect(site.pool.budget.used > 100_000)
            let client = SlowClient(reads: 10)
            try await response.body.write(client)
            #expect(await client.text.count > 100_000)
            withExtendedLifetime(response) {}
        }
    }
}
