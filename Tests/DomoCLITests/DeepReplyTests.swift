import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct DeepReplyTests {
    private static func bytes(_ listing: Listing) -> ArraySlice<UInt8> {
        var json = JSONWriter()
        json.value(listing)
        return json.bytes[...]
    }

    private static func listing(depth: Int) -> Listing {
        var place = PlaceView(path: "]", name: "{", kind: "sector", elements: [], sectors: [], count: 0)
        for level in 1..<max(2, depth) {
            let beside = PlaceView(path: "b\(level)", name: "b", kind: "sector", elements: [], sectors: [], count: 0)
            place = PlaceView(
                path: "p\(level)",
                name: "\"p\\",
                kind: "sector",
                label: "l",
                elements: [RenderingTests.element("x/\(level)", RenderingTests.reading(.binary, .on, .confirmed))],
                sectors: [place, beside],
                count: level
            )
        }
        return Listing(places: [place, place])
    }

    @Test(arguments: [1, 10, 250, 257])
    func houseOfAnyDepthIsRead(depth: Int) throws {
        let listing = Self.listing(depth: depth)
        #expect(try ReplyLine.decode(Listing.self, from: Self.bytes(listing)) == listing)
    }

    @Test(arguments: ["", "{", "[]", "{\"places\":[{}]}", "{\"places\":[{\"sectors\":[]}]}", "{\"places\":7}"])
    func garbageIsRejected(text: String) {
        let fault = #expect(throws: Fault.self) { try ReplyLine.decode(Listing.self, from: Array(text.utf8)[...]) }
        #expect(fault?.code == .unreachable)
    }

    @Test func endlessNestingIsRejected() {
        let deep = String(repeating: "{\"sectors\":[", count: 3000) + String(repeating: "]}", count: 3000)
        #expect(throws: Fault.self) {
            try ReplyLine.decode(Listing.self, from: Array("{\"places\":[\(deep)]}".utf8)[...])
        }
    }
}
