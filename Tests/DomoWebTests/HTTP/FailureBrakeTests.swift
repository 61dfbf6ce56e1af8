import DomoLanguage
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import DomoWeb

@Suite struct FailureBrakeTests {
    private let now = ContinuousClock.now

    private func failures(_ brake: FailureBrake, _ addresses: [String], at now: ContinuousClock.Instant) -> Int {
        addresses.count { address in
            guard brake.begin(address, at: now) == .allowed else { return false }
            brake.end(address, isFailure: true, at: now)
            return true
        }
    }

    @Test func addressHasTenFailuresPerMinute() {
        let brake = FailureBrake()
        #expect(failures(brake, Array(repeating: "10.0.0.1", count: 50), at: now) == 10)
        #expect(brake.begin("10.0.0.1", at: now + .seconds(20)) == .refused(for: .seconds(40)))
        #expect(brake.begin("10.0.0.2", at: now) == .allowed)
        #expect(brake.begin("10.0.0.1", at: now + .seconds(60)) == .allowed)
    }

    /// 346 of 400 attempts at once were let through.
    @Test func attemptsAtOnceAreCountedFromTheirBegin() {
        let brake = FailureBrake()
        let begun = (0..<400).count { _ in brake.begin("10.0.0.1", at: now) == .allowed }
        #expect(begun == 10)
        for _ in 0..<begun { brake.end("10.0.0.1", isFailure: false, at: now) }
        #expect((0..<5).allSatisfy { _ in brake.begin("10.0.0.1", at: now) == .allowed })
    }

    @Test func networkOfIPv6AddressesCountsAsOne() {
        let brake = FailureBrake()
        let addresses = (0..<50).map { "2001:db8:1:2::\(String($0, radix: 16))" }
        #expect(failures(brake, addresses, at: now) == 10)
        #expect(failures(brake, ["2001:db8:1:3::1"], at: now) == 1)
        #expect(ClientNetwork("::ffff:10.0.0.1") == ClientNetwork("::ffff:a00:1"))
        #expect(ClientNetwork("::ffff:10.0.0.1") == ClientNetwork("10.0.0.1"))
        #expect(ClientNetwork("::ffff:10.0.0.1") != ClientNetwork("::ffff:10.0.0.2"))
        #expect(ClientNetwork("unix") != ClientNetwork("10.0.0.1"))
    }

    /// Beyond the maximum of networks nobody was limited.
    @Test func networksBeyondTheMaximumAreLimitedTogether() {
        let brake = FailureBrake(maxNetworks: 20)
        let addresses = (0..<2000).map { "10.0.\($0 / 250).\($0 % 250)" }
        #expect(failures(brake, addresses, at: now) == 20 + 100)
        // Those with a record are not affected by others.
        #expect(failures(brake, Array(repeating: "10.0.0.0", count: 20), at: now) == 9)
        #expect(failures(brake, ["10.9.9.9"], at: now + .seconds(61)) == 1)
    }

    /// The whole way: requests with wrong tokens at the same time.
    @Test(.timeLimit(.minutes(5))) func wrongTokensAtOnceReachTheDaemonTenTimes() async throws {
        let tried = Mutex(0)
        try await ScriptedSite.with { _ in
            tried.withLock { $0 += 1 }
            return .fault(Fault(.notAllowed, "the token is not valid"))
        } _: { site throws in
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        do throws(Problem) {
                            return try await site.respond(.get, "/api/v1/scenes", token: "wrong\(number)").status.code
                        } catch {
                            return error.status.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 401 } == 10)
            #expect(statuses.count { $0 == 429 } == 90)
            #expect(tried.withLock { $0 } == 10)
        }
    }
}
