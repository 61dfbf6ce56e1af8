import DomoHTTP
import DomoModel
import Testing

struct ServerSettingsTests {
    @Test(arguments: [
        "http://h", "https://h:8443/a/b", "HTTP://[::1]:80/", "http://10.0.0.1/web/services/unsecureWebUI",
        "http://[fe80::1%25eth0]/", "http://casa_1.local:65535",
    ])
    func validURLIsAccepted(url: String) throws {
        #expect(try ServerSettings(url: url).url == url)
    }

    @Test(arguments: [
        ("", "http or https"), ("h/a", "http or https"), ("ftp://h/", "http or https"),
        ("file:///etc/passwd", "http or https"),
        ("http:h", "http or https"), ("http:///a", "no host"), ("http://:80/", "no host"), ("http://h/?a", "query"),
        ("http://h/#a", "fragment"), ("http://h/a b", "space"), ("http://h/ñ", "accent"),
        ("http://h:99999/", "1 to 65535"), ("http://h:0/", "1 to 65535"), ("http://h:+80/", "1 to 65535"),
        ("http://h:/", "1 to 65535"), ("http://h:80:80/", "1 to 65535"), ("http://[::1]80/", "1 to 65535"),
        ("http://[::1/", "expected ]"), ("http://[h]/", "not an IPv6 address"), ("http://a<b/", "can't contain <"),
        ("http://user:hunter2@h/", "user or password"), ("http://hunter2@h", "user or password"),
    ])
    func invalidURLIsRefusedWithTheReason(url: String, words: String) throws {
        let fault = try #require(throws: ServerSettingsFault.self) { try ServerSettings(url: url) }
        #expect(fault.field == .url)
        #expect(fault.message.contains(words), "\(fault)")
        #expect(!"\(fault)".contains("hunter2"))
    }

    @Test(arguments: [0, -1, 257])
    func inFlightOutOfRangeIsRefused(number: Int) {
        let fault = #expect(throws: ServerSettingsFault.self) {
            try ServerSettings(url: "http://h", maxInFlight: number)
        }
        #expect(fault?.field == .maxInFlight)
    }

    @Test(arguments: [1, 256]) func inFlightWithinItsRangeIsTaken(number: Int) throws {
        #expect(try ServerSettings(url: "http://h", maxInFlight: number).maxInFlight == number)
    }

    @Test(arguments: [
        Credentials.basic(user: "a:hunter2", password: "b"), .basic(user: "", password: "hunter2"), .bearer(token: ""),
        .basic(user: "a", password: "hunter2\r\nX: y"), .bearer(token: "hunter2 b"), .bearer(token: "hunter2\n"),
    ])
    func invalidCredentialsAreRefusedWithoutBeingShown(credentials: Credentials) throws {
        let fault = try #require(throws: ServerSettingsFault.self) {
            try ServerSettings(url: "http://h", credentials: credentials)
        }
        #expect(fault.field == .credentials)
        #expect(!"\(fault)".contains("hunter2"))
    }

    @Test(arguments: [Credentials.basic(user: "hunter2", password: "hunter2"), .bearer(token: "hunter2")])
    func credentialsAreNeverShown(credentials: Credentials) throws {
        let settings = try ServerSettings(url: "http://h", credentials: credentials)
        var dumped = ""
        dump(settings, to: &dumped)
        let fixture = try LinkFixture("http://h", credentials: credentials)
        defer { fixture.loop.stop() }
        dump(fixture.link, to: &dumped)
        let shown = [
            dumped, "\(credentials)", "\(settings)", String(reflecting: credentials), String(reflecting: settings),
            try fixture.link.profile.signal(for: .on, of: .named("a")),
        ]
        for text in shown { #expect(!text.contains("hunter2"), "\(text)") }
    }
}
