import DomoLanguage
import DomoModel

/// Announces the devices to Home Assistant: a few at a time, and what has vanished in two steps.
///
/// It starts when it is known what the broker has retained, since a component that vanished must be announced as
/// removed before it may be missing.
struct Announcer {
    /// So many are published at a time, with pauses: Home Assistant creates its entities one after the other.
    static let batch = 20
    static let pause: Duration = .milliseconds(20)

    private let discovery: Discovery?
    private let mode: MQTTConfiguration.DiscoveryMode
    private var wanted: [String: Publication] = [:]
    /// The topics of `wanted`, in the order of the house.
    private var topics: [String] = []
    /// The components of the announcements that the broker has, with their platforms.
    private var announced: [String: [String: String]] = [:]
    private var waiting: [Publication] = []
    private var isStarted = false
    private var nextBatch: Duration = .zero

    init(topics: Topics, mode: MQTTConfiguration.DiscoveryMode, version: String) {
        self.mode = mode
        discovery = topics.discovery == nil ? nil : Discovery(topics: topics, version: version)
    }

    /// Nothing is known of the broker any more.
    mutating func forgetBroker() {
        isStarted = false
        announced = [:]
        waiting = []
    }

    /// - Returns: whether the message is one of our announcements.
    mutating func noteFound(_ message: BrokerMessage) -> Bool {
        guard let discovery, discovery.isOurs(message.topic) else { return false }
        guard !isStarted else { return true }
        announced[message.topic] = discovery.components(of: message.payload)
        return true
    }

    mutating func use(_ mirror: HouseMirror, scenes: [SceneList.Scene]) {
        guard let discovery else { return }
        let new = discovery.announcements(of: mirror, scenes: scenes, mode: mode)
        topics = new.map(\.topic)
        wanted = Dictionary(new.map { ($0.topic, $0) }) { first, _ in first }
        if isStarted { announceAll() }
    }

    /// It is known what the broker has.
    mutating func start() {
        isStarted = true
        announceAll()
    }

    /// Announces everything, and removes what is gone.
    mutating func announceAll() {
        guard isStarted, let discovery else { return }
        waiting = []
        for topic in announced.keys.sorted() where wanted[topic] == nil {
            waiting.append(Publication(topic, [], isRetained: true))
            announced[topic] = nil
        }
        for topic in topics {
            guard let publication = wanted[topic] else { continue }
            let components = discovery.components(of: publication.payload)
            let gone = (announced[topic] ?? [:]).filter { components[$0.key] != $0.value }
            if !gone.isEmpty { waiting.append(discovery.reduced(publication, without: gone)) }
            waiting.append(publication)
            announced[topic] = components
        }
    }

    var nextMoment: Duration? { waiting.isEmpty ? nil : nextBatch }

    /// - Returns: what is published now.
    mutating func advance(to now: Duration) -> [Publication] {
        guard !waiting.isEmpty, nextBatch <= now else { return [] }
        nextBatch = now + Self.pause
        let batch = Array(waiting.prefix(Self.batch))
        waiting.removeFirst(batch.count)
        return batch
    }
}
