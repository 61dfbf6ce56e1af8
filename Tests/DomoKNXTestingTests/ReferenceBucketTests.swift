import Testing

@testable import DomoKNXTesting

struct ReferenceBucketTests {
    private static let second: Int64 = 1_000_000_000

    @Test func tokensAreAddedAtAConstantRateUpToTheBurst() {
        var bucket = ReferenceBucket(perSecond: 10, burst: 5, at: 0)
        bucket.charge(7, at: 0)
        #expect(bucket.level(at: 0) == -2)
        #expect(bucket.tokenAt(from: 0) > 300_000_000 && bucket.tokenAt(from: 0) <= 300_000_002)
        #expect(bucket.level(at: Self.second / 2) == 3)
        #expect(bucket.level(at: 10 * Self.second) == 5)
    }

    @Test func externalTrafficNeverTakesMoreThanABurst() {
        var bucket = ReferenceBucket(perSecond: 10, burst: 5, at: 0)
        bucket.chargeOthers(100, at: 0)
        #expect(bucket.level(at: 0) == -5)
        bucket.charge(1, at: 0)
        #expect(bucket.level(at: 0) == -6)
        bucket.chargeOthers(1, at: 0)
        #expect(bucket.level(at: 0) == -6)
    }
}
