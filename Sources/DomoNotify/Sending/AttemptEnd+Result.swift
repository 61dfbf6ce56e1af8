import CLibCurl
import DomoLanguage

// What a result of libcurl means for a delivery.

extension AttemptEnd {
    /// The end of a notice over HTTP.
    static func http(_ result: TransferResult, of request: TransferRequest) -> AttemptEnd {
        let place = request.shown
        switch result.status {
        case 200..<300: return .sent()
        case 300..<400: return .failed("HTTP \(result.status) from \(place): redirects are not followed")
        // RFC 6585, section 4, and RFC 9110, section 15.6.4: the request was not processed.
        case 429, 503: return .retry("HTTP \(result.status) from \(place)", after: result.retryAfter)
        // A gateway forwarded it and got no valid answer: RFC 9110, sections 15.6.3 and 15.6.5.
        case 502, 504:
            let message = "HTTP \(result.status) from \(place)"
            return request.isIdempotent ? .retry(message) : .unknown(message)
        case 500...:
            let message = "HTTP \(result.status) from \(place)"
            return request.isIdempotent ? .retry(message) : .failed(message)
        case 400...: return .failed("HTTP \(result.status) from \(place)")
        default: return withoutStatus(result, of: request)
        }
    }

    /// Without a final status.
    private static func withoutStatus(_ result: TransferResult, of request: TransferRequest) -> AttemptEnd {
        let message = "\(request.shown): \(result.reason)"
        if result.isPrivate { return .failed(message) }
        if result.isWhole, !request.isIdempotent { return .unknown(message) }
        return isFault(result.code) ? .failed(message) : .retry(message)
    }

    /// Faults of the configuration, which no time repairs.
    private static func isFault(_ code: CURLcode) -> Bool {
        [
            CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_LOGIN_DENIED, CURLE_SSL_CACERT_BADFILE,
            CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT,
        ].contains(code)
    }

    /// The end of an e-mail: RFC 5321, section 4.2.1 for the replies.
    static func mail(_ result: TransferResult, of request: TransferRequest) -> AttemptEnd {
        let place = request.shown
        if result.code == CURLE_OK { return .sent() }
        switch result.status {
        case 400..<500: return .retry("SMTP \(result.status) from \(place)")
        case 500..<600: return .failed("SMTP \(result.status) from \(place)")
        default: return withoutStatus(result, of: request)
        }
    }

    /// The end of a call: any answer is one.
    static func call(_ result: TransferResult, of request: TransferRequest, paths: [String]) -> AttemptEnd {
        guard result.status >= 200 else { return withoutStatus(result, of: request) }
        guard !result.isTooLong, result.code == CURLE_OK else {
            let isBody = result.isTooLong && result.answer.count >= request.maxAnswer
            let problem = isBody ? "the answer is longer than \(request.maxAnswer) bytes" : result.reason
            return .failed("\(request.shown): \(problem)", answer: CallAnswer(status: result.status))
        }
        let answer = CallAnswer(status: result.status, values: AnswerValues.read(paths, in: result.answer))
        guard result.status == 429 || result.status == 503 else { return .sent(answer: answer) }
        return .retry(
            "HTTP \(result.status) from \(request.shown)",
            after: result.retryAfter,
            otherwise: .sent(answer: answer)
        )
    }
}
