import Testing

@testable import DomoCLI

@Suite struct MaskedTextTests {
    @Test(arguments: [
        ("server: http://10.0.0.9/api/T0KEN", "server: …"),
        ("  password: s3cret", "  password: …"), ("  passwort: s3cret", "  passwort: …"),
        ("  dialect: homeassistant", "  dialect: homeassistant"), ("homes: /etc/domo/homes", "homes: /etc/domo/homes"),
        // A value that is not a plain word may contain others.
        ("  dialect: {headers: {Authorization: x}}", "  dialect: …"), ("rate: 50 # was s3cret", "rate: …"),
        ("  - s3cret", "  - …"), ("# the old password: s3cret", ""), ("links:", "links:"), ("\"off\": yes", "off: yes"),
        ("- password: s3cret", "- password: …"), ("s3cret", "…"), ("a:s3cret", "…"),
    ])
    func configurationKeepsValuesWithoutSecrets(line: String, masked: String) {
        #expect(MaskedText.configuration(line) == masked)
    }

    @Test func blockOfTextIsMaskedWithItsKey() {
        let text = "links:\n  a:\n    token: |\n      s3cret\n\n      more\n    kind: knx\n"
        #expect(MaskedText.configuration(text) == "links:\n  a:\n    token: …\n    kind: knx\n")
    }

    @Test(arguments: [
        ("POST http://10.0.0.9:80/api/T0KEN?x=1 failed", "POST http://10.0.0.9:80/… failed"),
        (#"{"server":"http://ana:s3cret@host/","houses":["A b"]}"#, #"{"server":"http://host","houses":["A b"]}"#),
        ("(http://host/?t=T0KEN), https://other/T0KEN", "(http://host/…), https://other/…"),
        ("http://host", "http://host"), ("nothing to hide: a/b", "nothing to hide: a/b"), ("x://", "x://"),
        ("http://ana:s3@cret@host/x", "http://host/…"),
    ])
    func urlKeepsItsHost(line: String, masked: String) {
        #expect(MaskedText.line(line) == masked)
    }
}
