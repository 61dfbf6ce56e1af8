import Testing

@testable import DomoHTTP

struct SignalTemplateTests {
    @Test(arguments: [
        ("Buzzer", "Buzzer"), ("a-b.c_d~9", "a-b.c_d~9"),
        ("a&b=c#d+e f/ñ🚪%41", "a%26b%3Dc%23d%2Be%20f%2F%C3%B1%F0%9F%9A%AA%2541"),
        ("{url}", "%7Burl%7D"), ("\u{7F}\u{1}", "%7F%01"), ("", ""),
    ])
    func nameIsPercentEncodedToUnreservedBytes(name: String, encoded: String) throws {
        let template = try SignalTemplate("POST {url}?n={name}&o={operation}")
        var bytes: [UInt8] = []
        template.render(SignalValues(url: "http://h/p%20q", operation: "o&", name: name), into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "http://h/p%20q?n=\(encoded)&o=o%26")
    }

    @Test(arguments: [
        ("", 1, "method"), ("{url}", 1, "method"), ("FETCH {url}", 1, "GET, POST, PUT"), ("post {url}", 1, "method"),
        ("POST", 5, "{url}"), ("POST ", 6, "{url}"), ("POST  {url}", 6, "{url}"), ("POST x{url}", 6, "{url}"),
        ("POST {name}{url}", 6, "{url}"), ("POST {url}?{url}", 12, "once"), ("POST {url}?a={nme}", 14, "{nme}"),
        ("POST {url}?a={name", 14, "not closed"), ("POST {url}?a=}", 14, "\"}\""),
        ("POST {url}?a={{name}}", 14, "{{name}"),
        ("POST {url}?a= b", 14, "percent"), ("POST {url}#a", 11, "\"#\""), ("POST {url}?ñ=", 12, "\"ñ\""),
        ("POST {url}{}", 11, "{}"),
    ])
    func wrongTemplateSaysWhatAndWhere(text: String, column: Int, words: String) throws {
        let fault = try #require(throws: TemplateFault.self) { try SignalTemplate(text) }
        #expect(fault.column == column, "\(fault)")
        #expect(fault.message.contains(words), "\(fault)")
    }

    @Test(arguments: SignalTemplate.Method.allCases)
    func everyMethodIsRead(method: SignalTemplate.Method) throws {
        #expect(try SignalTemplate("\(method.rawValue) {url}/{name}").method == method)
    }
}
