import CLibCurl
import DomoEngine
import Glibc

/// How a transfer ended, as reported by libcurl.
struct TransferEnd {
    var code: CURLcode
    /// 0 if no status line was received.
    var status: Int
    /// Whether any byte of the request was sent.
    var isSent: Bool
    var systemError: Int32
    /// libcurl's error message, with secrets masked.
    var detail: String
    var timeout: Duration
    var connectTimeout: Duration
    /// OpenSSL's verification error for the server's certificate; 0 for none.
    var certificateFault = 0

    /// The outcome of the order. If there is a status, it decides, whatever happened to the body.
    func outcome(_ success: SuccessRule, retryAfter: Duration?) -> Outcome {
        switch status {
        case 200... where success.accepts(status: status): .accepted
        // A gateway in front of the server forwarded the order and got no valid answer.
        case 502, 504: .lost(reason: StatusText.describe(status))
        case 200...:
            .refused(
                reason: StatusText.describe(status),
                isPassing: StatusText.isPassing(status),
                retryAfter: retryAfter,
                hint: StatusText.hint(for: status)
            )
        default: isSent ? .lost(reason: reason) : .notSent(reason: reason, hint: hint)
        }
    }

    /// A short text for people.
    var reason: String {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: "host name not found"
        case CURLE_COULDNT_CONNECT: connectReason
        case CURLE_OPERATION_TIMEDOUT where isSent: "no answer in \(timeout.text)"
        case CURLE_OPERATION_TIMEDOUT: "no connection in \(min(timeout, connectTimeout).text)"
        case CURLE_GOT_NOTHING, CURLE_ABORTED_BY_CALLBACK: "the server closed the connection without an answer"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: "the connection broke"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "the answer is not HTTP"
        case CURLE_PEER_FAILED_VERIFICATION: "certificate not trusted: \(shortDetail)"
        case CURLE_SSL_CACERT_BADFILE: "the CA file can't be used: \(shortDetail)"
        case CURLE_SSL_CONNECT_ERROR: "no TLS connection: \(shortDetail)"
        default: shortDetail
        }
    }

    /// What to do if there is no connection; nil if the cause is unknown.
    private var hint: String? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: "check the host in the url of the server, and the DNS settings of this machine"
        case CURLE_PEER_FAILED_VERIFICATION: certificateHint
        case CURLE_SSL_CACERT_BADFILE: "check the ca-file in the configuration"
        case CURLE_SSL_CONNECT_ERROR: "check that the server uses TLS on this port, or write http: in its url"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "check the port in the url of the server"
        default: nil
        }
    }

    private var certificateHint: String {
        switch certificateFault {
        // X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
        case 9, 10: "renew the certificate of the server, or check the clock of this machine"
        // Trusted but for another host, which libcurl reports as no error or as X509_V_ERR_UNSPECIFIED.
        case 0, 1:
            "use the host name of the server's certificate in its url, or check which server answers there"
        default: "if it is the right server, set ca-file in the configuration to the certificate of its authority"
        }
    }

    private var connectReason: String {
        switch systemError {
        case ECONNREFUSED: "connection refused"
        case EHOSTUNREACH: "no route to the host"
        case ENETUNREACH: "network unreachable"
        case ETIMEDOUT: "no connection in \(min(timeout, connectTimeout).text)"
        default: "no connection: \(shortDetail)"
        }
    }

    private var shortDetail: String {
        if detail.isEmpty { return String(cString: domo_curl_easy_strerror(code)) }
        let prefix = "SSL certificate problem: "
        return detail.hasPrefix(prefix) ? String(detail.dropFirst(prefix.count)) : detail
    }
}

extension Outcome {
    /// The outcome of a dispatch that domo cancelled.
    init(cancelled isSent: Bool, because reason: String) {
        self = isSent ? .lost(reason: reason) : .notSent(reason: reason)
    }
}

extension Duration {
    /// `10 s`, `1.5 s`, `250 ms`.
    var text: String {
        let milliseconds = wholeMilliseconds
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return tenths.isMultiple(of: 10) ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
