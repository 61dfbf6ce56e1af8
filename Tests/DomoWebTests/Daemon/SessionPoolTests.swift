import DomoClient
import DomoLanguage
import HTTPTypes
import Hummingbird
import Testing

@testable import DomoWeb

/// Which tokens can be in use at the same time.
@Suite struct SessionPoolTests {
    private static let limits = SessionPool.Limits(total: 8, tree: 3, reserve: 2)

    private static func use(_ pool: SessionPool, _ names: [String]) async throws -> [String] {
        for name in names { _ = try await pool.call(with: name, from: "") }
        return await names.asyncFilter { await pool.isInUse($0) }
    }

    @Test func idlestOfTheSameTreeGivesWay() async throws {
        try await ScriptedSite.with(sessions: Self.limits) { _ in
            .scenes(SceneList(scenes: []))
        } _: { site throws in
            #expect(
                try await Self.use(site.pool, ["other_2", "a_1", "b_1", "c_1"]) == ["other_2", "a_1", "b_1", "c_1"]
            )
            // The oldest was used again.
            _ = try await site.pool.call(with: "a_1", from: "")
            #expect(try await Self.use(site.pool, ["d_1"]) == ["d_1"])
            #expect(await site.pool.isInUse("a_1"))
            #expect(await !site.pool.isInUse("b_1"))
            #expect(await site.pool.isInUse("other_2"))
        }
    }

    @Test func treeThatUsesMostGivesWayWhenAllAreInUse() async throws {
        try await ScriptedSite.with(sessions: Self.limits) { _ in
            .scenes(SceneList(scenes: []))
        } _: { site throws in
            let hostile = ["a_1", "b_1", "c_1", "d_2", "e_2", "f_2"]
            #expect(try await Self.use(site.pool, hostile) == hostile)
            #expect(try await Self.use(site.pool, ["guest_3"]) == ["guest_3"])
            #expect(await hostile.asyncFilter { await site.pool.isInUse($0) }.count == 5)
        }
    }

    @Test func wrongTokensDontDelayTokensThatHaveWorked() async throws {
        try await ScriptedSite.with(sessions: Self.limits) { line in
            line.contains("wrong")
                ? .fault(Fault(.notAllowed, "the token is not valid")) : .scenes(SceneList(scenes: []))
        } _: { site throws in
            func status(_ token: String) async -> Int {
                do throws(Problem) {
                    return try await site.respond(.get, "/api/v1/scenes", token: token).status.code
                } catch {
                    return error.status.code
                }
            }
            #expect(await status("phone_1") == 200)
            // No longer in use: others of the tree took its place.
            for name in ["a_1", "b_1", "c_1"] { #expect(await status(name) == 200) }
            #expect(await !site.pool.isInUse("phone_1"))
            for number in 0..<FailureBrake.free { #expect(await status("wrong\(number)") == 401) }
            #expect(await status("wrong") == 429)
            #expect(await status("phone_1") == 200)
            // One that never worked could be another guess.
            #expect(await status("tablet_2") == 429)
        }
    }

    @Test func knownTokensAreBoundedAndTheLastUsedStay() {
        var known = KnownTokens(limit: 4)
        for name in ["a", "b", "c", "d", "a", "e"] { known.insert(name) }
        #expect(["a", "d", "e"].allSatisfy(known.contains))
        #expect(!known.contains("b"))
        known.remove("a")
        #expect(!known.contains("a"))
    }

    @Test func whoManagesEverythingIsNeverRefused() async throws {
        try await ScriptedSite.with(sessions: .init(total: 2, tree: 3, reserve: 0), role: .manage) { _ in
            .scenes(SceneList(scenes: []))
        } _: { site throws in
            let names = (1...6).map { "manager_\($0)" }
            #expect(try await Self.use(site.pool, names).count == 2)
        }
    }
}

extension Array {
    fileprivate func asyncFilter(_ isIncluded: (Element) async -> Bool) async -> [Element] {
        var found: [Element] = []
        for element in self where await isIncluded(element) { found.append(element) }
        return found
    }
}
