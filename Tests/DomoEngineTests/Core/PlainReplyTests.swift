import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// How long a reply that changes nothing may be repeated.
struct PlainReplyTests {
    private func lifetime(
        _ line: String,
        in house: HouseUnderTest,
        by principal: Principal = .ana
    ) throws
        -> PlainReply.Lifetime?
    {
        let request = try #require(try RequestParser.parse(line))
        return house.engine.answerAtOnce(request, by: principal, at: house.now)?.lifetime
    }

    private func isStale(_ element: String, in house: HouseUnderTest, at now: Instant) throws -> Bool? {
        let reply = house.engine.answerAtOnce(.show(element: element), by: .ana, at: now)?.reply
        guard case .element(let view)? = reply else { return nil }
        return view.readings.first?.reading.isStale
    }

    @Test func elementIsTheSameUntilTheNextInput() throws {
        let house = HouseUnderTest()
        #expect(try lifetime("show Buzzer", in: house) == .untilInput)
        try house.obey("set Buzzer on")
        #expect(try lifetime("show Buzzer", in: house) == .untilInput)
    }

    @Test func elementIsTheSameUntilItsFirstReadingBecomesStale() throws {
        let plan = ReadPolicy(interval: .seconds(20), maximumAge: .seconds(60))
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [HouseUnderTest.casa], reading: plan))
        #expect(try lifetime("show Buzzer", in: house) == .untilInput)
        try house.report(["Buzzer": .on])
        let reported = house.now
        house.pass(.seconds(10))
        let end = reported + .seconds(60)
        #expect(try lifetime("show Buzzer", in: house) == .until(end))
        #expect(try isStale("Buzzer", in: house, at: Instant(uptime: end.uptime - 1, wall: end.wall)) == false)
        #expect(try isStale("Buzzer", in: house, at: end) == true)
        // What is stale stays stale.
        house.pass(.seconds(60))
        #expect(try isStale("Buzzer", in: house, at: house.now) == true)
        #expect(try lifetime("show Buzzer", in: house) == .untilInput)
    }

    @Test func nothingElseIsRepeated() throws {
        let house = HouseUnderTest()
        #expect(try lifetime("show Salon", in: house) == .once)
        #expect(try lifetime("show Nada", in: house) == .once)
        #expect(try lifetime("ls", in: house) == nil)
    }
}
