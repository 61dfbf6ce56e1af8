/// Texts for HTTP status codes.
enum StatusText {
    /// `HTTP 404 Not Found`; the number alone for a status without a reason phrase (RFC 9110, section 15).
    static func describe(_ status: Int) -> String {
        names[status].map { "HTTP \(status) \($0)" } ?? "HTTP \(status)"
    }

    /// Whether a retry may succeed.
    static func isPassing(_ status: Int) -> Bool { status == 408 || status == 429 || status >= 500 }

    /// What to do about a status that refuses an order; nil if only the server's log can help.
    static func hint(for status: Int) -> String? {
        switch status {
        case 300..<400: "the server redirects requests, and orders follow no redirects: use the new address as its url"
        case 401: "check the user and password, or the token, of the server in the configuration"
        case 403: "the configured user or token is not allowed to do this: change its permissions on the server"
        case 407: "a proxy in front of the server requires credentials: use the address of the server itself"
        case 404, 410:
            "check that the server knows the element by this name: an entry under elements can give it another name"
        case 400, 405, 406, 411, 413, 414, 415, 417, 422, 431, 501, 505:
            "the server does not understand the request: check the dialect of the server in the configuration"
        case 408, 425: "the server timed out waiting for the request: check its load"
        case 429: "the server limits the rate of requests: send fewer orders at a time"
        default: nil
        }
    }

    private static let names: [Int: String] = [
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 423: "Locked", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}
