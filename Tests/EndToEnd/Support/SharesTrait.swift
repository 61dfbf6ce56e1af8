import Testing

/// Stops the shared households after a suite.
struct SharesTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let households = SharedHouseholds()
        defer { households.end() }
        try await SharedHouseholds.$ofSuite.withValue(households) { try await function() }
    }
}

extension Trait where Self == SharesTrait {
    /// Some tests share their households.
    static var shares: Self { SharesTrait() }
}
