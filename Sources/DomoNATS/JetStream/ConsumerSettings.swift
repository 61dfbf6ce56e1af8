import DomoLanguage
public import NIOCore

/// A durable pull consumer: each message is acknowledged, and comes again if it is not in time.
public struct ConsumerSettings: Equatable, Sendable {
    /// Letters, digits, `-` and `_`.
    public var name: String
    public var stream: String
    /// When a message that is not acknowledged comes again.
    public var acknowledgeWithin: TimeAmount = .seconds(60)
    /// Messages that are delivered and not acknowledged.
    public var maxPending = 5000
    /// 0 for as many as the stream.
    public var replicas = 0

    public init(name: String, stream: String) { (self.name, self.stream) = (name, stream) }

    var problem: String? {
        for name in [name, stream] { if let problem = StreamSettings.problem(inName: name) { return problem } }
        guard acknowledgeWithin >= .milliseconds(100), (1...1_000_000).contains(maxPending), (0...5).contains(replicas)
        else { return "invalid limits of a consumer" }
        return nil
    }

    /// The request for `CONSUMER.CREATE`, which also updates.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("stream_name")
            json.string(stream)
            json.key("config")
            json.object { json in
                json.key("name")
                json.string(name)
                json.key("durable_name")
                json.string(name)
                json.key("deliver_policy")
                json.string("all")
                json.key("ack_policy")
                json.string("explicit")
                json.key("ack_wait")
                json.number(Int(acknowledgeWithin.nanoseconds))
                json.key("max_ack_pending")
                json.number(maxPending)
                json.key("max_deliver")
                json.number(-1)
                json.key("replay_policy")
                json.string("instant")
                json.key("num_replicas")
                json.number(replicas)
            }
        }
        return json.bytes
    }
}
