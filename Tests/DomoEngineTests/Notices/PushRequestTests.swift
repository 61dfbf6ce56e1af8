import DomoLanguage
import Testing

@testable import DomoEngine

/// Who sees what of the browsers that get messages.
@Suite struct PushRequestTests {
    private static func sight(_ principal: Principal) throws -> PushRequest.Sight? {
        let house = HouseUnderTest(HouseUnderTest.catalog())
        house.feed(.tokens([1: .init(grant: .init(role: .manage), creator: .unknown, mayCreateTokens: false)]))
        let id = try house.give("push list", by: principal)
        if case .fault = house.replies[id] { return nil }
        return house.pushes.last?.sight
    }

    @Test func onlyTheNotifierSeesEverything() throws {
        #expect(try Self.sight(.user(999, name: "domo-notify")) == .everything)
        #expect(try Self.sight(.user(0, name: "root")) == .names)
        #expect(try Self.sight(.user(1001, name: "ana")) == .own)
        #expect(try Self.sight(.token(.init(id: 1, name: "domo-notify"))) == .names)
        #expect(try Self.sight(.token(.init(id: 2, name: "domo-notify"))) == nil, "it has no rights")
    }

    @Test func notifierReportsWhatIsGoneAndNobodyElse() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog())
        _ = try house.give("push gone 1", by: .user(999, name: "domo-notify"))
        _ = try house.give("push gone 2", by: .user(1001, name: "ana"))
        #expect(house.pushes.map(\.step) == [.gone(id: 1)])
    }
}
