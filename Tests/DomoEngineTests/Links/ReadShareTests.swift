import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Reads of a bus leave room for orders.
struct ReadShareTests {
    private static let rate = 20.0
    private static let burst = 10

    /// Many elements on a bus that answers each read after 50 ms.
    private final class Bus {
        let house: HouseUnderTest
        private let id: LinkID
        private var due: [(at: Instant, query: Query)] = []
        private var seen = 0
        private var reported = 0
        private(set) var maxOutstanding = 0

        init(elements: Int = 300, cost: Int = 1, change: (inout EndpointProfile) -> Void = { _ in }) throws {
            let names = (0..<elements).map { "E\($0)" }
            var profile = FakeProfile("bus", reports: [.regulable], reading: ReadPolicy(mode: .pushed, perSecond: 1000))
            profile.costOfReading = cost
            profile.endpoints[0].reportsReachability = true
            profile.endpoints[0].pace = Pace(perSecond: ReadShareTests.rate, burst: ReadShareTests.burst)
            profile.endpoints[0].readShare = 0.5
            profile.endpoints[0].maxReads = 6
            change(&profile.endpoints[0])
            house = HouseUnderTest(
                Catalog(
                    houses: [House(name: "Casa", elements: names.map { HouseUnderTest.element($0, .regulable) })],
                    links: [Catalog.Link(label: "bus", profile: profile, port: FakeLink("bus"))],
                    linkOfHouse: [0]
                )
            )
            id = try #require(house.started.last)
            house.feed(.link(id, endpoint: nil, .up))
        }

        func report(_ state: LinkState) { house.feed(.link(id, endpoint: nil, state)) }

        /// Advances by a millisecond.
        func tick() {
            house.pass(.milliseconds(1))
            for read in house.read.dropFirst(seen) { due.append((house.now + .milliseconds(50), read.query)) }
            seen = house.read.count
            maxOutstanding = max(maxOutstanding, due.count)
            while let first = due.first, first.at <= house.now {
                due.removeFirst()
                let states = first.query.targets.indices.map {
                    Answer.State(target: $0, type: .regulable, value: .level(Percent(clamping: 10)))
                }
                house.feed(.answer(first.query.id, .states(states)))
            }
            for sent in house.sent.dropFirst(reported) {
                reported += 1
                house.feed(.outcome(sent.dispatch.id, .accepted))
            }
        }

        func run(_ duration: Duration) { for _ in 0..<Int(duration.nanoseconds / 1_000_000) { tick() } }
    }

    @Test(arguments: [1, 2, 5])
    func readsTakeNoMoreThanTheirShare(cost: Int) throws {
        let bus = try Bus(cost: cost)
        let start = bus.house.now
        bus.run(.seconds(20))
        let spent = bus.house.read.count * cost
        let seconds = Double((bus.house.now - start).nanoseconds) / 1_000_000_000
        let share = 0.5 * (Self.rate * seconds + Double(Self.burst)) + Double(cost)
        #expect(Double(spent) <= share)
        #expect(Double(spent) >= 0.5 * Self.rate * seconds - Double(2 * cost), "they use their share")
        #expect(bus.maxOutstanding <= 6)
    }

    @Test func severalReadsAreOutstandingAtOnce() throws {
        let bus = try Bus()
        bus.tick()
        bus.tick()
        #expect(bus.house.read.count > 2)
        bus.run(.milliseconds(30))
        #expect(bus.house.read.count == 5, "half of the burst")
        let other = try Bus { $0.maxReads = 4 }
        other.run(.milliseconds(30))
        #expect(other.house.read.count == 4)
    }

    /// An order given while a whole bus is being read is sent within 100 ms.
    @Test(arguments: [1, 2, 5])
    func personsOrderWaitsNoLongerThan100MillisecondsForReads(cost: Int) throws {
        let bus = try Bus(cost: cost)
        var random = SplitMix64(seed: UInt64(cost))
        var longest = Duration.zero
        for number in 0..<60 {
            // Other orders have used up the burst.
            for other in 0..<Int.random(in: 0...12, using: &random) { try bus.house.give("dim E\(100 + other) 40") }
            bus.run(.seconds(1))
            while bus.house.sent.count < Int(bus.house.engine.lastOrder) { bus.tick() }
            for other in 0..<Int.random(in: 0...12, using: &random) { try bus.house.give("dim E\(200 + other) 40") }
            while bus.house.sent.count < Int(bus.house.engine.lastOrder) { bus.tick() }
            bus.run(.milliseconds(Int.random(in: 0...400, using: &random)))
            let before = bus.house.sent.count
            let start = bus.house.now
            try bus.house.give("dim E\(number) 40")
            while bus.house.sent.count == before, bus.house.now - start < .seconds(1) { bus.tick() }
            longest = max(longest, bus.house.now - start)
        }
        #expect(longest <= .milliseconds(100), "\(longest)")
        #expect(bus.house.read.count > 200 / cost)
    }

    /// What others send delays no order: the bus itself has the last word.
    @Test(arguments: [18, 22, 50]) func othersTrafficDelaysNoOrder(perSecond: Int) throws {
        let bus = try Bus()
        for second in 0..<20 {
            for telegram in 0..<perSecond {
                bus.report(.traffic(cost: 1))
                bus.run(.milliseconds(1000 / perSecond))
                guard telegram == perSecond / 2 else { continue }
                let before = bus.house.sent.count
                try bus.house.give("dim E\(200 + second) 40")
                bus.tick()
                #expect(bus.house.sent.count == before + 1)
            }
        }
    }

    /// On a bus that others use up, states are still read, slowly.
    @Test func someReadsAreSentUnderAnyLoad() throws {
        let bus = try Bus()
        for _ in 0..<500 {
            bus.report(.traffic(cost: 1))
            bus.run(.milliseconds(20))
        }
        let before = bus.house.read.count
        for _ in 0..<1000 {
            bus.report(.traffic(cost: 1))
            bus.run(.milliseconds(20))
        }
        #expect(18...22 ~= bus.house.read.count - before, "one per second")
    }

    /// All waiting orders are sent before anything is read.
    @Test func readsWaitForOrdersOfAnyPriority() throws {
        let bus = try Bus()
        bus.run(.seconds(2))
        let (reads, sent) = (bus.house.read.count, bus.house.sent.count)
        try bus.house.give("run many " + (0..<30).map { "'dim E\($0) 40'" }.joined(separator: " "))
        for number in 30..<60 { try bus.house.give("dim E\(number) 40") }
        while bus.house.sent.count < sent + 31 { bus.tick() }
        #expect(bus.house.read.count == reads)
        // The first order of the scene was in flight before any other.
        let names = bus.house.sent.dropFirst(sent + 1).prefix(30).map(\.dispatch.target.name)
        #expect(names == (30..<60).map { "E\($0)" })
    }

    @Test func readsOfTheLinkUseTheSameShare() throws {
        let bus = try Bus()
        bus.run(.seconds(3))
        let before = bus.house.read.count
        bus.report(.reads(cost: 20))
        bus.run(.milliseconds(1900))
        #expect(bus.house.read.count - before <= 1)
        bus.run(.seconds(2))
        #expect(bus.house.read.count - before > 10)
    }

    /// A read that costs more than the bucket's maximum is sent when the bucket is full.
    @Test func readThatCostsMoreThanTheBurstIsSent() throws {
        let bus = try Bus(elements: 20, cost: 25)
        bus.run(.seconds(60))
        #expect(bus.house.read.count == 20)
    }

    @Test func loadKeepsTheUsedBudgetOfReads() throws {
        let bus = try Bus()
        var endpoint = try #require(bus.house.engine.links.all.first.map { bus.house.engine.links[$0] })
        let now = bus.house.now
        endpoint.wentUp()
        func load(_ change: (inout EndpointProfile) -> Void = { _ in }) throws -> Endpoint {
            var link = endpoint.link
            var profile = try #require(link.profile as? FakeProfile)
            change(&profile.endpoints[0])
            link.profile = profile
            return Endpoint(link, 0, after: endpoint, at: now)
        }
        endpoint.chargeRead(5, at: now)
        #expect(try !load().mayRead(at: now))
        #expect(try load { $0.readShare = 0.4 }.mayRead(at: now), "another share starts anew")
    }
}

extension Endpoint {
    fileprivate mutating func wentUp() {
        _ = breaker.succeeded()
        (inFlight, reading) = (0, 0)
    }
}
