/// What the broker has retained, and what it should have.
struct RetainedTopics {
    /// The payloads that the broker should have, as hash values: the payloads themselves would take too much memory.
    private var wanted: [String: Int] = [:]
    /// What the broker has as far as is known.
    private var current: [String: Int] = [:]
    /// Topics with our names that the broker has, and whose payload is not known.
    private var found: Set<String> = []

    /// Nothing is known of the broker any more.
    mutating func forgetBroker() {
        current = [:]
        found = []
    }

    func isWanted(_ topic: String) -> Bool { wanted[topic] != nil }

    /// - Returns: what has to be published; nil if the broker has it.
    mutating func set(_ topic: String, _ payload: [UInt8]) -> Publication? {
        let hash = payload.hashValue
        wanted[topic] = hash
        guard current[topic] != hash else { return nil }
        current[topic] = hash
        return Publication(topic, payload, isRetained: true)
    }

    /// The broker should not have this topic any more.
    mutating func remove(_ topic: String) {
        wanted[topic] = nil
        current[topic] = nil
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
