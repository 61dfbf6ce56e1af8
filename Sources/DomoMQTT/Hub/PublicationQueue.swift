/// What waits for the broker. Of each retained topic only the newest payload is kept, so that a slow broker gets fewer
/// messages, and never an old state after a newer one.
struct PublicationQueue {
    /// The maximum number of messages that are not retained; the oldest are dropped.
    static let maxMessages = 1000

    private var messages = RingBuffer()
    private var topics: [String] = []
    private var next = 0
    private var publications: [String: Publication] = [:]
    /// How many messages were dropped.
    private(set) var dropped = 0

    var isEmpty: Bool { messages.isEmpty && next == topics.count }

    mutating func add(_ publication: Publication) {
        guard publication.isRetained else {
            if messages.count == Self.maxMessages {
                messages.removeFirst()
                dropped += 1
            }
            return messages.append(publication)
        }
        if publications.updateValue(publication, forKey: publication.topic) == nil {
            topics.append(publication.topic)
        }
    }

    /// The next one: messages first.
    mutating func take() -> Publication? {
        if let message = messages.popFirst() { return message }
        guard next < topics.count else { return nil }
        let topic = topics[next]
        next += 1
        let publication = publications.removeValue(forKey: topic)
        // A whole house must not hold its memory for years.
        if next == topics.count { (topics, next, publications) = ([], 0, [:]) }
        return publication
    }

    mutating func removeAll() { self = PublicationQueue(dropped: dropped) }

    init(dropped: Int = 0) { self.dropped = dropped }

    /// The first elements are removed in constant time on average.
    private struct RingBuffer {
        private var items: [Publication] = []
        private var start = 0

        var count: Int { items.count - start }
        var isEmpty: Bool { count == 0 }

        mutating func append(_ item: Publication) { items.append(item) }

        mutating func removeFirst() { _ = popFirst() }

        mutating func popFirst() -> Publication? {
            guard start < items.count else { return nil }
            let item = items[start]
            start += 1
            if start > 64, start * 2 > items.count {
                items.removeFirst(start)
                start = 0
            }
            return item
        }
    }
}
