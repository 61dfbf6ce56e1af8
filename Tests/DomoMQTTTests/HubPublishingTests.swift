import DomoLanguage
import DomoModel
import Testing

@testable import DomoMQTT

@Suite("What the hub publishes")
struct HubPublishingTests {
    private static func topics(_ publications: [Publication]) -> [String: String] {
        Dictionary(publications.map { ($0.topic, String(decoding: $0.payload, as: UTF8.self)) }) { _, last in last }
    }

    private static let lamp = "domo/\(SampleHouse.house)/\(SampleHouse.id(0))"

    @Test func wholeHouseIsPublishedWhenBothSidesAreThere() throws {
        var hub = Hub(SampleHouse.configuration(), version: "1")
        hub.brokerConnected(now: SampleHouse.moment(1))
        var published = Self.topics(hub.publishAll())
        #expect(published["domo/bridge"] == "online")
        #expect(published["domo/domod"] == "offline")
        #expect(published["\(Self.lamp)/state"] == nil)
        hub.daemonConnected(now: SampleHouse.moment(2))
        hub.use(SampleHouse.model())
        hub.use(SampleHouse.listing(SampleHouse.all, ["Casa/Lamp binary": .on]))
        published = Self.topics(hub.publishAll())
        #expect(published["domo/domod"] == "online")
        #expect(published["\(Self.lamp)/binary"] == "on")
        #expect(published["\(Self.lamp)/available"] == "online")
        #expect(
            published["\(Self.lamp)/state"]
                == #"{"binary":{"value":"on","certainty":"confirmed","stale":false,"since":"1970-01-01T00:16:40.000Z"}}"#
        )
        #expect(published["domo/\(SampleHouse.house)/\(SampleHouse.id(4))/value"] == "unknown")
    }

    @Test func eventAfterTheListingWasAskedForIsNewerThanIt() throws {
        var hub = Hub(SampleHouse.configuration(), version: "1")
        hub.brokerConnected(now: SampleHouse.moment(1))
        hub.daemonConnected(now: SampleHouse.moment(1))
        hub.use(SampleHouse.model())
        let event = Event(
            kind: .reading,
            time: SampleHouse.moment(1).time,
            path: "Casa/Lamp",
            reading: SampleHouse.reading(.binary, .on)
        )
        hub.handle(event, now: SampleHouse.moment(1))
        hub.use(SampleHouse.listing(SampleHouse.all, ["Casa/Lamp binary": .off]))
        #expect(Self.topics(hub.publishAll())["\(Self.lamp)/binary"] == "on")
    }

    @Test func nothingIsPublishedTwice() throws {
        var hub = Hub.running()
        let event = Event(
            kind: .reading,
            time: SampleHouse.moment(2).time,
            path: "Casa/Lamp",
            reading: SampleHouse.reading(.binary, .on)
        )
        hub.handle(event, now: SampleHouse.moment(2))
        #expect(Set(hub.publishAll().map(\.topic)) == ["\(Self.lamp)/state", "\(Self.lamp)/binary"])
        hub.handle(event, now: SampleHouse.moment(2))
        #expect(hub.publishAll() == [])
    }

    @Test func waitingStateIsReplacedByANewerOne() throws {
        var hub = Hub.running()
        for value in [Value.on, .off, .on] {
            let event = Event(
                kind: .reading,
                time: SampleHouse.moment(2).time,
                path: "Casa/Lamp",
                reading: SampleHouse.reading(.binary, value)
            )
            hub.handle(event, now: SampleHouse.moment(2))
        }
        #expect(hub.publishAll().filter { $0.topic.hasSuffix("/binary") }.map(\.payload) == [Array("on".utf8)])
    }

    @Test func topicsOfWhatIsGoneAreRemoved() throws {
        var hub = Hub.running()
        hub.use(SampleHouse.model([SampleHouse.lamp]))
        let removed = hub.publishAll().filter { $0.payload.isEmpty && $0.isRetained }.map(\.topic)
        #expect(removed.contains("domo/\(SampleHouse.house)/\(SampleHouse.id(1))/regulable"))
        #expect(removed.contains("domo/\(SampleHouse.house)/\(SampleHouse.id(1))/state"))
        #expect(!removed.contains("\(Self.lamp)/state"))
        // State, availability and each type of the dimmer, the blind, the lock and the note.
        #expect(removed.count == 4 + 4 + 3 + 3)
    }

    /// Home Assistant warns of an empty state of an entity that it still has.
    @Test func topicsOfWhatIsGoneAreRemovedAfterItsAnnouncement() throws {
        var hub = Hub.running(SampleHouse.configuration { $0.discovery = "homeassistant" })
        // Without the marker of the broker.
        hub.advance(to: SampleHouse.moment(10))
        hub.advance(to: SampleHouse.moment(11))
        #expect(hub.publishAll().contains { $0.topic.contains(SampleHouse.id(1)) && $0.topic.hasSuffix("/config") })
        hub.use(SampleHouse.model([SampleHouse.lamp]))
        hub.advance(to: SampleHouse.moment(12))
        let first = hub.publishAll().filter { $0.payload.isEmpty && $0.isRetained }.map(\.topic)
        #expect(first.count == 4)
        #expect(first.allSatisfy { $0.hasSuffix("/config") })
        hub.advance(to: SampleHouse.moment(13))
        #expect(hub.publishAll() == [])
        // What returns meanwhile stays.
        hub.use(SampleHouse.model([SampleHouse.lamp, SampleHouse.lock]))
        hub.use(SampleHouse.listing([SampleHouse.lamp, SampleHouse.lock]))
        var cleared: [String] = []
        for second in 14..<20 {
            hub.advance(to: SampleHouse.moment(Double(second)))
            cleared += hub.publishAll().filter { $0.payload.isEmpty && $0.isRetained }.map(\.topic)
        }
        // With the topic of the lamp that the dimmer is.
        #expect(cleared.count == 5 + 4 + 3)
        #expect(!cleared.contains { $0.contains(SampleHouse.id(3)) || $0.hasSuffix("/config") })
    }

    /// What the broker has of the house is no ghost while the readings are awaited, or are those of other houses.
    @Test(arguments: ["model", "reload", "loss"])
    func nothingIsRemovedBeforeTheReadingsAreKnown(missing: String) {
        let topic = "domo/\(SampleHouse.house)/\(SampleHouse.id(0))/state"
        var hub = Hub(SampleHouse.configuration(), version: "1")
        let now = SampleHouse.moment(1)
        hub.brokerConnected(now: now)
        hub.handle(
            BrokerMessage(topic: topic, payload: [1], isRetained: true),
            received: now,
            isStalled: false,
            now: now
        )
        hub.daemonConnected(now: now)
        hub.use(SampleHouse.model())
        if missing != "model" { hub.use(SampleHouse.listing()) }
        if missing == "reload" { hub.handle(Event(kind: .reload, time: now.time), now: now) }
        if missing == "loss" { hub.daemonLost() }
        // Without the marker of the broker.
        hub.advance(to: SampleHouse.moment(10))
        #expect(!hub.publishAll().contains { $0.topic == topic })
    }

    /// What went while the bridge was off is still with the broker.
    @Test func ghostsAreRemovedOnceTheHouseIsKnown() throws {
        let ghost = "domo/\(SampleHouse.house)/\(SampleHouse.id(9))/state"
        var hub = Hub(SampleHouse.configuration(), version: "1")
        hub.brokerConnected(now: SampleHouse.moment(1))
        let marker = try #require(hub.publishAll().first { $0.topic == "domo/marker" })
        for topic in [ghost, "\(Self.lamp)/state", "domo/foreign/x/y", "domo/\(SampleHouse.house)/notes/state"] {
            hub.receive(topic, "{}") { $0.isRetained = true }
        }
        hub.handle(
            BrokerMessage(topic: marker.topic, payload: marker.payload),
            received: SampleHouse.moment(1),
            isStalled: false,
            now: SampleHouse.moment(1)
        )
        #expect(hub.publishAll() == [])
        hub.daemonConnected(now: SampleHouse.moment(2))
        hub.use(SampleHouse.model())
        hub.use(SampleHouse.listing())
        #expect(hub.publishAll().filter(\.payload.isEmpty).map(\.topic) == [ghost])
    }

    @Test func whatIsExceptedIsNotPublished() throws {
        var hub = Hub(SampleHouse.configuration { $0.rules.exceptions = ["Casa/Lamp"] }, version: "1")
        hub.brokerConnected(now: SampleHouse.moment(1))
        hub.daemonConnected(now: SampleHouse.moment(1))
        hub.use(SampleHouse.model())
        hub.use(SampleHouse.listing())
        let event = Event(kind: .input, time: SampleHouse.moment(2).time, path: "Casa/Lamp", message: "on")
        hub.handle(event, now: SampleHouse.moment(2))
        let topics = hub.publishAll().map(\.topic)
        #expect(!topics.contains { $0.contains(SampleHouse.id(0)) })
        #expect(!topics.contains { $0.contains("/event/") })
    }

    @Test(arguments: [false, true])
    func causesAreShownOnlyIfThatIsWanted(shows: Bool) throws {
        var hub = Hub.running(SampleHouse.configuration { $0.showsCause = shows })
        var view = SampleHouse.reading(.binary, .on)
        view.reading.cause = .token("Anna's phone")
        hub.handle(
            Event(kind: .reading, time: SampleHouse.moment(2).time, path: "Casa/Lamp", reading: view),
            now: SampleHouse.moment(2)
        )
        hub.handle(
            Event(
                kind: .scene,
                time: SampleHouse.moment(2).time,
                by: .token("Anna's phone"),
                scene: "noche",
                progress: .begins
            ),
            now: SampleHouse.moment(2)
        )
        let shown = hub.publishAll().filter { String(decoding: $0.payload, as: UTF8.self).contains("Anna") }
        #expect(shown.count == (shows ? 2 : 0))
    }

    @Test func elementOfADownLinkIsOffline() throws {
        var hub = Hub.running()
        hub.handle(
            Event(kind: .server, time: SampleHouse.moment(2).time, server: "main", reachable: false),
            now: SampleHouse.moment(2)
        )
        #expect(hub.nextMoment == .seconds(2) + Hub.syncPause)
        hub.advance(to: SampleHouse.moment(3))
        #expect(hub.takeEffects().contains(.ask(.list(path: nil, recursive: true, language: nil), .listing)))
        var listing = SampleHouse.listing()
        for index in listing.places[0].elements[0].readings.indices {
            listing.places[0].elements[0].readings[index].isReachable = false
        }
        hub.use(listing)
        #expect(Self.topics(hub.publishAll())["\(Self.lamp)/available"] == "offline")
    }

    @Test func oldestMessagesGoFirstIfTheBrokerIsSlow() {
        var queue = PublicationQueue()
        for number in 0..<(PublicationQueue.maxMessages + 5) { queue.add(Publication("t", "\(number)")) }
        #expect(queue.dropped == 5)
        #expect(queue.take()?.payload == Array("5".utf8))
    }
}
