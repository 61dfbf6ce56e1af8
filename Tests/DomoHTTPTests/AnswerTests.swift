import DomoEngine
import DomoJSON
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

struct AnswerTests {
    private static let document = #"{"a": {"b": [1, "two", {"c:0": true}], "n": null, "x": 2.50}, "": 7}"#

    @Test(arguments: [
        ("a.b[0]", "1"), ("a.b[1]", "two"), ("a.b[2].c:0", "true"), ("a.b[2][\"c:0\"]", "true"), ("a[b][0]", "1"),
        ("a.x", "2.5"), ("a.n", nil), ("a.q", nil), ("a.b", nil), ("a.b[9]", nil), ("a.b.c", nil), ("a[0]", nil),
        ("", nil),
    ])
    func pathFindsTheValue(path: String, expected: String?) throws {
        let path = try #require(JSONPath(path))
        #expect(JSONAnswer.values(at: [path], in: Array(Self.document.utf8)) == [expected])
    }

    @Test(arguments: ["a.", ".a", "a..b", "a[", "a[]", "a[0]b", String(repeating: "a.", count: 16) + "a"])
    func invalidPathIsRefused(text: String) {
        #expect(JSONPath(text) == nil)
    }

    @Test(arguments: ["{", "", "{\"a\": 1} x", "nul", String(repeating: "[", count: 100_000)])
    func invalidJSONIsDetected(text: String) {
        #expect(JSONAnswer.values(at: [], in: Array(text.utf8)) == nil)
    }

    @Test func anObjectOfItemsIsReadByItsKeys() throws {
        let dialect = try Dialect.read(
            "variables: {id: }\nstate: {all: {url: \"{url}\", items: d, match: \"switch:{id}\", json: output}, binary: }",
            name: "x"
        )
        let rules = try #require(try YAMLNode.read("{a: {id: 0}, b: {id: 1}, c: {id: 2}}"))
        let settings = try ServerSettings(
            url: "http://h",
            dialect: dialect,
            elements: try ElementRules.read(rules, dialect: dialect)
        )
        // There is no switch 2, and an element without an id can't be matched: both are left out.
        let answer = Array(#"{"d": {"switch:0": {"output": true}, "switch:1": {"output": false}}}"#.utf8)
        let targets = ["a", "b", "c", "d"].map { Target.named($0, .binary) }
        let expected: [Answer.State] = [
            .init(target: 0, type: .binary, value: .on), .init(target: 1, type: .binary, value: .off),
        ]
        guard case .states(let states) = settings.report(of: answer, for: targets, isForAll: true) else {
            Issue.record("the answer was not read")
            return
        }
        // An object has no order.
        #expect(states.sorted { $0.target < $1.target } == expected)
    }

    @Test(arguments: [
        (["on", "on"], Value.on), (["on", "off"], nil), (["off", "on"], nil), (["on", "off", "on"], nil),
        (["on", "lost"], nil),
    ])
    func duplicateReportsMustAgree(words: [String], expected: Value?) throws {
        let dialect = try Dialect.read(
            "state: {all: {url: \"{url}\", name: id, json: s}, unknown: [lost], binary: , regulable: {json: l}}",
            name: "x"
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        let items = words.map { #"{"id": "a", "s": "\#($0)", "l": 5}"# } + [#"{"id": "b", "s": "off", "l": 7}"#]
        let targets = [Target.named("a", .binary), .named("b", .binary, .regulable)]
        let expected: [Answer.State] = [
            .init(target: 0, type: .binary, value: expected),
            .init(target: 1, type: .binary, value: .off),
            .init(target: 1, type: .regulable, value: .level(Percent(clamping: 7))),
        ]
        let answer = Array("[\(items.joined(separator: ","))]".utf8)
        #expect(settings.report(of: answer, for: targets, isForAll: true) == .states(expected))
    }

    @Test(arguments: [
        ("/LL/@value", "1"), ("//b[2]", "ñ"), ("count(//b)", "2"), ("string(/LL/@Code) = '200'", "true"), ("/no", nil),
    ])
    func xpathFindsTheValue(expression: String, expected: String?) {
        let xml = Array("<?xml version='1.0'?><LL value='1' Code='200'><b>x</b><b>ñ</b></LL>".utf8)
        #expect(XMLAnswer.values(at: [expression], in: xml) == [expected])
    }

    @Test(arguments: [
        "", "<a>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
    ])
    func xmlWithADocumentTypeIsRefused(text: String) {
        #expect(XMLAnswer.values(at: ["/a"], in: Array(text.utf8)) == nil)
    }

    /// Each element is compared with each.
    @Test(arguments: [(50, "0"), (1_000, nil)])
    func expressionWithTooManyStepsFindsNothing(count: Int, expected: String?) {
        let xml = Array(("<a>" + String(repeating: "<b/>", count: count) + "</a>").utf8)
        let expression = "count(//b[count(../b[. != ../b]) > 0])"
        #expect(XMLAnswer.values(at: [expression], in: xml) == [expected])
    }

    @Test(arguments: [
        ("0", 0), ("100", 100), ("40 %", 40), ("40%", 40), ("39.6", 40), ("-0.4", 0), ("100.4", 100), ("101", nil),
        ("-1", nil), ("nan", nil), ("0x10", nil), ("", nil), (" 7\n", 7), ("1e1", 10),
    ])
    func aLevelIsANumberOfPercent(text: String, expected: Int?) {
        let value = TypeRule(.regulable).value(of: text)
        #expect(value == expected.map { .level(Percent(clamping: $0)) })
    }

    @Test func typeMayHaveItsOwnUnknownWords() throws {
        let dialect = try Dialect.read(
            "state: {one: {url: \"{url}\"}, value: {unknown: [N/A]}, regulable: {unknown: [\"0\"]}}",
            name: "x"
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        let target = Target.named("a", .value, .regulable)
        let expected: [Answer.State] = [
            .init(target: 0, type: .value, value: .number(0)), .init(target: 0, type: .regulable, value: nil),
        ]
        #expect(settings.report(of: [0x30], for: [target], isForAll: false) == .states(expected))
        let none = settings.report(of: Array("n/a".utf8), for: [target], isForAll: false)
        #expect(none == .states(expected.map { .init(target: 0, type: $0.type, value: nil) }))
    }

    @Test(arguments: [
        ("plain", "plain"), ("  round  ", "  round  "), ("", ""), ("a\u{0}b", nil), ("a\nb", nil),
        (String(repeating: "x", count: 1025), nil),
    ])
    func aTextIsOneLine(text: String, expected: String?) {
        #expect(TypeRule(.value).value(of: text) == expected.map { .text($0) })
    }

    @Test(arguments: [
        ("", "", "\"\""), ("a ", "a \n", "\"a \""), ("a", "a\r\n", "\"a\""), (nil, "a\n\n", "null"),
        (nil, "lost\n", "\" LOST\""),
    ])
    func textIsNotChanged(text: String?, whole: String, json: String) throws {
        let target = Target.named("a", .value)
        let expected = Answer.states([.init(target: 0, type: .value, value: text.map { .text($0) })])
        for (source, answer) in [("", whole), (", json: s", "{\"s\": \(json)}")] {
            let dialect = try Dialect.read(
                "state: {one: {url: \"{url}\"\(source)}, unknown: [lost], value: }",
                name: "x"
            )
            let settings = try ServerSettings(url: "http://h", dialect: dialect)
            #expect(settings.report(of: Array(answer.utf8), for: [target], isForAll: false) == expected)
        }
    }

    @Test func emptyTextMayMeanUnknown() throws {
        for rules in ["unknown: [\"\"], value: ", "value: {unknown: [\"\"]}"] {
            let dialect = try Dialect.read("state: {one: {url: \"{url}\"}, \(rules)}", name: "x")
            let settings = try ServerSettings(url: "http://h", dialect: dialect)
            let report = settings.report(of: [], for: [.named("a", .value)], isForAll: false)
            #expect(report == .states([.init(target: 0, type: .value, value: nil)]))
        }
    }
}
