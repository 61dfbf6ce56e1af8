import Testing

@testable import DomoLanguage

/// What browsers give when they subscribe.
@Suite struct PushTests {
    static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    @Test func lineIsReadAndWritten() throws {
        let subscription = PushSubscription(endpoint: "https://push.example/x", p256dh: Self.key, auth: Self.secret)
        let steps: [PushStep] = [
            .key, .list, .gone(id: 7), .unsubscribe(endpoint: "https://push.example/x"), .subscribe(subscription),
        ]
        for step in steps {
            #expect(try RequestParser.parse(Request.push(step).line) == .push(step), "\(step)")
        }
        // Some browsers add the padding.
        let padded = "push subscribe https://push.example/x \(Self.key)= \(Self.secret)=="
        #expect(try RequestParser.parse(padded) == .push(.subscribe(subscription)))
    }

    @Test(arguments: [
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAA?x=1", "updates.push.services.mozilla.com"),
        ("https://FCM.googleapis.com:443/fcm/send/d:x@y", "fcm.googleapis.com"),
    ])
    func endpointIsAccepted(endpoint: String, host: String) throws {
        #expect(try PushSubscription.readEndpoint(endpoint) == endpoint)
        #expect(PushSubscription(endpoint: endpoint, p256dh: "", auth: "").host == host)
    }

    @Test(arguments: [
        "", "http://push.example/x", "https:/push.example/x", "https://", "https:///x", "https://push.example:8443/x",
        "https://push.example:/x", "https://ana@push.example/x", "https://ana:x@push.example/x",
        "https://push.example\\@127.0.0.1/x", "https://[::1]/x", "https://push.example/a b", "https://push.example/ñ",
        "https://pú.example/x", "https://push.example/x#y", "https://push.example/\u{7F}", "https://-x/", "https://.x/",
        "https://push.example/" + String(repeating: "x", count: 1024),
    ])
    func endpointIsRefused(endpoint: String) {
        #expect(throws: Fault.self) { try PushSubscription.readEndpoint(endpoint) }
        #expect(throws: Fault.self) {
            try RequestParser.parse("push subscribe \(Words.quoted(endpoint)) \(Self.key) \(Self.secret)")
        }
    }

    @Test func endpointHasAMaximumLength() throws {
        let start = "https://push.example/"
        let rest = PushSubscription.maxEndpoint - start.count
        _ = try PushSubscription.readEndpoint(start + String(repeating: "x", count: rest))
        #expect(throws: Fault.self) {
            try PushSubscription.readEndpoint(start + String(repeating: "x", count: rest + 1))
        }
    }

    @Test func keyIsAnUncompressedPointAndTheSecretHas16Bytes() throws {
        #expect(try PushSubscription.readKey(Self.key) == Self.key)
        #expect(try PushSubscription.readSecret(Self.secret) == Self.secret)
        // A byte less, a byte more, a compressed point, the alphabet of plain base64, bits after the last byte.
        let wrong = [
            "", String(Self.key.dropLast()), Self.key + "A", "AC" + Self.key.dropFirst(2), "+" + Self.key.dropFirst(),
            Self.key.dropLast() + "5", Self.key + "==", Self.key + "===", Self.secret,
        ]
        for text in wrong { #expect(throws: Fault.self, "\(text)") { try PushSubscription.readKey(text) } }
        for text in [
            "", "BTBZMqHH6r4Tts7J_aSIg", Self.secret + "A", Self.secret.dropLast() + "h", Self.secret + "=", Self.key,
        ] {
            #expect(throws: Fault.self, "\(text)") { try PushSubscription.readSecret(text) }
        }
    }

    @Test func secretsAreNotLogged() throws {
        let request = try #require(
            try RequestParser.parse("push subscribe https://push.example/secret \(Self.key) \(Self.secret)")
        )
        #expect(request.subject == "push subscribe")
    }
}
