import DomoYAML
import Testing

struct YAMLNodeTests {
    @Test func everyNodeHasItsPosition() throws {
        let root = try #require(try YAMLNode.read("a: 1\nb:\n  - x\n  - \"y z\"\n"))
        guard case .mapping(let pairs) = root.content, case .sequence(let items) = pairs[1].value.content else {
            Issue.record("not a mapping that holds a sequence")
            return
        }
        #expect(pairs.map(\.key.scalar) == ["a", "b"])
        #expect(pairs[0].value.scalar == "1")
        #expect(items.map(\.scalar) == ["x", "y z"])
        #expect(items.map(\.line) == [3, 4])
        #expect(items.map(\.column) == [5, 5])
    }

    @Test func faultHasAPosition() {
        #expect(throws: YAMLNode.Fault.self) { try YAMLNode.read("a: [1, 2\nb: 3\n") }
    }
}
