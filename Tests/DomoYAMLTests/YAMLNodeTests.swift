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
        ("a: [1, 2\nb: 3\n", 1, 4, "a list in brackets is not closed; write [VALUE, VALUE]"),
        ("x: 1\na: {b: 2\nc: 3\n", 2, 4, "a mapping in braces is not closed; write {key: value, key: value}"),
        ("a: 1\nb: *x\n", 2, 4, "an undefined alias (*); put the value in quotes"),
        ("ok: 1\n\tb: 2\n", 2, 1, "a tab in the indentation; use spaces"),
        ("a:\n\tb: 2\n", 2, 1, "a tab in the indentation; use spaces"),
        ("a: \"b\nc: d\n", 1, 4, "quotes that are not closed; add the closing quote"),
        ("a: @b\n", 1, 4, "a value can't begin with this character; put it in quotes"),
        (
            "a: b: c\n", 1, 5,
            "unexpected \":\"; check the indentation and the line before, "
                + "or put a value that contains \": \" in quotes"
        ),
        ("a: 1\nserver http\nb: 2\n", 2, 1, "a key without \":\"; write key: value"),
        (
            "a:\n  - 1\n b: 2\n", 3, 2,
            "expected a key here; check the indentation of this line and the one before"
        ),
        ("a: - b\n", 1, 4, "unexpected \"- \"; begin a list on a line of its own below its key"),
        ("a: \"\\q\"\n", 1, 5, "an unknown escape in double quotes; use single quotes, or write \\\\ for \\"),
        ("a: 1\nb: \u{1}\n", 2, 1, "invalid text; use UTF-8 without control characters"),
        ("a:\n  - &x [*x]\n", 2, 5, "nested more than 16 deep"),
        (
            "a: 1\nb: " + String(repeating: "[", count: 16) + String(repeating: "]", count: 16), 2, 19,
            "nested more than 16 deep"
        ),
    ])
    func faultSaysWhatAndWhere(text: String, line: Int, column: Int, message: String) {
        #expect(throws: YAMLNode.Fault(line: line, column: column, message: message)) { try YAMLNode.read(text) }
    }

    /// libyaml takes time that grows with the square of these: they are refused before it is asked for a document.
    @Test(arguments: ["[", "{", "a: [", "- ", "? ", "{[", "&a [", "!t ["]) func deepTextIsRefusedAtOnce(
        open: String
    ) throws {
        let text = String(repeating: open, count: 200_000)
        let fault = try #require(throws: YAMLNode.Fault.self) { try YAMLNode.read(text) }
        #expect(fault.line == 1)
    }

    @Test func manyAnchorsAreRefused() throws {
        func text(_ count: Int) -> String { (0..<count).map { "- &a\($0) x\n" }.joined() }
        #expect(try YAMLNode.read(text(1000)) != nil)
        let fault = try #require(throws: YAMLNode.Fault.self) { try YAMLNode.read(text(100_000)) }
        #expect(fault == YAMLNode.Fault(line: 1001, column: 3, message: "more than 1000 anchors (&)"))
    }

    @Test func longTextIsRefused() throws {
        let text = "a: " + String(repeating: "x", count: YAMLNode.maxBytes)
        let fault = try #require(throws: YAMLNode.Fault.self) { try YAMLNode.read(text) }
        #expect(fault.message == "the file is longer than 4 MiB")
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
