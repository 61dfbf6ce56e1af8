import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct EngineTests {
    @Test func readingIsUnknownAtFirst() throws {
        let reading = try HouseUnderTest().reading("Buzzer", .binary)
        #expect(reading.value == nil)
        #expect(reading.certainty == .unknown)
        #expect(!reading.isStale)
    }

    @Test func acceptedOrderIsAssumedNotConfirmed() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on", by: .eva)
        #expect(try house.reading("Buzzer", .binary).value == nil)
        house.pass(.milliseconds(30))
        try house.answer()
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading == Reading(value: .on, certainty: .assumed, since: house.now.wall, cause: .user("eva")))
    }

    @Test func changedReadingsArePublished() throws {
        let house = HouseUnderTest()
        try house.obey("dim Dimmer 40")
        let readings = house.events.filter { $0.kind == .reading }
        #expect(readings.map(\.path) == ["Casa/Salon/Dimmer", "Casa/Salon/Dimmer"])
        #expect(readings.map(\.reading?.type) == [.regulable, .binary])
        #expect(readings.map(\.by) == [.user("ana"), .user("ana")])
        #expect(house.events.first { $0.kind == .server }?.message == "reachable")
    }

    @Test func receiptSaysHowLongItTook() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        house.pass(.microseconds(1500))
        try house.answer()
        #expect(house.receipt(id)?.milliseconds == 1.5)
    }

    @Test func statusCountsReturnToZero() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.give("set Buzzer off")
        try house.give("set Louver up")
        var server = try house.status.servers[0]
        #expect([server.waiting, server.inFlight] == [1, 2])
        #expect(server.lastContact == nil)
        try house.answer()
        try house.answerAll(.refused(reason: "404", isPassing: false))
        let status = try house.status
        server = status.servers[0]
        #expect([server.waiting, server.inFlight] == [0, 0])
        #expect(server.lastContact == house.now.wall)
        #expect([status.accepted, status.failed] == [1, 2])
        #expect(status.houses.map(\.elements) == [7, 2])
        #expect(server.houses == ["Casa"])
    }

    @Test func unexpectedOutcomeIsIgnored() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.answer()
        house.feed(.outcome(house.sent[0].dispatch.id, .lost(reason: "again")))
        house.feed(.outcome(Dispatch.ID(999), .accepted))
        #expect(try house.reading("Buzzer", .binary).isStale == false)
        house.expectNothingIsHeld()
    }

    @Test func earlyWakeIsRequestedAgain() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 1s")
        let wake = try #require(house.wakeAt)
        house.feed(.wake)
        #expect(house.wakeAt == wake)
        house.pass(.seconds(2))
        #expect(house.fault(id)?.code == .deadlinePassed)
    }
}
