import DomoModel
import Testing

@testable import DomoMQTT

struct AnnouncerTests {
    private static func announcer(_ mode: MQTTConfiguration.DiscoveryMode, lamps: Int) -> Announcer {
        let elements = (0..<lamps).map { SampleHouse.element($0, "Lamp\($0)", [.binary], class: .light) }
        var announcer = Announcer(
            SampleHouse.configuration {
                $0.discovery = "homeassistant"
                $0.discoveryMode = mode
            },
            version: "1"
        )
        let mirror = HouseMirror(SampleHouse.model(elements), rules: PublishRules(), language: nil)
        announcer.use(mirror, scenes: [], language: nil)
        return announcer
    }

    private typealias Published = (time: Duration, publication: Publication)

    /// What is published, with its time.
    private static func run(
        _ announcer: inout Announcer,
        from start: Duration = .zero,
        steps: Int = 1000
    ) -> [Published] {
        var published: [Published] = []
        var now = start
        for _ in 0..<steps {
            guard let next = announcer.nextMoment else { break }
            now = max(now, next)
            announcer.advance(to: now)
            while let publication = announcer.take() { published.append((now, publication)) }
        }
        return published
    }

    /// Home Assistant ignores the announcement of an entity that it still unloads.
    ///
    /// - Parameters:
    ///   - lamps: with domo itself as many as are published at a time, or more.
    ///   - steps: after how many Home Assistant starts; nil for never.
    @Test(arguments: [Announcer.batch - 1, Announcer.batch + 5], [nil, 0, 1, 2, 3, 4, 5])
    func restartOfHomeAssistantDoesNotShortenAChangeOfTheMode(lamps: Int, steps: Int?) throws {
        var old = Self.announcer(.component, lamps: lamps)
        old.start()
        let retained = Self.run(&old).map(\.publication).filter(\.isRetained)
        #expect(retained.count == lamps + 1)

        var announcer = Self.announcer(.device, lamps: lamps)
        for publication in retained {
            let isOurs = announcer.noteFound(BrokerMessage(topic: publication.topic, payload: publication.payload))
            #expect(isOurs)
        }
        announcer.start()
        var published: [Published] = []
        if let steps {
            published = Self.run(&announcer, steps: steps)
            // Home Assistant has started.
            announcer.announceAll(again: true)
        }
        published += Self.run(&announcer, from: published.last?.time ?? .zero)
        let topics = Set(retained.map(\.topic))
        let last = try #require(published.last { topics.contains($0.publication.topic) }).time
        let announced = published.filter { !topics.contains($0.publication.topic) && !$0.publication.payload.isEmpty }
        let first = try #require(announced.first).time
        #expect(first - last >= .seconds(2), "the old announcements ended at \(last), the new ones began at \(first)")
        #expect(Set(announced.map(\.publication.topic)).count == lamps + 1)
        // Nothing was announced for the Home Assistant before only.
        #expect(announcer.nextMoment == nil)
    }
}
