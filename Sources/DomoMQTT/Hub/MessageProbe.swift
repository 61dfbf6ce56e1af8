public import DomoLanguage
import DomoModel

/// A hub with a house, which is fed with messages as a broker could send them. For the fuzzer.
public struct MessageProbe {
    /// A message of anybody who may publish.
    public struct Message {
        public var topic: String
        public var payload: [UInt8]
        public var isRetained = false
        public var isDuplicate = false
        public var responseTopic: String?

        public init(topic: String, payload: [UInt8]) { (self.topic, self.payload) = (topic, payload) }
    }

    private var hub: Hub
    private let now = Moment(sinceBoot: .seconds(1), time: Timestamp(milliseconds: 1_800_000_000_000))

    /// - Parameter model: houses with the IDs of their elements.
    public init(_ model: ModelView) {
        var configuration = MQTTConfiguration(broker: BrokerSettings(host: "127.0.0.1", port: 1883, clientID: "probe"))
        configuration.discovery = "homeassistant"
        configuration.rules.scenes = ["evening"]
        hub = Hub(configuration, version: domoVersion)
        hub.daemonConnected(now: now)
        hub.use(model)
        hub.use(Listing(places: []))
        hub.use(SceneList(scenes: []))
        hub.brokerConnected(now: now)
        drain()
    }

    private mutating func drain() {
        while hub.takePublication() != nil {}
        _ = hub.takeEffects()
    }

    /// - Returns: what is wrong with what the hub did; nil for nothing.
    public mutating func feed(_ message: Message) -> String? {
        let before = hub.desk.counts
        hub.handle(
            BrokerMessage(
                topic: message.topic,
                payload: message.payload,
                isRetained: message.isRetained,
                isDuplicate: message.isDuplicate,
                responseTopic: message.responseTopic
            ),
            received: now,
            isStalled: false,
            now: now
        )
        let counts = hub.desk.counts
        var requests: [Request] = []
        for effect in hub.takeEffects() {
            switch effect {
            case .ask(let request, _), .askAlone(let request, _): requests.append(request)
            case .subscribe, .unsubscribe, .warn: break
            }
        }
        if let problem = problem(of: requests, message) { return problem }
        guard counts.received - before.received >= requests.count else { return "more requests than commands" }
        guard counts.pending - before.pending == requests.count else { return "a command without an outcome" }
        while let publication = hub.takePublication() {
            guard isAnswer(publication, to: message) || isOwn(publication.topic) else {
                return "published on \(publication.topic)"
            }
        }
        // They are not to be too many.
        hub.daemonLost()
        hub.daemonConnected(now: now)
        hub.use(Listing(places: []))
        drain()
        return nil
    }

    private func problem(of requests: [Request], _ message: Message) -> String? {
        for request in requests {
            guard !message.isRetained else { return "a retained message became \(request.line)" }
            guard !request.line.utf8.contains(UInt8(ascii: "\n")) else { return "two lines: \(request.line)" }
            do throws(Fault) {
                guard try RequestParser.parse(request.line) == request else {
                    return "domod reads another request: \(request.line)"
                }
            } catch {
                return "domod does not understand \(request.line): \(error.message)"
            }
        }
        return nil
    }

    private func isAnswer(_ publication: Publication, to message: Message) -> Bool {
        publication.topic == message.responseTopic && !isOwn(publication.topic) && !publication.isRetained
    }

    private func isOwn(_ topic: String) -> Bool { topic.hasPrefix("domo/") || topic.hasPrefix("homeassistant/") }
}
