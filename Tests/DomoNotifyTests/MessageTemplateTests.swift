import DomoBridge
import DomoJSON
import DomoLanguage
import Testing

@testable import DomoNotify

/// Templates of webhooks and calls.
struct MessageTemplateTests {
    private static let text = "\"quoted\" \\ {number}\r\n\u{1}ñ🚪"

    @Test(
        arguments: [
            (.plain, "<{text}>", "<\(text)>"),
            (.percent, "m={text}", "m=%22quoted%22%20%5C%20%7Bnumber%7D%0D%0A%01%C3%B1%F0%9F%9A%AA"),
            (.header, "x {text} y", "x \"quoted\" \\ {number}   ñ🚪 y"),
            (.json, #"{"t": {text}}"#, #"{"t": "\"quoted\" \\ {number}\u000d\n\u0001ñ🚪"}"#),
            (.json, #"{"t": "a {text}"}"#, #"{"t": "a \"quoted\" \\ {number}\u000d\n\u0001ñ🚪"}"#),
            (
                .json, #"{"\"": {urgent}, "n": {number}, "s": "{number}{urgent}"}"#,
                #"{"\"": false, "n": 12, "s": "12false"}"#
            ),
        ] as [(MessageTemplate.Form, String, String)]
    )
    func valuesStayValues(form: MessageTemplate.Form, template: String, result: String) throws {
        #expect(try MessageTemplate(template, form: form).text(for: .sample("x", Self.text), page: nil) == result)
    }

    @Test func callHasNoNumber() throws {
        let template = try MessageTemplate(#"{"n": {number}, "s": "{number}"}"#, form: .json)
        #expect(template.text(for: .sample(reason: .call), page: nil) == #"{"n": null, "s": ""}"#)
    }

    @Test func unknownPlaceholderIsAFault() {
        #expect(throws: MessageTemplate.Fault(word: "texto")) { try MessageTemplate("{texto}", form: .plain) }
    }

    @Test func otherBracesAreText() throws {
        for text in ["{}", "{\"a\": {}}", "{A}", "{ text }", "{", "}", "{text"] {
            #expect(try MessageTemplate(text, form: .plain).text(for: .sample(), page: nil) == text)
        }
    }

    @Test func linkLeadsToTheNotice() throws {
        let page = try WebAddress("https://house.example/domo/", schemes: [.https])
        let delivery = Delivery.sample(code: "a/b")
        #expect(delivery.link(on: page) == "https://house.example/domo/#/notices/12/a%2Fb")
        #expect(Delivery.sample().link(on: page) == nil)
    }

    @Test(arguments: [("", 5, ""), ("abcde", 5, "abcde"), ("abcdef", 5, "ab…"), ("ñññ", 5, "ñ…"), ("🚪🚪", 7, "🚪…")])
    func cut(text: String, limit: Int, result: String) {
        #expect(text.cut(to: limit) == result)
        #expect(result.utf8.count <= limit)
    }
}

extension Delivery {
    fileprivate static func sample(_ target: String, _ text: String) -> Delivery { .sample(to: target, text) }
}
