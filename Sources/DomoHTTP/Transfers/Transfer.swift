import CLibCurl
import DomoEngine
import DomoModel

/// A curl handle for one server, used for one signal after the other. Belongs to the loop's thread.
final class Transfer {
    /// How much of an answer's body is read before the rest is dropped, in bytes.
    static let longestBody = 65_536

    let easy: UnsafeMutableRawPointer
    let server: HTTPServer
    /// Its place among the active.
    var position = 0
    private(set) var sending: Sending?

    private var success = SuccessRule.usual
    private var timeout: Duration = .zero
    private var milliseconds = 0
    private var method: HTTPMethod?
    /// What every request has.
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// What the last request had beside it.
    private var ownHeaders: UnsafeMutablePointer<curl_slist>?
    private var hadBody = false
    /// Those that the handle has now.
    private var credentials = Credentials.none
    private let errorText: UnsafeMutablePointer<CChar>
    fileprivate var bodyLength = 0
    /// How much of an answer is kept; 0 where the status says all.
    fileprivate var mostKept = 0
    fileprivate var body: [UInt8] = []
    /// How often the request may go out: once, and once more where the server first asks who it is (RFC 7616).
    fileprivate var mostBegun = 1
    fileprivate var begun = 0

    fileprivate var hasBegun: Bool { begun > 0 }

    /// The second time the server must have asked who it is, and not just have gone away.
    fileprivate var mayBegin: Bool { begun == 0 || (begun < mostBegun && number(CURLINFO_RESPONSE_CODE) == 401) }

    /// - Parameter sockets: outlives it.
    init(server: HTTPServer, sockets: WatchedSockets, handles: CurlHandles) throws(CurlFault) {
        guard let easy = handles.makeEasy() else { throw CurlFault("no memory for a curl handle") }
        self.server = server
        self.easy = easy
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure(server.settings)
        try sockets.follow(easy)
    }

    deinit {
        domo_curl_easy_cleanup(easy)
        domo_curl_slist_free_all(headers)
        domo_curl_slist_free_all(ownHeaders)
        errorText.deallocate()
    }

    /// The transfer that a handle belongs to; nil where libcurl doesn't say.
    static func of(_ easy: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard domo_curl_get_pointer(easy, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// - Throws: where there is no memory for it; then there is no list.
    private static func list(_ lines: [String]) throws(CurlFault) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = domo_curl_slist_append(list, line) else {
                domo_curl_slist_free_all(list)
                throw CurlFault("no memory for the headers")
            }
            list = longer
        }
        return list
    }

    /// What holds for every signal to the server.
    private func configure(_ settings: ServerSettings) throws(CurlFault) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try require(domo_curl_set_pointer(easy, CURLOPT_PRIVATE, context))
        try require(domo_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try CurlOptions.setCommon(easy, caFile: settings.caFile)
        try require(domo_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds))
        try require(domo_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
        // A name may hold dots and slashes where a dialect puts it into the path.
        try require(domo_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1))
        try require(domo_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, ""))
        // libcurl would call an empty body a form.
        headers = try Self.list(["Content-Type:", "Expect:"])
        try require(domo_curl_set_list(easy, CURLOPT_HTTPHEADER, headers))
        try require(domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, takeBody))
        try require(domo_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try require(domo_curl_set_prereq(easy, CURLOPT_PREREQFUNCTION, beginOnce))
        try require(domo_curl_set_pointer(easy, CURLOPT_PREREQDATA, context))
    }

    /// Makes the handle ready for a request.
    ///
    /// - Parameters:
    ///   - request: its URL ends with a zero byte.
    ///   - success: what accepts an order; nil for a question.
    /// - Throws: why it can't be sent. The handle is of no use then.
    func prepare(_ sending: Sending, _ request: RenderedRequest, success: SuccessRule?) throws(CurlFault) {
        let code = request.url.withUnsafeBytes {
            domo_curl_set_string(easy, CURLOPT_URL, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
        guard code == CURLE_OK else {
            throw CurlFault("libcurl refuses the URL: \(String(cString: domo_curl_easy_strerror(code)))")
        }
        if request.credentials != credentials {
            try CurlOptions.setCredentials(easy, request.credentials)
            credentials = request.credentials
            if case .digest = credentials { mostBegun = 2 } else { mostBegun = 1 }
        }
        timeout = sending.timeout
        let rest = (sending.deadline - .now).wholeMilliseconds
        if rest != milliseconds {
            milliseconds = rest
            try require(domo_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds))
        }
        // First: with a body, even an empty one, libcurl takes it that the method is POST.
        if try setBody(request) || request.method != method {
            method = request.method
            let hasBody = method == .post || method == .put || method == .patch
            try require(domo_curl_set_long(easy, hasBody ? CURLOPT_POST : CURLOPT_HTTPGET, 1))
            let isPlain = method == .post || method == .get
            try require(domo_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, isPlain ? nil : method?.rawValue))
        }
        try setHeaders(request)
        self.sending = sending
        self.success = success ?? .usual
        switch sending.errand {
        case .order: mostKept = success?.body == nil ? 0 : Self.longestBody
        case .query(let query, _):
            mostKept = query.isForAll ? ServerSettings.longestAnswerForAll : ServerSettings.longestAnswer
        }
        errorText[0] = 0
        bodyLength = 0
        begun = 0
    }

    /// - Returns: whether there was anything to set.
    private func setBody(_ request: RenderedRequest) throws(CurlFault) -> Bool {
        guard request.hasBody || hadBody else { return false }
        hadBody = request.hasBody
        try require(domo_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
        let copied = request.body.withUnsafeBytes { bytes in
            // Copied by libcurl, as many bytes as it was told before.
            let start = bytes.baseAddress ?? UnsafeRawPointer(errorText)
            return domo_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, start.assumingMemoryBound(to: CChar.self))
        }
        try require(copied)
        return true
    }

    private func setHeaders(_ request: RenderedRequest) throws(CurlFault) {
        guard !request.headers.isEmpty || ownHeaders != nil else { return }
        var lines: [String] = []
        if !request.headers.isEmpty {
            lines.append("Expect:")
            // libcurl would call a body without a type a form.
            if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                lines.append("Content-Type:")
            }
            for header in request.headers {
                // `Name:` would take a header away, `Name;` sends one without a value.
                let isBare = header.value.trimmed.isEmpty
                lines.append(isBare ? "\(header.name);" : header.line)
            }
        }
        let own = try Self.list(lines)
        let former = ownHeaders
        // Freed with the handle, whatever comes of it.
        ownHeaders = own
        let set = domo_curl_set_list(easy, CURLOPT_HTTPHEADER, own ?? headers)
        domo_curl_slist_free_all(former)
        try require(set)
    }

    /// Lets go of what was sent.
    func clear() {
        sending = nil
        mostKept = 0
        if body.capacity > Self.longestBody { body = [] } else { body.removeAll(keepingCapacity: true) }
    }

    /// How much of the request has left.
    var sentBytes: Int { hasBegun ? number(CURLINFO_REQUEST_SIZE, ifUnknown: 1) : 0 }

    func outcome(of code: CURLcode) -> Outcome {
        let status = number(CURLINFO_RESPONSE_CODE)
        guard let pattern = success.body else {
            if code == CURLE_OK, success.accepts(status: status) { return .accepted }
            return transferEnd(code, status).outcome(success, retryAfter: retryAfter(status))
        }
        let end = transferEnd(code, status)
        guard success.accepts(status: status) else { return end.outcome(success, retryAfter: retryAfter(status)) }
        // What is past the limit doesn't count; what never came may have said that all is well.
        if pattern.matches(body) { return .accepted }
        guard code == CURLE_OK || bodyLength > mostKept else { return .lost(reason: end.reason) }
        let said = masked(String(decoding: body, as: UTF8.self)).prefix(200).description.singleLine
        return .refused(reason: "the server answers: \(said.isEmpty ? "nothing" : said)", isPassing: false)
    }

    /// A server may repeat what it was sent.
    private func masked(_ text: String) -> String {
        let target: Target? =
            switch sending?.errand {
            case .order(let dispatch, _): dispatch.target
            case .query(let query, _): query.targets.first
            case nil: nil
            }
        return target.map { server.settings.secrets(for: $0).mask(text) } ?? text
    }

    enum Received {
        case body([UInt8])
        case report(Answer)
    }

    /// What came of a question.
    func answer(of code: CURLcode) -> Received {
        let status = number(CURLINFO_RESPONSE_CODE)
        if code == CURLE_OK, (200..<300).contains(status) { return .body(body) }
        if status >= 300, code == CURLE_OK || bodyLength > mostKept {
            return .report(.refused(reason: StatusText.describe(status), retryAfter: retryAfter(status)))
        }
        if (200..<300).contains(status), bodyLength > mostKept {
            return .report(.unusable(reason: "the answer is longer than \(mostKept) bytes"))
        }
        return .report(.failed(reason: transferEnd(code, status).reason))
    }

    private func transferEnd(_ code: CURLcode, _ status: Int) -> TransferEnd {
        TransferEnd(
            code: code,
            status: status,
            isSent: sentBytes > 0,
            systemError: Int32(number(CURLINFO_OS_ERRNO)),
            detail: errorText[0] == 0 ? "" : masked(String(cString: errorText)),
            timeout: timeout,
            connectTimeout: server.settings.connectTimeout,
            certificateFault: number(CURLINFO_SSL_VERIFYRESULT)
        )
    }

    /// When the server wants to be asked again (RFC 9110, section 10.2.3), at most an hour from now.
    private func retryAfter(_ status: Int) -> Duration? {
        guard status == 429 || status == 503 else { return nil }
        var seconds: curl_off_t = 0
        guard domo_curl_get_offset(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK else { return nil }
        return seconds > 0 ? .seconds(min(seconds, 3600)) : nil
    }

    /// - Parameter unknown: the number where libcurl doesn't say.
    private func number(_ info: CURLINFO, ifUnknown unknown: Int = 0) -> Int {
        var value = 0
        guard domo_curl_get_long(easy, info, &value) == CURLE_OK else { return unknown }
        return value
    }
}

/// Takes a part of the body and, where nobody asks what it says, drops it; past the limit it breaks the transfer off.
private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    let length = size * count
    transfer.bodyLength += length
    guard transfer.mostKept > 0 else { return transfer.bodyLength > Transfer.longestBody ? 0 : length }
    let room = max(0, transfer.mostKept - transfer.body.count)
    if let bytes { transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: min(room, length))) }
    return length > room ? 0 : length
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
    guard transfer.mayBegin else { return CURL_PREREQFUNC_ABORT }
    transfer.begun += 1
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

extension String {
    /// Without control characters.
    var singleLine: String {
        String(
            unicodeScalars.reduce(into: UnicodeScalarView()) { result, scalar in
                result.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        )
    }
}
