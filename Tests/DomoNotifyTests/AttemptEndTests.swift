import CLibCurl
import DomoLanguage
import Testing

@testable import DomoNotify

/// What a result of libcurl means.
struct AttemptEndTests {
    private static let post = TransferRequest(
        url: "https://h/s3cret",
        shown: "https://h/***",
        form: .http(method: "POST", headers: [], body: [1]),
        timeout: .seconds(1)
    )

    private static func word(_ end: AttemptEnd) -> String {
        switch end {
        case .sent: "sent"
        case .failed: "failed"
        case .retry: "retry"
        case .unknown: "unknown"
        }
    }

    @Test(
        arguments: [
            (200, "sent", "sent"), (204, "sent", "sent"), (301, "failed", "failed"), (307, "failed", "failed"),
            (400, "failed", "failed"), (401, "failed", "failed"), (404, "failed", "failed"), (408, "failed", "failed"),
            (429, "retry", "retry"), (500, "failed", "retry"), (501, "failed", "retry"), (502, "unknown", "retry"),
            (503, "retry", "retry"), (504, "unknown", "retry"),
        ]
    )
    func statusDecides(status: Int, once: String, idempotent: String) {
        let result = TransferResult(code: CURLE_OK, status: status, isBegun: true, isWhole: true)
        var request = Self.post
        #expect(Self.word(.http(result, of: request)) == once)
        request.isIdempotent = true
        #expect(Self.word(.http(result, of: request)) == idempotent)
    }

    @Test(
        arguments: [
            (CURLE_COULDNT_CONNECT, false, false, "retry"), (CURLE_COULDNT_RESOLVE_HOST, false, false, "retry"),
            (CURLE_SSL_CONNECT_ERROR, false, false, "retry"), (CURLE_OPERATION_TIMEDOUT, false, false, "retry"),
            (CURLE_PEER_FAILED_VERIFICATION, false, false, "failed"), (CURLE_USE_SSL_FAILED, false, false, "failed"),
            (CURLE_SEND_ERROR, true, false, "retry"), (CURLE_OPERATION_TIMEDOUT, true, true, "unknown"),
            (CURLE_GOT_NOTHING, true, true, "unknown"), (CURLE_RECV_ERROR, true, true, "unknown"),
            (CURLE_ABORTED_BY_CALLBACK, true, true, "unknown"), (CURLE_FAILED_INIT, false, false, "retry"),
        ] as [(CURLcode, Bool, Bool, String)]
    )
    func withoutAStatusItDependsOnWhatWasSent(code: CURLcode, isBegun: Bool, isWhole: Bool, word: String) {
        let result = TransferResult(code: code, isBegun: isBegun, isWhole: isWhole)
        #expect(Self.word(.http(result, of: Self.post)) == word)
        #expect(Self.word(.mail(result, of: Self.post)) == word)
        var request = Self.post
        request.isIdempotent = true
        #expect(Self.word(.http(result, of: request)) == (word == "unknown" ? "retry" : word))
    }

    @Test(arguments: [
        (421, "retry"), (451, "retry"), (454, "retry"), (535, "failed"), (550, "failed"), (554, "failed"),
    ])
    func replyOfTheMailServerDecides(status: Int, word: String) {
        for isWhole in [false, true] {
            let result = TransferResult(code: CURLE_SEND_ERROR, status: status, isBegun: isWhole, isWhole: isWhole)
            #expect(Self.word(.mail(result, of: Self.post)) == word)
        }
    }

    @Test func privateAddressIsAFailure() {
        let result = TransferResult(code: CURLE_COULDNT_CONNECT, isPrivate: true)
        #expect(Self.word(.http(result, of: Self.post)) == "failed")
    }

    @Test func messagesShowNoSecret() {
        for status in [0, 301, 404, 429, 500, 504] {
            let result = TransferResult(code: CURLE_RECV_ERROR, status: status, detail: "Failed to connect to s3cret")
            for end in [AttemptEnd.http(result, of: Self.post), .mail(result, of: Self.post)] {
                #expect(!"\(end)".contains("s3cret") && "\(end)".contains("https://h/***"))
            }
        }
    }

    @Test func callTakesAnyStatusAsAnAnswer() {
        let answer = Array(#"{"a": [{"b": 5.20}], "t": true}"#.utf8)
        for status in [200, 301, 404, 500] {
            let result = TransferResult(code: CURLE_OK, status: status, isBegun: true, isWhole: true, answer: answer)
            let values = ["a.0.b": "5.2", "a[0].b": "5.2", "t": "true"]
            #expect(
                AttemptEnd.call(result, of: Self.post, paths: ["a.0.b", "a[0].b", "t", "a", "a.1.b", "..", "a.x"])
                    == .sent(answer: CallAnswer(status: status, values: values))
            )
        }
    }
}
