import DomoModel
import DomoXML
import Glibc
import Testing

@testable import DomoSim

struct ModelFeedTests {
    private static func house(_ name: String) -> String {
        "<Viviendas><Vivienda><Nombre>\(name)</Nombre>"
            + "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo></Vivienda></Viviendas>"
    }

    private static func part(_ kind: String, _ text: String = "") -> String { "\(kind) \(text.utf8.count)\n\(text)" }

    /// - Returns: A feed with this text, which then ends.
    private func feed(_ text: String) throws -> ModelFeed {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let bytes = Array(text.utf8)
        // A pipe can hold 64 KiB.
        try #require(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        return ModelFeed(descriptor: ends[0])
    }

    @Test func modelsAreReadOneAfterAnother() throws {
        let (one, two) = (Self.house("Uno"), Self.house("Dos"))
        let feed = try feed(
            Self.part("file", one) + Self.part("load")
                + Self.part("file", one) + Self.part("file", two) + Self.part("without", "Uno") + Self.part("load")
        )
        let first = try #require(try feed.next())
        #expect(first.houses.map(\.name) == ["Uno"])
        #expect(first.xml == Array(one.utf8))
        let second = try #require(try feed.next())
        #expect(second.houses.map(\.name) == ["Dos"])
        #expect(second.xml == nil)
        let third = try feed.next()
        #expect(third == nil)
    }

    @Test func invalidHouseFileIsReported() throws {
        let model = try feed(Self.part("file", Self.house("")) + Self.part("load")).next()
        #expect(model?.reading.hasErrors == true)
        #expect(model?.houses.isEmpty == true)
    }

    @Test(arguments: [
        "file\n", "file x\n", "file -1\n", "what 0\n", "file 9\nabc", "file 3", String(repeating: "x", count: 99),
    ])
    func invalidModelIsAMistake(text: String) throws {
        let feed = try feed(text)
        #expect(throws: ModelFeed.Mistake.self) { try feed.next() }
    }
}
