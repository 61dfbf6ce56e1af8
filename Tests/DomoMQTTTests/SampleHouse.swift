import DomoLanguage
import DomoModel

@testable import DomoMQTT

/// A house with a lamp, a dimmer, a blind, a lock, and a thermostat with a part.
enum SampleHouse {
    static let house = "aaaaaaaaaaaaaaaa"

    static func id(_ number: Int) -> String {
        let letters = Array("bcdefghijklmnopqrstuvwxyz234567")
        return String(repeating: letters[number % letters.count], count: 16)
    }

    static func element(
        _ number: Int,
        _ name: String,
        _ types: [FacetType],
        class kind: ElementClass? = nil
    )
        -> ModelElement
    {
        var element = ModelElement(
            path: "Casa/\(name)",
            name: name,
            kind: "device",
            types: types.map(\.word),
            writable: types.map(\.word)
        )
        element.id = id(number)
        element.elementClass = kind?.word
        return element
    }

    static let lamp = element(0, "Lamp", [.binary], class: .light)
    static let dimmer = element(1, "Dimmer", [.regulable, .binary], class: .light)
    static let blind = element(2, "Blind", [.bidirectional, .regulable], class: .blind)
    static let lock = element(3, "Lock", [.binary], class: .lock)
    static let note = element(4, "Note", [.value])
    static let all = [lamp, dimmer, blind, lock, note]

    static func model(_ elements: [ModelElement] = all) -> ModelView {
        var place = ModelPlace(path: "Casa", name: "Casa", kind: "house", elements: elements, sectors: [])
        place.id = house
        return ModelView(houses: [place])
    }

    static func reading(_ type: FacetType, _ value: Value?, reachable: Bool? = nil) -> ReadingView {
        ReadingView(
            type: type,
            reading: Reading(
                value: value,
                certainty: value == nil ? .unknown : .confirmed,
                since: Timestamp(milliseconds: 1_000_000),
                cause: .house
            ),
            isReachable: reachable
        )
    }

    /// All unknown.
    static func listing(_ elements: [ModelElement] = all, _ values: [String: Value] = [:]) -> Listing {
        let views = elements.map { element in
            ElementView(
                path: element.path,
                name: element.name,
                kind: element.kind,
                types: element.types,
                readings: element.types.compactMap { FacetType(word: $0) }.map {
                    reading($0, values["\(element.path) \($0.word)"])
                }
            )
        }
        return Listing(places: [
            PlaceView(path: "Casa", name: "Casa", kind: "house", elements: views, sectors: [], count: views.count)
        ])
    }

    static func configuration(_ change: (inout MQTTConfiguration) -> Void = { _ in }) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(
            broker: BrokerSettings(host: "127.0.0.1", port: 1883, clientID: "domo-mqtt-domo")
        )
        change(&configuration)
        return configuration
    }

    static func moment(_ seconds: Double) -> Moment {
        Moment(sinceBoot: .seconds(seconds), time: Timestamp(milliseconds: 1_800_000_000_000 + Int64(seconds * 1000)))
    }
}

extension Hub {
    /// A hub that is connected to both sides, and has published the house.
    static func running(_ configuration: MQTTConfiguration = SampleHouse.configuration()) -> Hub {
        var hub = Hub(configuration, version: "1")
        hub.daemonConnected(now: SampleHouse.moment(1))
        hub.use(SampleHouse.model())
        hub.use(SampleHouse.listing())
        hub.use(SceneList(scenes: []))
        hub.brokerConnected(now: SampleHouse.moment(1))
        _ = hub.publishAll()
        _ = hub.takeEffects()
        return hub
    }

    /// What waits for the broker.
    mutating func publishAll() -> [Publication] {
        var all: [Publication] = []
        while let publication = takePublication() { all.append(publication) }
        return all
    }

    mutating func receive(
        _ topic: String,
        _ text: String,
        _ change: (inout BrokerMessage) -> Void = { _ in },
        at: Double = 2
    ) {
        var message = BrokerMessage(topic: topic, payload: Array(text.utf8))
        change(&message)
        let now = SampleHouse.moment(at)
        handle(message, received: now, isStalled: false, now: now)
    }
}
