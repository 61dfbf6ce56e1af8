import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Replies that are computed outside the engine.
struct LongAnswerTests {
    private func house(lamps: Int) -> HouseUnderTest {
        let lamps = (0..<lamps).map { HouseUnderTest.element("Lamp\($0)", .binary) }
        return HouseUnderTest(HouseUnderTest.catalog(houses: [House(name: "Casa", elements: lamps)]))
    }

    private func effect(_ house: HouseUnderTest, _ line: String, by principal: Principal = .ana) throws -> Effect? {
        let request = try #require(try RequestParser.parse(line))
        let id = RequestID(1_000_000)
        return house.engine.handle(.request(request, id: id, principal: principal), at: house.now).first
    }

    @Test func listOfManyElementsShowsTheMomentOfItsRequest() throws {
        let house = house(lamps: 300)
        try house.obey("set Lamp1 on")
        guard case .work(_, let answer)? = try effect(house, "ls -r") else { throw Fault(.busy, "no work") }
        try house.obey("set Lamp1 off")
        house.feed(.load(HouseUnderTest.catalog(houses: [HouseUnderTest.casa]), ids: []))
        guard case .listing(let listing) = answer.reply() else { throw Fault(.busy, "no listing") }
        #expect(listing.places.first?.elements.count == 300)
        #expect(listing.places.first?.elements[1].readings.first?.reading.value == .on)
    }

    @Test(arguments: [
        ("ls -r", 200, false), ("ls", 300, true), ("ls Casa/Lamp1", 300, false), ("scenes", 1, true),
        ("model", 200, false), ("model", 300, true),
        // IDs are computed outside.
        ("model --ids", 1, true),
    ])
    func shortListsAreAnsweredAtOnce(line: String, lamps: Int, isLong: Bool) throws {
        let effect = try effect(house(lamps: lamps), line)
        if case .work = effect {
            #expect(isLong)
        } else if case .reply = effect {
            #expect(!isLong)
        } else {
            Issue.record("no answer")
        }
    }

    @Test(arguments: [("model", false), ("model --ids", true), ("model Casa --ids", true), ("ls", false)])
    func onlyRequestedIDsAreNeeded(line: String, needsIDs: Bool) throws {
        guard case .work(_, let answer)? = try effect(house(lamps: 300), line) else { throw Fault(.busy, "no work") }
        #expect(answer.needsIDs == needsIDs)
    }

    @Test func calendarPageIsComputedOutsideTheEngine() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Alba", "every 1h\nset Buzzer on")]))
        guard case .work(_, let answer)? = try effect(house, "calendar") else { throw Fault(.busy, "no work") }
        house.pass(.seconds(86_400))
        guard case .calendar(let page) = answer.reply() else { throw Fault(.busy, "no page") }
        #expect(!page.entries.isEmpty)
        // An invalid request is refused at once.
        guard case .reply(_, .fault(let fault))? = try effect(house, "calendar nada") else {
            throw Fault(.busy, "no refusal")
        }
        #expect(fault.code == .unknownPlace)
    }
}
