import DomoModel
import Testing

@testable import DomoEngine

// Loads in which a link stays.

extension PushingLinkTests {
    /// The house file defines the addresses of elements: the port needs them before anything is sent.
    @Test func linkThatStaysIsGivenItsNewProfileFirst() throws {
        let port = FakeLink("bus")
        let house = HouseUnderTest(Self.catalog(port: port))
        try house.give("dim Cover 30")
        try report(.up, to: house)
        try house.give("set Dimmer on")
        #expect(house.used.isEmpty)
        let before = house.sent.count + house.read.count
        house.feed(.load(Self.catalog(port: port) { $0.costs = ["Cover": 3] }, ids: []))
        let used = try #require(house.used.last { $0.label == "bus" })
        #expect((used.profile as? FakeProfile)?.costs == ["Cover": 3] && used.after == before)
        #expect(house.used.count == 1, "the other link has a new port")
        #expect(house.started.filter { $0.key == "bus" }.count == 1 && house.stopped.allSatisfy { $0.key != "bus" })
    }

    /// After a start, a load or a reconnect only reads are sent to a bus.
    @Test func elementWithOtherAddressesIsReadAgainAndNothingElseIsSent() throws {
        let port = FakeLink("bus")
        func catalog(_ cover: String, _ dimmer: String) -> Catalog {
            Self.catalog(port: port) { $0.devices = ["Casa/Cover": cover, "Casa/Dimmer": dimmer] }
        }
        let house = HouseUnderTest(catalog("2/0/1", "1/2/2"))
        var seen = 0
        func live() throws -> [String] {
            for _ in 0..<20 {
                house.pass(.milliseconds(500))
                while house.unanswered > 0 {
                    try house.answerQuery([
                        "Cover": .level(Percent(clamping: 10)), "Dimmer": .level(Percent(clamping: 20)),
                    ])
                }
            }
            defer { seen = house.read.count }
            return house.read.dropFirst(seen).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        }
        try report(.up, to: house)
        let first = try live()
        #expect(first == ["Cover", "Dimmer"])
        house.feed(.load(catalog("2/0/9", "1/2/2"), ids: []))
        #expect(try house.reading("Cover", .regulable).isStale)
        #expect(try !house.reading("Dimmer", .regulable).isStale)
        #expect(try live() == ["Cover"])
        #expect(try !house.reading("Cover", .regulable).isStale)
        house.feed(.load(catalog("2/0/9", "1/2/2"), ids: []))
        #expect(try live() == [])
        try report(.down(reason: "lost"), to: house)
        try report(.up, to: house)
        #expect(try live() == ["Cover", "Dimmer"])
        #expect(house.sent.isEmpty)
    }
}
