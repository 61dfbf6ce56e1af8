import DomoLanguage
import DomoModel

@testable import DomoEngine
@testable import DomoHTTP

/// An engine whose reads and orders go to a server over HTTP; time passes only as the test wants.
final class EngineOnHTTP {
    private var engine: Engine
    private var now = Instant(uptime: 5_000_000_000, wall: Timestamp(milliseconds: 1_700_000_000_000))
    private var wakeAt: Instant?
    private let fixture: LinkFixture
    /// What is to be done, oldest first.
    private var waiting: [Effect] = []

    init(_ fixture: LinkFixture, _ elements: [Element]) {
        self.fixture = fixture
        engine = Engine(seed: 7, at: now)
        let link = Catalog.Link(label: "http", profile: fixture.link.profile, port: fixture.link)
        feed(
            .load(Catalog(houses: [House(name: "Casa", elements: elements)], links: [link], linkOfHouse: [0]), ids: [])
        )
    }

    private func feed(_ input: Input) {
        for effect in engine.handle(input, at: now) {
            if case .wake(let moment) = effect { wakeAt = moment } else { waiting.append(effect) }
        }
    }

    /// Lets time pass, and carries out what the engine wants sent and read meanwhile.
    func pass(_ duration: Duration) async {
        let end = now + duration
        await work()
        while let wake = wakeAt, wake <= end {
            now = max(now, wake)
            wakeAt = nil
            feed(.wake)
            await work()
        }
        now = end
    }

    private func work() async {
        while !waiting.isEmpty {
            guard case .read(let query, _) = waiting.removeFirst() else { continue }
            let answer = await fixture.answer(to: query)
            feed(.answer(query.id, answer))
        }
    }

    func reading(_ name: String, _ type: FacetType) -> ReadingView? { id(name).map { engine.reading(of: $0, type) } }
    func cover(_ name: String) -> CoverView? { id(name).flatMap { engine.coverView(of: $0) } }
    func areTwins(_ one: String, _ other: String) -> Bool {
        id(one).map { engine.houses.representative(of: $0) } == id(other).map { engine.houses.representative(of: $0) }
    }

    private func id(_ name: String) -> ElementID? { engine.houses.index.element(at: "Casa/\(name)") }
}

extension LinkFixture {
    func answer(to query: Query) async -> Answer {
        await withCheckedContinuation { continuation in
            link.read(query) { continuation.resume(returning: $0) }
            link.flush()
        }
    }
}
