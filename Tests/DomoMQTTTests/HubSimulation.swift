import DomoLanguage
import DomoModel

@testable import DomoMQTT

/// The hub between a broker and a domod that come and go, with random messages, from a seed.
struct HubSimulation {
    struct Violation: Error, CustomStringConvertible {
        var description: String
    }

    private static let foreign = "domo/foreign/x/state"

    private var random: SplitMix64
    private var hub: Hub
    private var now = 1.0
    // The world.
    private var elements = SampleHouse.all
    private var values: [String: Value] = [:]
    private var retained: [String: [UInt8]] = [Self.foreign: [1]]
    /// Questions of the hub that domod has not answered.
    private var questions: [(Request, Question)] = []
    /// Orders that domod has not ended.
    private var orders: [UInt64] = []
    private var lastOrder: UInt64 = 0
    private var isWatching = false
    // The bookkeeping.
    private var received = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        hub = Hub(
            SampleHouse.configuration { $0.discovery = seed % 2 == 0 ? "homeassistant" : nil },
            version: "1"
        )
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            now += Double(random.next() % 1000) / 500
            try step()
            try settle()
        }
        try end()
    }

    // MARK: Steps

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private var moment: Moment { SampleHouse.moment(now) }

    private mutating func step() throws {
        switch below(12) {
        case 0:
            if hub.isConnected { hub.brokerLost() } else { connectBroker() }
        case 1:
            if hub.isAttached { loseDaemon() } else { attach() }
        case 2:
            // The broker forgets everything, or has something old.
            guard !hub.isConnected else { return }
            if below(2) == 0 { retained = [Self.foreign: [1]] } else { retained[ghost()] = [2] }
        case 3: changeHouse()
        case 4, 5: changeValue()
        case 6: try answer(count: 1 + below(3))
        case 7: endOrder()
        case 8: hub.advance(to: moment)
        default: try command()
        }
    }

    private mutating func ghost() -> String {
        "domo/\(SampleHouse.house)/\(SampleHouse.id(20 + below(3)))/\(["state", "available", "binary", "light"][below(4)])"
    }

    private mutating func connectBroker() { hub.brokerConnected(now: moment) }

    private mutating func attach() {
        hub.daemonConnected(now: moment)
    }

    private mutating func loseDaemon() {
        (questions, orders, isWatching) = ([], [], false)
        hub.daemonLost()
    }

    private mutating func changeHouse() {
        elements = SampleHouse.all.filter { _ in below(4) > 0 }
        guard isWatching else { return }
        hub.handle(Event(kind: .reload, time: moment.time), now: moment)
    }

    private mutating func changeValue() {
        guard !elements.isEmpty else { return }
        let element = elements[below(elements.count)]
        guard let type = FacetType(word: element.types[below(element.types.count)]) else { return }
        let words: [FacetType: [String]] = [
            .binary: ["on", "off"], .regulable: ["0", "40", "100"], .bidirectional: ["up", "down"],
            .value: ["21.5", "hola"], .colour: ["#ff8000"],
        ]
        let known = words[type] ?? []
        guard let value = type.value(word: known[below(known.count)]) else { return }
        values["\(element.path) \(type.word)"] = value
        guard isWatching else { return }
        hub.handle(
            Event(
                kind: .reading,
                time: moment.time,
                path: element.path,
                reading: SampleHouse.reading(type, value)
            ),
            now: moment
        )
    }

    /// A message on a topic of commands, or on any other.
    private mutating func command() throws {
        guard hub.isConnected else { return }
        let number = below(7)
        let types = ["binary", "regulable", "bidirectional", "value", "colour", "light", "nothing", "a+b"]
        var topic = "domo/\(SampleHouse.house)/\(SampleHouse.id(number))/\(types[below(types.count)])/set"
        if below(6) == 0 { topic = ["domo/scenes/scene/a%2Fb/set", "domo/scenes/stop"][below(2)] }
        if below(8) == 0 { topic = mutated(topic) }
        let payloads = [
            "on", "OFF", "toggle", "40", "+10", "up", "hola", "", "#ff8000", "{\"a\":1}", "\u{0}", "1e9",
            "{\"state\":\"ON\",\"brightness\":40}",
        ]
        var message = BrokerMessage(topic: topic, payload: Array(payloads[below(payloads.count)].utf8))
        if below(8) == 0 { message.payload = (0..<below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        message.isRetained = below(8) == 0
        message.isDuplicate = below(8) == 0
        if below(4) == 0 { message.expiry = UInt32(below(4)) }
        let addresses = ["answers/1", "domo/x/y/binary/set", "homeassistant/a", "#"]
        if below(2) == 0 { message.responseTopic = addresses[below(4)] }
        let isStalled = below(10) == 0
        if CommandTopic(topic, topics: hub.topics) != nil { received += 1 }
        let before = hub.effects.count
        let arrival = SampleHouse.moment(now - Double(below(10)) / 10)
        hub.handle(message, received: arrival, isStalled: isStalled, now: moment)
        for effect in hub.effects[before...] {
            guard case .ask(.order(let order), .order) = effect else { continue }
            guard !message.isRetained, !isStalled else { throw Violation(description: "an old message is an order") }
            let limit = arrival + .seconds(Int64(min(10, message.expiry ?? 10)))
            guard let until = order.until, until <= limit.time, until > moment.time else {
                let text = order.until.map(\.rfc3339) ?? "ever"
                throw Violation(description: "the order is good until \(text), not \(limit.time)")
            }
            guard order.element != "Casa/Lock" else { throw Violation(description: "the lock was ordered") }
            guard !(message.isDuplicate && order.wish.dependsOnState) else {
                throw Violation(description: "a duplicate changes what depends on the state")
            }
        }
    }

    private mutating func mutated(_ topic: String) -> String {
        var bytes = Array(topic.utf8)
        for _ in 0...below(3) { bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: domod

    private mutating func answer(count: Int) throws {
        for _ in 0..<count {
            guard hub.isAttached, !questions.isEmpty else { return }
            let (request, question) = questions.removeFirst()
            try answer(request, question)
        }
    }

    private mutating func answer(_ request: Request, _ question: Question) throws {
        switch question {
        case .watch: isWatching = true
        case .model: hub.use(SampleHouse.model(elements))
        case .listing: hub.use(SampleHouse.listing(elements, values))
        case .scenes: hub.use(SceneList(scenes: []))
        case .announced(let scene): hub.use(.success(Explanation(signals: [])), forScene: scene)
        case .explained(let id, let start): hub.use(.success(Explanation(signals: [])), for: id, start)
        case .order(let id):
            guard below(4) > 0 else { return hub.use(.failure(Fault(.refusedValue, "no")), for: id, now: moment) }
            lastOrder += 1
            orders.append(lastOrder)
            // Its stage may be reported first.
            if below(4) == 0 { endOrder() }
            guard case .order(let order) = request else { throw Violation(description: "no order: \(request)") }
            let receipt = OrderReceipt(
                id: lastOrder,
                element: order.element,
                type: nil,
                action: "",
                outcome: .requested,
                attempts: 0,
                milliseconds: 0
            )
            hub.use(.success(receipt), for: id, now: moment)
        case .scene(let id):
            hub.use(.success(SceneReport(scene: "", outcome: .done, steps: [], failed: 0)), for: id)
        case .stopScenes(let id): hub.use(.success(SceneList(scenes: [])), stoppedFor: id)
        case .stopScene(let id): hub.use(Result<SceneReport, Fault>.failure(Fault(.unknownScene, "no")), stoppedFor: id)
        }
    }

    private mutating func endOrder() {
        guard isWatching, !orders.isEmpty else { return }
        let order = orders.remove(at: below(orders.count))
        let stages: [OrderStage] = [.accepted, .confirmed, .failed, .expired, .superseded, .mismatch, .unconfirmed]
        let stage = stages[below(stages.count)]
        hub.handle(Event(kind: .order, time: moment.time, order: order, stage: stage), now: moment)
        if stage == .accepted, below(2) == 0 { orders.append(order) }
    }

    // MARK: The broker

    /// Carries out what the hub wants.
    private mutating func settle() throws {
        for effect in hub.takeEffects() {
            switch effect {
            case .ask(let request, let question), .askAlone(let request, let question):
                if hub.isAttached { questions.append((request, question)) }
            case .subscribe(let filter, wantsRetained: true) where filter == "domo/+/+/+":
                for (topic, payload) in retained {
                    hub.handle(
                        BrokerMessage(topic: topic, payload: payload, isRetained: true),
                        received: moment,
                        isStalled: false,
                        now: moment
                    )
                }
            case .subscribe, .unsubscribe, .warn: break
            }
        }
        guard hub.isConnected else { return }
        // A slow broker takes a part.
        var count = below(3) == 0 ? below(20) : .max
        while count > 0, let publication = hub.takePublication() {
            count -= 1
            try publish(publication)
        }
    }

    private mutating func publish(_ publication: Publication) throws {
        let topic = publication.topic
        guard !topic.isEmpty, !topic.contains("+"), !topic.contains("#"), !topic.hasSuffix("/set") else {
            throw Violation(description: "published on \(topic)")
        }
        guard publication.isRetained else {
            if topic == hub.topics.marker {
                hub.handle(
                    BrokerMessage(topic: topic, payload: publication.payload),
                    received: moment,
                    isStalled: false,
                    now: moment
                )
            }
            return
        }
        guard topic != Self.foreign else { throw Violation(description: "a foreign topic was changed") }
        retained[topic] = publication.payload.isEmpty ? nil : publication.payload
    }

    // MARK: The end

    /// Everything comes back, and has time.
    private mutating func end() throws {
        if !hub.isAttached { attach() }
        if !hub.isConnected { connectBroker() }
        for _ in 0..<40 {
            now += 2
            hub.advance(to: moment)
            try settle()
            try answer(count: .max / 2)
            while isWatching, !orders.isEmpty { endOrder() }
            try settle()
        }
        now += 200
        hub.advance(to: moment)
        for _ in 0..<200 { try settle() }
        try checkTopics()
        let counts = hub.desk.counts
        guard counts.received == received, counts.pending == 0 else {
            throw Violation(description: "\(received) commands, but \(counts)")
        }
    }

    /// The broker has the house, and nothing else.
    private func checkTopics() throws {
        var expected: [String: String] = ["domo/bridge": "online", "domo/domod": "online"]
        for element in elements {
            guard let id = element.id else { continue }
            expected["domo/\(SampleHouse.house)/\(id)/available"] = "online"
            for type in element.types {
                let word = values["\(element.path) \(type)"]?.word
                expected["domo/\(SampleHouse.house)/\(id)/\(type)"] = word ?? "unknown"
            }
        }
        let shown = retained.filter { topic, _ in
            !topic.hasSuffix("/state") && !topic.hasSuffix("/light") && topic != "domo/commands"
                && !topic.hasPrefix("homeassistant/")
        }.mapValues { String(decoding: $0, as: UTF8.self) }
        guard shown == expected else {
            let wrong = Set(shown.keys).union(expected.keys).filter { shown[$0] != expected[$0] }.sorted()
            let lines = wrong.map { "\($0): \(shown[$0] ?? "nothing") instead of \(expected[$0] ?? "nothing")" }
            throw Violation(description: lines.joined(separator: "; "))
        }
        let states = Set(retained.keys.filter { $0.hasSuffix("/state") })
        let wanted = Set(elements.compactMap(\.id).map { "domo/\(SampleHouse.house)/\($0)/state" } + [Self.foreign])
        guard states == wanted else { throw Violation(description: "states: \(states.symmetricDifference(wanted))") }
        // Only the dimmer is a lamp with a level.
        let lamps = retained.keys.filter { $0.hasSuffix("/light") }
        let hasLamp = hub.topics.discovery != nil && elements.contains { $0.name == "Dimmer" }
        guard lamps.count == (hasLamp ? 1 : 0) else { throw Violation(description: "lamps: \(lamps)") }
        let announced = retained.keys.filter { $0.hasPrefix("homeassistant/") }
        let devices = hub.topics.discovery == nil ? 0 : elements.count + 1
        guard announced.count == devices else { throw Violation(description: "announced: \(announced)") }
    }
}
