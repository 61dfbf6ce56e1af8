import Testing

@testable import DomoYAML

struct YAMLNodeTests {
    @Test func everyNodeHasItsPosition() throws {
        let root = try #require(try YAMLNode.read("a: 1\nb:\n  - x\n  - \"y z\"\n"))
        guard case .mapping(let pairs) = root.content, case .sequence(let items) = pairs[1].value.content else {
            Issue.record("not a mapping that holds a sequence")
            return
        }
        #expect(pairs.map(\.key.scalar) == ["a", "b"])
        #expect(pairs.map(\.key.line) == [1, 2])
        #expect(pairs.map(\.key.column) == [1, 1])
        #expect(pairs[0].value.scalar == "1")
        #expect(pairs[0].value.line == 1)
        #expect(pairs[0].value.column == 4)
        #expect(items.map(\.scalar) == ["x", "y z"])
        #expect(items.map(\.line) == [3, 4])
        #expect(items.map(\.column) == [5, 5])
    }

    @Test(arguments: [
        ("a: [1, 2\nb: 3\n", 2, 2, "did not find expected ',' or ']'"),
        ("a: 1\nb: *x\n", 2, 4, "found undefined alias"),
        ("ok: 1\n\tb: 2\n", 2, 1, "found a tab character that violates indentation"),
        ("a: \"b\n", 2, 1, "found unexpected end of stream"),
        ("a:\n  - &x [*x]\n", 2, 5, "nested more than 16 deep"),
        (
            "a: 1\nb: " + String(repeating: "[", count: 16) + String(repeating: "]", count: 16), 2, 19,
            "nested more than 16 deep"
        ),
    ])
    func faultSaysWhatAndWhere(text: String, line: Int, column: Int, message: String) {
        #expect(throws: YAMLNode.Fault(line: line, column: column, message: message)) { try YAMLNode.read(text) }
    }

    /// Each line stands for ten times the line before.
    @Test func aliasesCountAsWhatTheyStandFor() throws {
        func lines(_ count: Int) -> String {
            let items = (1..<count).map {
                "- &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", ") + "]\n"
            }
            return "- &a0 x\n" + items.joined()
        }
        #expect(try YAMLNode.read(lines(6)) != nil)
        let fault = try #require(throws: YAMLNode.Fault.self) { try YAMLNode.read(lines(7)) }
        #expect(fault.message == "more than 400000 nodes, with aliases expanded")
    }

    @Test(arguments: ["", "\n", "# only a comment\n", "---\n"]) func aDocumentThatHoldsNothingIsNone(
        text: String
    ) throws {
        #expect(try YAMLNode.read(text) == nil)
    }
}
