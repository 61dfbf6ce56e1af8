/// A message from the broker.
struct BrokerMessage: Equatable, Sendable {
    var topic: String
    var payload: [UInt8]
    /// Whether the broker kept it for those that subscribe later; with MQTT 5, whether it was published so.
    var isRetained = false
    /// Whether it may have been sent before.
    var isDuplicate = false
    /// The remaining time in seconds for which it is good (MQTT 5).
    var expiry: UInt32?
    /// Where the sender waits for an answer (MQTT 5).
    var responseTopic: String?
    /// What the answer must carry, so that the sender knows to what it belongs (MQTT 5).
    var correlation: [UInt8]?
}

/// A message to the broker.
struct Publication: Equatable, Sendable {
    var topic: String
    /// Empty and retained: removes what the broker has retained.
    var payload: [UInt8]
    var isRetained = false
    /// After how many seconds the broker forgets it (MQTT 5).
    var expiry: UInt32?
    var correlation: [UInt8]?

    init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false, correlation: [UInt8]? = nil) {
        (self.topic, self.payload, self.isRetained, self.correlation) = (topic, payload, isRetained, correlation)
    }

    init(_ topic: String, _ text: String, isRetained: Bool = false) {
        self.init(topic, Array(text.utf8), isRetained: isRetained)
    }
}
