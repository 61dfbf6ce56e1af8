import CLibCurl

/// How a transfer ended, as libcurl reports it.
struct TransferResult: Equatable, Sendable {
    var code: CURLcode
    /// Of HTTP or SMTP; 0 if there is none.
    var status = 0
    /// Whether any of the request was sent.
    var isBegun = false
    /// Whether all of it was sent, so that the receiver may have acted on it.
    var isWhole = false
    /// Whether a connection was refused because its address is not public.
    var isPrivate = false
    /// Whether the answer was longer than allowed.
    var isTooLong = false
    var answer: [UInt8] = []
    /// The value of Retry-After (RFC 9110, section 10.2.3); nil if there is none.
    var retryAfter: Duration?
    /// libcurl's text for the code, which is the same for all transfers.
    var name = ""
    /// libcurl's message, on one line, which may contain secrets.
    var detail = ""
    /// The end of the certificate, in seconds since 1970.
    var certificateEnd: Int64?

    /// A transfer that libcurl did not begin.
    static func notBegun(_ detail: String) -> TransferResult {
        TransferResult(code: CURLE_FAILED_INIT, detail: detail)
    }

    /// Why there is no answer, for people.
    var reason: String {
        switch code {
        case CURLE_WRITE_ERROR where isTooLong: "the answer is too long"
        case CURLE_COULDNT_RESOLVE_HOST: "host name not found"
        case CURLE_COULDNT_CONNECT where isPrivate: "the host has a private address, which is not connected to"
        case CURLE_COULDNT_CONNECT: "no connection"
        case CURLE_OPERATION_TIMEDOUT: isBegun ? "no answer in time" : "no connection in time"
        case CURLE_GOT_NOTHING: "the connection was closed without an answer"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: "the connection broke"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "the answer is not of the protocol"
        case CURLE_PEER_FAILED_VERIFICATION: "the certificate is not trusted"
        case CURLE_SSL_CONNECT_ERROR: "no TLS connection"
        case CURLE_USE_SSL_FAILED: "the server offers no TLS"
        case CURLE_LOGIN_DENIED: "the server refused user and password"
        case CURLE_SSL_CACERT_BADFILE: "the ca-file can't be used"
        case CURLE_FAILED_INIT: detail.isEmpty ? "libcurl failed" : detail
        default: name.isEmpty ? "error \(code.rawValue) of libcurl" : name
        }
    }
}
