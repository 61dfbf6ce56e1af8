import DomoLanguage
import DomoSystem
import Testing

@testable import DomoNotify

/// E-mails.
struct MailMessageTests {
    private static func target() throws -> MailTarget {
        MailTarget(
            server: try WebAddress("smtp://mail.example", schemes: [.smtp]),
            encryption: .required,
            from: "domo@house.example",
            to: ["ana@example.com"]
        )
    }

    @Test func wholeMessage() throws {
        let page = try WebAddress("https://house.example", schemes: [.https])
        let text = MailMessage.text(for: .sample(isUrgent: true, code: "c"), to: try Self.target(), page: page)
        #expect(
            text
                == """
                Date: 27 Nov 2026 07:38:30 +0000
                From: domo@house.example
                To: ana@example.com
                Subject: Puerta abierta
                Message-ID: <domo.7.1795765110000@house.example>
                References: <domo.notice.12.1795765110000@house.example>
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: base64
                Auto-Submitted: auto-generated
                Importance: high
                X-Priority: 1

                UHVlcnRhIGFiaWVydGEKCmh0dHBzOi8vaG91c2UuZXhhbXBsZS8jL25vdGljZXMvMTIvYwo=

                """.replacingLineFeeds
        )
    }

    @Test(arguments: [
        "x\r\nBcc: e@v.il", "x\nBcc: e@v.il", "x\rBcc: e@v.il", "x\u{85}Bcc: e@v.il", "x\u{2028}y", "x\0y",
    ])
    func textAddsNoHeader(text: String) throws {
        let message = MailMessage.text(for: .sample(text, scene: text), to: try Self.target(), page: nil)
        let headers = message.split(separator: "\r\n\r\n")[0].split(separator: "\r\n")
        #expect(headers.count == 10)
        #expect(message.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 13 || $0 == 10 })
        #expect(!message.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
    }

    /// RFC 2047, section 2: at most 75 characters; section 5: whole characters.
    @Test(arguments: ["ñ", "=?utf-8?B?eA==?=", String(repeating: "ñ", count: 100), String(repeating: "🚪", count: 60)])
    func encodedWordsAreShort(text: String) {
        let words = MailMessage.encoded(text).split(separator: "\r\n ")
        var decoded = ""
        for word in words {
            #expect(word.utf8.count <= 75 && word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?="))
            let bytes = Base64.bytes(of: String(word.dropFirst(10).dropLast(2))) ?? []
            decoded += String(validating: bytes, as: UTF8.self) ?? "invalid"
        }
        #expect(decoded == text)
    }

    @Test(arguments: [
        ("a@b.c", true), ("a.b+c@mail.example", true), ("a@b", true), ("", false), ("a", false), ("@b", false),
        ("a@", false), ("a@b@c", false), ("a b@c.d", false), ("a@b.c>", false), ("<a@b.c>", false),
        ("a@b.c\r\nX: y", false),
        ("a..b@c.d", false), ("a@.c", false), ("ñ@c.d", false), ("\"a\"@c.d", false), ("a@b,c@d", false),
        ("a@[127.0.0.1]", false),
    ])
    func addresses(text: String, isValid: Bool) {
        #expect(MailAddress.isValid(text) == isValid)
    }
}

extension Delivery {
    fileprivate static func sample(_ text: String, scene: String?) -> Delivery {
        .sample(7, to: "luis", text, scene: scene)
    }
}

extension String {
    fileprivate var replacingLineFeeds: String { replacing("\n", with: "\r\n") }
}
