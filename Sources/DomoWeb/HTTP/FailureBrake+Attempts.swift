import HTTPTypes

extension FailureBrake {
    /// Something that only someone with a secret can do: a failure is the status 401.
    ///
    /// - Throws: 429.
    package func attempt<Result>(
        from address: String,
        _ body: () async throws(Problem) -> Result
    ) async throws(Problem) -> Result {
        try await beginAttempt(address)
        do throws(Problem) {
            let result = try await body()
            end(address, isFailure: false)
            return result
        } catch {
            end(address, isFailure: error.status == .unauthorized)
            throw error
        }
    }

    /// Waits a little for others in progress: a household signs in from one address when domo-web has restarted.
    private func beginAttempt(_ address: String) async throws(Problem) {
        let end = ContinuousClock.now + .seconds(2)
        while true {
            let seconds: Int64
            switch begin(address) {
            case .allowed: return
            case .refused(let wait): seconds = wait.components.seconds
            case .later where ContinuousClock.now < end:
                do {
                    // An attempt takes about a millisecond, and others rarely wait: no queue of those who wait, which
                    // clients would leave in between.
                    try await Task.sleep(for: .milliseconds(5))
                    continue
                } catch {
                    seconds = 1
                }
            case .later: seconds = 1
            }
            throw Self.problem(after: seconds)
        }
    }

    static func problem(after seconds: Int64) -> Problem {
        var problem = Problem(.tooManyRequests, "busy", "too many failed attempts from this address")
        problem.headers[.retryAfter] = String(max(1, seconds))
        return problem
    }
}
