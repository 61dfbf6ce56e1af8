import Testing

@testable import DomoNotify

/// URLs of targets.
struct WebAddressTests {
    @Test func partsAreSeparated() throws {
        let address = try WebAddress("HTTPS://Hook.Example:8443/a/b?c=d", schemes: [.https])
        #expect((address.scheme, address.host, address.port) == (.https, "hook.example", 8443))
        #expect(address.text == "https://hook.example:8443/a/b?c=d")
        #expect(address.shown == "https://hook.example:8443/***")
        let six = try WebAddress("http://[2001:db8::1]/", schemes: [.http])
        #expect((six.host, six.text, six.shown) == ("2001:db8::1", "http://[2001:db8::1]/", "http://[2001:db8::1]/"))
        #expect(try WebAddress("https://h?secret", schemes: [.https]).text == "https://h/?secret")
        #expect(try WebAddress("smtp://mail.example", schemes: [.smtp, .smtps]).port == 25)
    }

    @Test(arguments: [
        "", "hook.example", "ftp://hook.example", "http:/hook.example", "http://", "http://:80/", "http://a b/",
        "http://user@hook.example/", "http://user:secret@hook.example/", "http://hook.example:0/",
        "http://hook.example:65536/", "http://hook.example:8x/", "http://hook.example/#fragment",
        "http://hook.example\\@evil.example/", "http://hook.example/\r\nX-Evil: 1", "http://ñ.example/",
        "http://hook.example:80:80/", "http://[::1/", "http://[localhost]/", "http://[127.0.0.1]/", "http://{text}/",
        "http://hook.example\u{0}/", "http://evil%2eexample/", "http://a,b/",
    ])
    func invalid(text: String) {
        #expect(throws: WebAddress.Fault.self) { try WebAddress(text, schemes: [.http]) }
    }

    @Test func faultsShowNoSecret() {
        for text in ["http://user:s3cret@h/", "http://h/s3cret#", "http://h:x/s3cret", "gopher://h/s3cret"] {
            #expect(throws: WebAddress.Fault.self) { try WebAddress(text, schemes: [.http]) }
            do throws(WebAddress.Fault) {
                _ = try WebAddress(text, schemes: [.http])
            } catch {
                #expect(!error.message.contains("s3cret") && !error.hint.contains("s3cret"))
            }
        }
    }

    @Test func loopback() throws {
        for text in ["http://localhost/", "http://127.0.0.1:1/", "http://[::1]/", "http://a.localhost/"] {
            #expect(try WebAddress(text, schemes: [.http]).isLoopback)
        }
        for text in ["http://localhost.example/", "http://10.0.0.1/"] {
            #expect(try !WebAddress(text, schemes: [.http]).isLoopback)
        }
    }
}
