import CLibCurl
import DomoEngine

/// A curl handle for one server, used for one signal after the other. Belongs to the loop's thread.
final class Transfer {
    /// How much of an answer's body is read before the rest is dropped, in bytes.
    static let longestBody = 65_536

    let easy: UnsafeMutableRawPointer
    let server: HTTPServer
    /// Its place among the active.
    var position = 0
    private(set) var dispatch: Dispatch.ID?

    private var report: (@Sendable (Outcome) -> Void)?
    private var timeout: Duration = .zero
    private var milliseconds = 0
    private var method: SignalTemplate.Method?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    fileprivate var bodyLength = 0
    fileprivate var hasBegun = false

    init(server: HTTPServer) {
        self.server = server
        easy = CurlLibrary.makeEasyHandle()
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        configure(server.settings)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// The transfer that a handle belongs to.
    static func of(_ easy: UnsafeMutableRawPointer) -> Transfer {
        var context: UnsafeMutableRawPointer?
        require(domo_curl_get_pointer(easy, CURLINFO_PRIVATE, &context))
        return Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// What holds for every signal to the server.
    private func configure(_ settings: ServerSettings) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        require(domo_curl_set_pointer(easy, CURLOPT_PRIVATE, context))
        require(domo_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        CurlOptions.setCommon(easy, credentials: settings.credentials, caFile: settings.caFile)
        require(domo_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds))
        require(domo_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
        // A name may hold dots and slashes where a dialect puts it into the path.
        require(domo_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1))
        require(domo_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, ""))
        // libcurl would call an empty body a form.
        headers = curl_slist_append(curl_slist_append(nil, "Content-Type:"), "Expect:")
        require(domo_curl_set_list(easy, CURLOPT_HTTPHEADER, headers))
        require(domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, takeBody))
        require(domo_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        require(domo_curl_set_prereq(easy, CURLOPT_PREREQFUNCTION, beginOnce))
        require(domo_curl_set_pointer(easy, CURLOPT_PREREQDATA, context))
    }

    /// Makes the handle ready for a signal.
    /// - Parameter url: ends with a zero byte.
    /// - Returns: why it can't be sent.
    func prepare(_ sending: Sending, url: [UInt8], method: SignalTemplate.Method) -> String? {
        let code = url.withUnsafeBytes {
            domo_curl_set_string(easy, CURLOPT_URL, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
        guard code == CURLE_OK else { return "libcurl refuses the URL: \(String(cString: curl_easy_strerror(code)))" }
        timeout = sending.dispatch.timeout
        let rest = (sending.deadline - .now).wholeMilliseconds
        if rest != milliseconds {
            milliseconds = rest
            require(domo_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds))
        }
        if method != self.method {
            self.method = method
            let hasBody = method == .post || method == .put || method == .patch
            require(domo_curl_set_long(easy, hasBody ? CURLOPT_POST : CURLOPT_HTTPGET, 1))
            let isPlain = method == .post || method == .get
            require(domo_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, isPlain ? nil : method.rawValue))
        }
        dispatch = sending.dispatch.id
        report = sending.report
        errorText[0] = 0
        bodyLength = 0
        hasBegun = false
        return nil
    }

    func takeReport() -> (@Sendable (Outcome) -> Void)? {
        defer {
            report = nil
            dispatch = nil
        }
        return report
    }

    /// How much of the request has left.
    var sentBytes: Int { hasBegun ? number(CURLINFO_REQUEST_SIZE) : 0 }

    func outcome(of code: CURLcode) -> Outcome {
        let status = number(CURLINFO_RESPONSE_CODE)
        if code == CURLE_OK, (200..<300).contains(status) { return .accepted }
        return TransferEnd(
            code: code,
            status: status,
            isSent: sentBytes > 0,
            systemError: Int32(number(CURLINFO_OS_ERRNO)),
            detail: String(cString: errorText),
            timeout: timeout,
            connectTimeout: server.settings.connectTimeout
        ).outcome
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        require(domo_curl_get_long(easy, info, &value))
        return value
    }
}

/// Takes a part of the body and drops it; past the limit it breaks the transfer off, since the status has said all.
private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    transfer.bodyLength += size * count
    return transfer.bodyLength > Transfer.longestBody ? 0 : size * count
}

/// Lets a request out once. When a kept connection breaks before an answer, libcurl would send it again on its own,
/// behind the back of the engine, which alone decides on another try.
private func beginOnce(
    _ context: UnsafeMutableRawPointer?,
    _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32,
    _ localPort: Int32
) -> Int32 {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    if transfer.hasBegun { return CURL_PREREQFUNC_ABORT }
    transfer.hasBegun = true
    return CURL_PREREQFUNC_OK
}

extension Duration {
    /// Rounded up, at least 1, as far as libcurl counts.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
