import CLibCurl
import DomoLanguage
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoNotify

/// Web Push.
struct PushTests {
    /// RFC 8291, section 5 and appendix A.
    @Test func sampleOfTheSpecification() throws {
        func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(of: text)) }
        let point = try bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        )
        // RFC 5915.
        let der =
            [0x30, 0x77, 2, 1, 1, 4, 32] + (try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
            + [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7, 0xA1, 0x44, 3, 0x42, 0] + point
        let key = try PushKey(der: der)
        #expect(key.point == point)
        let body = try PushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8),
            userKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            authentication: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            ownKey: key,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
            block: 1
        )
        #expect(
            Base64URL.text(of: body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func lengthIsPaddedAndLimited() throws {
        let (key, user) = (try PushKey(), try PushKey())
        func length(_ count: Int) throws(PushKey.Fault) -> Int {
            try PushEncryption.encrypt(
                [UInt8](repeating: 1, count: count),
                userKey: user.point,
                authentication: [UInt8](repeating: 2, count: 16),
                ownKey: key,
                salt: [UInt8](repeating: 3, count: 16)
            ).count
        }
        #expect(try length(1) == length(128))
        #expect(try length(129) == length(128) + 128)
        #expect(try length(PushEncryption.maxLength) == 4096)
        #expect(throws: PushKey.Fault.self) { try length(PushEncryption.maxLength + 1) }
    }

    @Test func pointsThatAreNotOnTheCurveAreRefused() throws {
        let key = try PushKey()
        let points: [[UInt8]] = [
            [], [4], [4] + [UInt8](repeating: 1, count: 64), [4] + [UInt8](repeating: 0, count: 64),
            [2] + Array(key.point.dropFirst()),
        ]
        for point in points {
            #expect(throws: PushKey.Fault.self) { try key.secret(with: point) }
        }
    }

    @Test func keyIsKept() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/key"
        let first = try PushKey.kept(in: path)
        #expect(try PushKey.kept(in: path).point == first.point)
        #expect(FileStatus.mode(of: path).map { $0 & 0o777 } == 0o600)
        try folder.write("key", "nonsense")
        #expect(throws: PushKey.Fault.self) { try PushKey.kept(in: path) }
    }

    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/x", true), ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
        ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
        ("https://FCM.googleapis.com:443/x", true),
        ("http://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com:8443/x", false),
        ("https://push.apple.com/x", false), ("https://evilpush.apple.com/x", false),
        ("https://fcm.googleapis.com.evil.example/x", false), ("https://evil.example/?fcm.googleapis.com", false),
        ("https://fcm.googleapis.com@evil.example/x", false), ("https://127.0.0.1/x", false), ("", false),
    ])
    func onlyKnownServices(endpoint: String, isKnown: Bool) {
        do throws(WebAddress.Fault) {
            _ = try PushService.find(endpoint, among: [])
            #expect(isKnown)
        } catch {
            #expect(!isKnown)
        }
    }

    @Test func longTextsFit() {
        for text in [
            String(repeating: "\u{1}", count: 2000), String(repeating: "\"", count: 2000),
            String(repeating: "🚪", count: 2000),
        ] {
            #expect(PushMessage.payload(for: .sample(7, to: "x", text), page: nil).count <= PushEncryption.maxLength)
        }
    }

    // MARK: Rounds

    private static let request = TransferRequest(
        url: "https://h/",
        shown: "https://h/***",
        form: .http(method: "POST", headers: [], body: []),
        timeout: .seconds(1)
    )

    private static func subscriptions(_ count: UInt64) -> [PushBrowser] {
        (1...count).map { PushBrowser(id: $0, token: "t", endpoint: "", p256dh: "", auth: "") }
    }

    @Test(
        arguments: [
            ([201, 201], .sent()), ([201, 403], .sent(message: "1 of 2 browsers")),
            ([410, 201], .sent(message: "1 of 2 browsers")), ([410, 404], .failed("no browser is subscribed")),
            ([403, 410], .failed("HTTP 403 from https://h/***")),
            ([504, 403], .unknown("HTTP 504 from https://h/***")),
            ([429, 403], .retry("HTTP 403 from https://h/***", after: .zero)),
            (
                [201, 429],
                .retry("HTTP 429 from https://h/***", after: .zero, otherwise: .sent(message: "1 of 2 browsers"))
            ),
        ] as [([Int], AttemptEnd)]
    )
    func roundHasOneEnd(statuses: [Int], end: AttemptEnd) {
        let all = Self.subscriptions(UInt64(statuses.count))
        var round = PushRound()
        for (subscription, status) in zip(all, statuses) {
            let result = TransferResult(code: CURLE_OK, status: status, isBegun: true, isWhole: true)
            #expect(round.note(subscription.id, result, of: Self.request) == (status == 404 || status == 410))
        }
        #expect(round.end(of: all) == end)
        // Only those are sent to again that asked for it.
        #expect(round.open(all).map(\.id) == zip(all, statuses).filter { $0.1 == 429 }.map(\.0.id))
    }
}
