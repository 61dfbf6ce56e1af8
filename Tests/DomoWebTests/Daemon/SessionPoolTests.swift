import DomoClient
import DomoLanguage
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
