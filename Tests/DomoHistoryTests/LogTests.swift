import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// The log of access.
@Suite struct LogTests {
    private func entries(
        _ one: TemporaryHistory,
        _ question: LogQuestion = LogQuestion(last: 1000)
    ) async throws
        -> [LogEntry]
    {
        guard case .log(let page) = await one.answer(.log(question, timeZone: "Europe/Madrid")) else {
            throw Unexpected()
        }
        return page.entries
    }

    private func keep(
        _ kind: LogEntry.Kind,
        _ one: TemporaryHistory,
        by cause: Cause? = nil,
        from address: String? = nil,
        subject: String? = nil,
        after seconds: Int64 = 0
    ) {
        let time = one.clock.now + .seconds(seconds)
        one.history.persist(.log(LogEntry(kind, at: time, by: cause, from: address, subject: subject)))
    }

    @Test func entriesAreListedTheNewestFirst() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        keep(.start, one)
        keep(.token, one, by: .user("root"), subject: "guest")
        keep(.revoked, one, by: .token("phone"), subject: "guest", after: 60)
        let all = try await entries(one)
        #expect(all.map(\.kind) == [.revoked, .token, .start])
        #expect(all.map(\.number) == [3, 2, 1])
        #expect(all.map(\.by) == [.token("phone"), .user("root"), nil])
        #expect(all.map(\.subject) == ["guest", "guest", nil])
        #expect(all.map(\.count) == [1, 1, 1])
        #expect(try await entries(one, LogQuestion(last: 1, before: 3)).map(\.number) == [2])
        #expect(try await entries(one, LogQuestion(kinds: [.start, .token])).map(\.number) == [2, 1])
        let since = TimePoint("2026-11-20T12:00:30Z")
        #expect(try await entries(one, LogQuestion(since: since)).map(\.number) == [3])
        #expect(try one.rows("SELECT kind, cause, subject FROM readable_log WHERE id = 3") == ["revoked|phone|guest"])
    }

    @Test func equalEventsAreCountedForATime() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        // In one batch, then in others.
        for seconds: Int64 in [0, 1, 2] { keep(.failedSignIn, one, from: "10.0.0.5", after: seconds) }
        await one.isStored()
        keep(.failedSignIn, one, from: "10.0.0.5", after: 3599)
        keep(.failedSignIn, one, from: "10.0.0.6", after: 3599)
        await one.isStored()
        keep(.failedSignIn, one, from: "10.0.0.5", after: 3601)
        let all = try await entries(one)
        #expect(all.map(\.count) == [1, 1, 4])
        #expect(all.map(\.from) == ["10.0.0.5", "10.0.0.6", "10.0.0.5"])
        #expect(all.last?.last == one.clock.now + .seconds(3599))
        // Each token that was made is an entry.
        for _ in 0..<3 { keep(.token, one, by: .user("root"), subject: "guest") }
        #expect(try await entries(one, LogQuestion(kinds: [.token])).count == 3)
    }

    @Test func firstSignInFromAnAddressIsMarked() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let phone = Cause.token("phone")
        keep(.signIn, one, by: phone, from: "10.0.0.5")
        keep(.signIn, one, by: phone, from: "10.0.0.5", after: 60)
        keep(.signIn, one, by: .token("tablet"), from: "10.0.0.5", after: 61)
        await one.isStored()
        keep(.signIn, one, by: phone, from: "10.0.0.5", after: 90_000)
        keep(.signIn, one, by: phone, from: "10.0.0.9", after: 90_001)
        let all = try await entries(one)
        #expect(all.map(\.kind) == [.newAddress, .signIn, .newAddress, .newAddress])
        #expect(all.map(\.from) == ["10.0.0.9", "10.0.0.5", "10.0.0.5", "10.0.0.5"])
        #expect(all.map(\.count) == [1, 1, 1, 1])
        #expect(all.last?.last == one.clock.now + .seconds(60))
    }

    /// A front end logs in for each of its connections, many times while one person looks at the page.
    @Test func signInsAreNotCounted() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        // In one batch, then in others.
        for seconds: Int64 in 0..<5 { keep(.signIn, one, by: .token("phone"), from: "127.0.0.1", after: seconds) }
        await one.isStored()
        for day: Int64 in [1, 2] {
            for seconds: Int64 in 0..<3 {
                keep(.signIn, one, by: .token("phone"), from: "127.0.0.1", after: day * 90_000 + seconds)
                await one.isStored()
            }
        }
        let all = try await entries(one)
        #expect(all.map(\.kind) == [.signIn, .signIn, .newAddress])
        #expect(all.map(\.count) == [1, 1, 1])
        #expect(all.last?.last == one.clock.now + .seconds(4))
    }

    /// From so many addresses that the bound is exceeded.
    @Test func failedSignInsDisplaceNoOtherTraces() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        keep(.token, one, by: .user("root"), subject: "guest")
        keep(.signIn, one, by: .token("guest"), from: "10.0.0.1")
        let count = LogEntry.Kind.maxEntries + 250
        for number in 0..<count { keep(.failedSignIn, one, from: "fd00::\(number)") }
        await one.isStored()
        let rows = try one.rows("SELECT kind, count(*) FROM log GROUP BY kind ORDER BY kind")
        #expect(rows.filter { !$0.hasPrefix("failed") } == ["new-address|1", "token|1"])
        let failed = rows.first { $0.hasPrefix("failed") }?.split(separator: "|").last.flatMap { Int($0) } ?? 0
        #expect((LogEntry.Kind.maxEntries...LogEntry.Kind.maxEntries + 100).contains(failed))
        #expect(try one.rows("SELECT address FROM log ORDER BY id DESC LIMIT 1") == ["fd00::\(count - 1)"])
    }

    /// Tried without end by a local process while the disk is slow: the queue does not grow.
    @Test func waitingEventsAreCounted() {
        let queue = WriteQueue(maxRecords: 1000, maxBytes: 1 << 20)
        for number in 0..<10_000 {
            let time = Timestamp(milliseconds: Int64(number))
            queue.persist(.log(LogEntry(.failedSignIn, at: time, from: "user ana on this machine")))
            queue.persist(.log(LogEntry(.refused, at: time, by: .token("guest"), subject: "reload")))
        }
        #expect(queue.waiting == 2)
        #expect(queue.dropped == 0)
    }

    @Test func oldEntriesAreDeleted() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(10 * 86_400) }
        defer { one.remove() }
        keep(.reload, one, by: .user("root"), after: -11 * 86_400)
        keep(.reload, one, by: .user("root"), after: -9 * 86_400)
        await one.isStored()
        #expect(await one.isTidied())
        #expect(try await entries(one).map(\.number) == [2])
    }

    /// A database that is replaced takes no traces with it.
    @Test func entriesStayWhenABackupIsRestored() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        keep(.token, one, by: .user("root"), subject: "before the backup")
        await one.isStored()
        let copy = one.folder.appending(path: "copy.sqlite").path
        try change(one.file, "VACUUM INTO '\(copy)'")
        keep(.token, one, by: .user("root"), subject: "after the backup")
        keep(.signIn, one, by: .token("phone"), from: "10.0.0.5")
        await one.isStored()
        guard case .transfer(let begin) = await one.answer(.restore(.begin)) else { throw Unexpected() }
        let data = try Data(contentsOf: URL(fileURLWithPath: copy))
        for offset in stride(from: 0, to: data.count, by: 40_000) {
            let part = data.subdata(in: offset..<min(data.count, offset + 40_000)).base64EncodedString()
            let step = RestoreStep.write(token: begin.token, offset: offset, data: part)
            guard case .transfer = await one.answer(.restore(step)) else { throw Unexpected() }
        }
        guard case .transfer = await one.answer(.restore(.end(token: begin.token))) else { throw Unexpected() }
        let all = try await entries(one)
        #expect(all.map(\.number) == [3, 2, 1])
        #expect(all.map(\.subject) == [nil, "after the backup", "before the backup"])
        #expect(all.map(\.by) == [.token("phone"), .user("root"), .user("root")])
        keep(.start, one)
        #expect(try await entries(one).map(\.number) == [4, 3, 2, 1])
    }
}

/// Attacks on the log of access.
@Suite struct LogAttackTests {
    /// It made tokens and revoked them until all other traces had gone.
    @Test func oneTreeDisplacesOnlyItsOwnTraces() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        func keep(_ subject: String, by cause: Cause, of tree: UInt64?) {
            one.history.persist(.log(LogEntry(.token, at: one.clock.now, by: cause, subject: subject, tree: tree)))
        }
        keep("made by root", by: .user("root"), of: nil)
        keep("made by another", by: .token("other"), of: 7)
        for number in 0..<6000 { keep("\(number)", by: .token("guest \(number)"), of: 3) }
        await one.isStored()
        #expect(try one.rows("SELECT count(*) FROM log WHERE tree = 3") == ["\(LogEntry.Kind.maxEntriesOfTree)"])
        #expect(
            try one.rows("SELECT subject FROM log WHERE tree IS NOT 3 ORDER BY id")
                == ["made by root", "made by another"]
        )
        #expect(try one.rows("SELECT subject FROM log ORDER BY id DESC LIMIT 1") == ["5999"])
    }
}
