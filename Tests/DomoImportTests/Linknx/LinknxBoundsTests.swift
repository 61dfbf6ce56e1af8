import DomoLanguage
import Testing

@testable import DomoImport

/// Configurations that are larger or deeper than that of any house.
struct LinknxBoundsTests {
    private func read(_ text: String) throws -> HouseDraft {
        try LinknxImport.read(Array(text.utf8), file: "linknx.xml", name: nil, fallback: "Casa", isEnglish: false).house
    }

    private func objects(_ count: Int) -> String {
        let objects = (1...count).map { number in
            "<object id='o\(number)' gad='\(number >> 11 & 31)/\(number >> 8 & 7)/\(number & 255)' type='1.001'>L \(number)</object>"
        }
        return "<config><objects>\(objects.joined())</objects></config>"
    }

    @Test func tooManyObjectsAreRefused() throws {
        let fault = #expect(throws: Fault.self) { try read(objects(LinknxFile.maxObjects + 1)) }
        #expect(fault?.message == "linknx.xml has more than 70000 objects")
    }

    /// Before a tree is made of them, which takes ten times the memory.
    @Test func tooManyTagsAreRefused() throws {
        let fault = #expect(throws: Fault.self) {
            try read("<config>" + String(repeating: "<a/>", count: 1_000_001) + "</config>")
        }
        #expect(fault?.message == "linknx.xml has more than 1000000 tags")
    }

    @Test func deepFileIsRefused() throws {
        for open in ["<config>", "<rule>", "<condition>"] {
            #expect(throws: Fault.self) { try read("<config>" + String(repeating: open, count: 100_000)) }
        }
    }

    @Test func tagsOfManyAttributesAreRefused() throws {
        let attributes = (0..<100_000).map { "a\($0)=''" }.joined(separator: " ")
        let fault = #expect(throws: Fault.self) { try read("<config \(attributes)></config>") }
        #expect(fault?.message == "linknx.xml has a tag with more than 256 attributes")
    }

    /// The targets of all objects are found in one pass.
    @Test func objectsFindTheirElements() throws {
        let file = try LinknxFile(Array(objects(3000).utf8), file: "linknx.xml")
        let house = LinknxHouse(file, levels: [], written: [], name: nil, fallback: "Casa", isEnglish: false)
        #expect(house.targets.count == 3000)
        #expect(house.targets["o3000"]?.element == "L 3000")
        #expect(house.targets["o3000"]?.kind == .binary)
    }
}
