/// The topics of what is gone, which the broker still has. They are cleared once Home Assistant was told that it is gone,
/// and has had time to unload it: it warns of an empty state.
struct Leftovers {
    static let pause: Duration = .seconds(2)

    private var topics: Set<String> = []
    private var end: Duration?

    mutating func add(_ topic: String) {
        topics.insert(topic)
        end = nil
    }

    mutating func removeAll() { self = Leftovers() }

    /// - Parameter isAnnouncing: whether Home Assistant has not been told everything yet.
    func nextMoment(isAnnouncing: Bool) -> Duration? { topics.isEmpty || isAnnouncing ? nil : end ?? .zero }

    /// - Returns: what is cleared now.
    mutating func advance(to now: Duration, isAnnouncing: Bool) -> [String] {
        guard !topics.isEmpty, !isAnnouncing else { return [] }
        guard let end else {
            end = now + Self.pause
            return []
        }
        guard end <= now else { return [] }
        defer { removeAll() }
        return topics.sorted()
    }
}
