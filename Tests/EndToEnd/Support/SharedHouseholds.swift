import DomoTestKit
import Testing

/// Households that the tests of a suite borrow one after another, for tests that change nothing that another one sees.
/// They are started on demand, at most one for each test that runs at a time, and stopped after the suite.
final class SharedHouseholds: Sendable {
    /// A running household; with `domo-web`, if the test asked for one.
    struct Shared {
        var household: Household
        var web: WebServer?
    }

    @TaskLocal static var ofSuite: SharedHouseholds?

    /// By their options. The lent ones are missing.
    private let idle = Monitor<[String: [Shared]]>([:])

    /// Lends a household to `body`. It is not lent again if `body` throws.
    static func lend(_ options: String, start: (Household) throws -> Shared, _ body: (Shared) throws -> Void) throws {
        let own = try #require(ofSuite, "a suite whose tests share households is marked @Suite(.waits, .shares)")
        let shared = try own.idle.change { $0[options]?.popLast() } ?? started(start)
        do {
            try body(shared)
        } catch {
            shared.household.end()
            throw error
        }
        own.idle.change { $0[options, default: []].append(shared) }
    }

    private static func started(_ start: (Household) throws -> Shared) throws -> Shared {
        let household = try Household()
        household.tokens = [:]
        do {
            return try start(household)
        } catch {
            household.end()
            throw error
        }
    }

    func end() {
        for shared in idle.change({ idle in
            defer { idle = [:] }
            return idle.values.flatMap { $0 }
        }) {
            shared.household.end()
        }
    }
}

extension Household {
    /// Runs `body` with the model house, its simulated server and its daemon, which the suite shares.
    static func shared(_ body: (Household) throws -> Void) throws {
        try SharedHouseholds.lend(
            "domod",
            start: { household in
                try household.startModelHouse()
                return SharedHouseholds.Shared(household: household)
            },
            { try body($0.household) }
        )
    }

    /// The same with `domo-web`.
    static func sharedWeb(_ options: [String] = [], _ body: (Household, WebServer) throws -> Void) throws {
        try SharedHouseholds.lend(
            "domo-web \(options.joined(separator: " "))",
            start: { household in
                try household.startModelHouse()
                return SharedHouseholds.Shared(household: household, web: try WebServer(household, options))
            },
            { try body($0.household, #require($0.web)) }
        )
    }
}
