/// What the broker has retained, and what it should have.
struct RetainedTopics {
    private struct Wanted {
        /// Of the payload, which itself would take too much memory.
        var hash: Int
        /// Whether the broker has it as far as is known.
        var isPublished: Bool
    }

    /// What the broker should have.
    private var wanted: [String: Wanted] = [:]
    /// Topics with our names that the broker has, and whose payload is not known.
    private var found: Set<String> = []

    /// Nothing is known of the broker any more.
    mutating func forgetBroker() {
        wanted = wanted.mapValues { Wanted(hash: $0.hash, isPublished: false) }
        found = []
    }

    func isWanted(_ topic: String) -> Bool { wanted[topic] != nil }

    /// - Returns: what has to be published; nil if the broker has it.
    mutating func set(_ topic: String, _ payload: [UInt8]) -> Publication? {
        let hash = payload.hashValue
        if let known = wanted[topic], known.isPublished, known.hash == hash { return nil }
        wanted[topic] = Wanted(hash: hash, isPublished: true)
        return Publication(topic, payload, isRetained: true)
    }

    /// The broker should not have this topic any more.
    mutating func remove(_ topic: String) {
        wanted[topic] = nil
        found.remove(topic)
    }

    /// The broker has retained a topic with one of our names.
    mutating func noteFound(_ topic: String) { if wanted[topic] == nil { found.insert(topic) } }

    /// What was found and is not wanted, once it is known what is wanted.
    mutating func sweep() -> [String] {
        let ghosts = found.filter { wanted[$0] == nil }.sorted()
        found = []
        return ghosts
    }
}
