import Testing

@testable import DomoHTTP

struct SecretsTests {
    @Test(arguments: [
        ("s3cret+/ñ\"&", "s3cret+/ñ\"&"),
        ("s3cret+/ñ\"&", "s3cret%2B%2F%C3%B1%22%26"),
        ("s3cret+/ñ\"&", "s3cret%2b%2f%c3%b1%22%26"),
        // As JavaScript's encodeURI encodes it: only some characters.
        ("s3cret+/ñ\"&", "s3cret+/%C3%B1%22&"),
        ("s3cret+/ñ\"&", "s3cret+\\/\\u00f1\\\"&"),
        ("s3cret+/ñ\"&", "s3cret+\\/\\u00F1\\u0022\\u0026"),
        ("s3cret+/ñ\"&", "s3cret+/&#241;&quot;&amp;"),
        ("s3cret+/ñ\"&", "s3cret+/&#xF1;&#34;&#x26;"),
        ("two words", "two+words"), ("two words", "two%20words"), ("😀😀😀😀", "\\ud83d\\ude00😀%F0%9F%98%80&#128512;"),
        ("%25%25", "%25%25"), ("%25%25", "%2525%2525"), ("a\\b\\", "a\\\\b\\\\"),
    ])
    func secretIsMaskedInEveryEncoding(secret: String, written: String) {
        #expect(Secrets([secret]).mask("<\(written)>, \(written)") == "<***>, ***")
    }

    @Test func aSecretThatIsCutOffIsMasked() {
        #expect(Secrets(["hunter2-hunter2"]).mask("key=hunter2-hun") == "key=***")
        #expect(Secrets(["hunter2-hunter2"]).mask("key=hun") == "key=hun")
    }

    @Test(arguments: ["%", "%C", "%C3", "%C3%", "%C3%B", "\\", "\\u", "\\u00f", "&", "&#24"])
    func aTextMayEndInTheMidstOfACharacter(end: String) {
        #expect(Secrets(["hunterñ"]).mask("key=hunterñ, hunter\(end)").hasPrefix("key=***, "))
    }

    @Test(arguments: [
        ("7", "pin=7", "pin=***"), ("7", "75 and 57", "75 and 57"), ("a1", "a1", "***"), ("a1", "a12", "a12"),
    ])
    func aShortSecretIsMaskedAsAWord(secret: String, text: String, shown: String) {
        #expect(Secrets([secret]).mask(text) == shown)
    }

    @Test func theLongestSecretIsMaskedFirst() {
        #expect(Secrets(["hunter", "hunter-2"]).mask("hunter-2, hunter") == "***, ***")
        #expect(Secrets(["", "x"]).mask("nothing here") == "nothing here")
    }

    @Test(arguments: [
        (Credentials.basic(user: "ana", password: "hunter2"), "Basic YW5hOmh1bnRlcjI=", "Basic ***="),
        (.basic(user: "a", password: "bcd"), "Basic YTpiY2Q=", "Basic ***="),
        (.basic(user: "a", password: "bcde"), "Basic YTpiY2Rl", "Basic ***"),
        (.basic(user: "a", password: "bcdé"), "Basic YTpiY2TDqQ==", "Basic ***=="),
        (.bearer(token: "abc.def"), "Bearer abc.def", "Bearer ***"),
    ])
    func credentialsAreMaskedAsSent(credentials: Credentials, text: String, shown: String) {
        #expect(Secrets(credentials.secrets).mask(text) == shown)
    }
}
