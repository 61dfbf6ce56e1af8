import CLibCurl
import DomoEngine
import Glibc

/// How a transfer ended, as libcurl tells it.
struct TransferEnd {
    var code: CURLcode
    /// 0 when no status line came.
    var status: Int
    /// Whether any byte of the request left.
    var isSent: Bool
    var systemError: Int32
    /// libcurl's words, in English, with what is secret masked.
    var detail: String
    var timeout: Duration
    var connectTimeout: Duration
    /// What OpenSSL found wrong with the server's certificate, as libcurl gives it; 0 where it found nothing.
    var certificateFault = 0

    /// What that means for the order. The status decides where there is one, whatever became of the body.
    func outcome(_ success: SuccessRule, retryAfter: Duration?) -> Outcome {
        switch status {
        case 200... where success.accepts(status: status): .accepted
        // A gateway in front of the server passed the order on and got no answer, or none it understood.
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

    /// Short, and for people.
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

    /// What to do where there is no connection; nil where all that is known is that there is none.
    private var hint: String? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: "check the host in the url of the server, and the name service of this machine"
        case CURLE_PEER_FAILED_VERIFICATION: certificateHint
        case CURLE_SSL_CACERT_BADFILE: "check the ca-file in the configuration"
        case CURLE_SSL_CONNECT_ERROR: "check that the server speaks TLS at this port, or write http: in its url"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "check the port in the url of the server"
        default: nil
        }
    }

    private var certificateHint: String {
        switch certificateFault {
        // X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
        case 9, 10: "renew the certificate of the server, or check the clock of this machine"
        // It is trusted, and libcurl found that it is another host's: it says nothing, or X509_V_ERR_UNSPECIFIED.
        case 0, 1:
            "write the host in the url of the server as its certificate names it, or check which server answers there"
        default: "if the server is the right one, name the certificate of its authority as ca-file in the configuration"
        }
    }

    private var connectReason: String {
        switch systemError {
        case ECONNREFUSED: "connection refused"
        case EHOSTUNREACH: "no route to the host"
        case ENETUNREACH: "network out of reach"
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
    /// What became of a dispatch that domo itself broke off.
    init(givenUp isSent: Bool, because reason: String) {
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
