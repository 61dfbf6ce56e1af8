import Testing

@testable import DomoSim

struct QueryTests {
    @Test func pairsAreDecodedInOrder() {
        let query = Query("a=1&b=%C3%B1+%2B&&c&a=2")
        #expect(query?.pairs.map(\.key) == ["a", "b", "c", "a"])
        #expect(query?.pairs.map(\.value) == ["1", "ñ +", "", "2"])
        #expect(query?.fields == nil)
        #expect(Query("a=1&b=2")?.fields == ["a": "1", "b": "2"])
        #expect(Query("")?.fields == [:])
    }

    @Test(arguments: ["a=%", "a=%4", "a=%4g", "a=%FF", "%zz=1"])
    func invalidPercentEncodingIsRefused(text: String) {
        #expect(Query(text) == nil)
    }
}
