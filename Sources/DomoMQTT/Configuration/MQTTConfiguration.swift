import DomoLanguage

/// What `domo-mqtt` is told by its options and its file.
struct MQTTConfiguration: Equatable, Sendable {
    enum DiscoveryMode: String, Sendable, CaseIterable {
        /// One message for each device: Home Assistant 2024.12 and later.
        case device
        /// One message for each component: openHAB, and older ones.
        case component
    }

    /// The range of times that an order may take.
    static let deadlines: ClosedRange<Duration> = .seconds(1)...(.seconds(600))

    var broker: BrokerSettings
    /// The first level or levels of all topics.
    var prefix = "domo"
    /// The prefix of discovery: `homeassistant`; nil for no announcements.
    var discovery: String?
    var discoveryMode = DiscoveryMode.device
    /// The address of the web page of domo, for links; nil for none.
    var page: String?
    var rules = PublishRules()
    /// Whether it is published who caused a value.
    var showsCause = false
    /// How long an order may take after its message has arrived.
    var deadline: Duration = .seconds(10)
    /// The language of labels; nil for those without one.
    var language: String?
    /// For people; they don't keep it from being used.
    var warnings: [String] = []

    var topics: Topics { Topics(prefix: prefix, discovery: discovery) }

    /// For the log.
    var count: String { "\(broker.text), topics \(prefix)/#" }
}
