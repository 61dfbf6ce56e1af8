import DomoModel
import DomoNATS

/// When a house gets new credentials.
enum RenewalTimes {
    /// How long after a failure it tries again, at most.
    private static let maxPause: Int64 = 3_600_000

    /// After two thirds of their time.
    static func due(_ jwt: NATSJWT) -> Timestamp? {
        jwt.expires.map { Timestamp(milliseconds: 1000 * jwt.issuedAt + 1000 * ($0 - jwt.issuedAt) * 2 / 3) }
    }

    /// How long to wait until the next look at the clock; nil if the credentials don't end.
    ///
    /// - Parameters:
    ///   - failed: whether they were due and could not be renewed.
    ///   - random: 0 up to 1, so that houses that were enrolled together don't ask together.
    static func pause(_ jwt: NATSJWT, at now: Timestamp, failed: Bool, random: Double) -> Duration? {
        guard let due = due(jwt), let expires = jwt.expires else { return nil }
        let left = failed ? (expires * 1000 - now.milliseconds) / 6 : due.milliseconds - now.milliseconds
        // The wall clock may jump, so that a long pause has several parts.
        let pause = min(max(left, failed ? 1000 : 0), maxPause)
        return .milliseconds(failed || pause == maxPause ? Int64(Double(pause) * (0.5 + random / 2)) : pause)
    }
}
