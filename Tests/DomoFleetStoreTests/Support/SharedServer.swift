import Testing

/// Gives the tests of a suite one PostgreSQL, and stops it after them.
struct SharedServer: SuiteTrait, TestScoping {
    @TaskLocal static var running: PostgreSQLServer?

    /// The server of the suite.
    static var current: PostgreSQLServer { get throws { try #require(running) } }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let server = try PostgreSQLServer()
        defer { server.stop() }
        try await Self.$running.withValue(server) { try await function() }
    }
}

extension Trait where Self == SharedServer {
    static var postgreSQL: Self { Self() }
}
