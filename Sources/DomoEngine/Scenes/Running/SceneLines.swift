/// The lines that scenes write to the log: a scene that is triggered all the time must not displace the rest of it.
struct SceneLines: Sendable {
    /// Of one scene in a minute.
    static let max = 60

    private var counts: [String: Int] = [:]
    private var minute = 0

    /// - Parameter scene: its folded name.
    /// - Returns: false if it has written too many.
    mutating func take(for scene: String, at now: Instant) -> Bool {
        let present = Int(now.uptime / 60_000_000_000)
        if present != minute { (minute, counts) = (present, [:]) }
        guard counts[scene, default: 0] < Self.max else { return false }
        counts[scene, default: 0] += 1
        return true
    }
}
