import CLibCurl
import DomoEngine
import DomoModel

/// A curl handle for one server, reused for one signal after another. Belongs to the `CurlWorker`.
final class Transfer {
    /// How much of the answer to an order is read before the rest is dropped, in bytes.
    static let maxBodyLength = 65_536

    let easy: UnsafeMutableRawPointer
    let server: HTTPServer
    /// Its index among the active transfers.
    var position = 0
    private(set) var transmission: Transmission?

    private var success = SuccessRule.usual
    private var timeout: Duration = .zero
    private var milliseconds = 0
    private var method: HTTPMethod?
    /// The headers of every request.
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The additional headers of the last request.
    private var ownHeaders: UnsafeMutablePointer<curl_slist>?
    private var hadBody = false
    private var connectsOnly = false
    /// The credentials that the handle has now.
    private var credentials = Credentials.none
    private let errorText: UnsafeMutablePointer<CChar>
    fileprivate var bodyLength = 0
    /// The maximum length of the body that is kept; 0 if only the status matters.
    fileprivate var maxKept = 0
    fileprivate var body: [UInt8] = []
    fileprivate var limit = AnswerLimit(maxBody: 0)
    /// How often the request may be sent: once, or twice if the server sends a challenge first (RFC 7616).
    fileprivate var maxStarts = 1
    fileprivate var starts = 0

    fileprivate var hasStarted: Bool { starts > 0 }

    /// Whether the request may be sent now: a second time only after a challenge, not after a lost connection.
    fileprivate var mayStart: Bool { starts == 0 || (starts < maxStarts && number(CURLINFO_RESPONSE_CODE) == 401) }

    /// - Parameter sockets: must outlive the transfer.
    init(server: HTTPServer, sockets: WatchedSockets, handles: CurlHandles) throws(CurlFault) {
        guard let easy = handles.makeEasy() else { throw CurlFault("out of memory for a curl handle") }
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

    /// Returns the transfer of a handle; nil if libcurl doesn't know it.
    static func of(_ easy: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard domo_curl_get_pointer(easy, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// - Throws: if out of memory; no list is leaked.
    private static func list(_ lines: [String]) throws(CurlFault) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = domo_curl_slist_append(list, line) else {
                domo_curl_slist_free_all(list)
                throw CurlFault("out of memory for the headers")
            }
            list = longer
        }
        return list
    }

    /// Sets the options that are the same for every signal to the server.
    private func configure(_ settings: ServerSettings) throws(CurlFault) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try require(domo_curl_set_pointer(easy, CURLOPT_PRIVATE, context))
        try require(domo_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try CurlOptions.setCommon(easy, caFile: settings.caFile)
        try require(domo_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds))
        try require(domo_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
        try require(domo_curl_set_long(easy, CURLOPT_BUFFERSIZE, AnswerLimit.bufferSize))
        // A name in the path may contain dots and slashes.
        try require(domo_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1))
        try require(domo_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, ""))
        // libcurl would send an empty body as a form.
        headers = try Self.list(["Content-Type:", "Expect:"])
        try require(domo_curl_set_list(easy, CURLOPT_HTTPHEADER, headers))
        try require(domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, takeBody))
        try require(domo_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try require(domo_curl_set_header(easy, countHeader, context))
        try require(domo_curl_set_prereq(easy, CURLOPT_PREREQFUNCTION, beginOnce))
        try require(domo_curl_set_pointer(easy, CURLOPT_PREREQDATA, context))
    }

    /// Prepares the handle for a request.
    ///
    /// - Parameters:
    ///   - request: the request, whose URL ends with a zero byte.
    ///   - success: which answers accept an order; nil for a query.
    /// - Throws: why the request can't be sent. The handle is unusable then.
    func prepare(_ transmission: Transmission, _ request: RenderedRequest, success: SuccessRule?) throws(CurlFault) {
        let code = request.url.withUnsafeBytes {
            domo_curl_set_string(easy, CURLOPT_URL, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
        guard code == CURLE_OK else {
            throw CurlFault("libcurl refused the URL: \(String(cString: domo_curl_easy_strerror(code)))")
        }
        if request.credentials != credentials {
            try CurlOptions.setCredentials(easy, request.credentials)
            credentials = request.credentials
            if case .digest = credentials { maxStarts = 2 } else { maxStarts = 1 }
        }
        timeout = transmission.timeout
        let rest = (transmission.deadline - .now).wholeMilliseconds
        if rest != milliseconds {
            milliseconds = rest
            try require(domo_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds))
        }
        // The body first: any body, even an empty one, makes libcurl use POST.
        if try setBody(request) || request.method != method {
            method = request.method
            let hasBody = method == .post || method == .put || method == .patch
            try require(domo_curl_set_long(easy, hasBody ? CURLOPT_POST : CURLOPT_HTTPGET, 1))
            let isPlain = method == .post || method == .get
            try require(domo_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, isPlain ? nil : method?.rawValue))
        }
        try setHeaders(request)
        try setConnectOnly(transmission.connectsOnly)
        self.transmission = transmission
        self.success = success ?? .usual
        switch transmission.payload {
        // The body of a refusal says why.
        case .order: maxKept = Self.maxBodyLength
        case .query(let query, _) where query.check != nil: maxKept = 0
        case .query(let query, _):
            maxKept = query.isForAll ? ServerSettings.maxAnswerLengthForAll : ServerSettings.maxAnswerLength
        }
        errorText[0] = 0
        limit = AnswerLimit(maxBody: max(maxKept, Self.maxBodyLength))
        bodyLength = 0
        starts = 0
    }

    /// Nothing is sent on the connection, and libcurl closes it afterwards (CURLOPT_CONNECT_ONLY).
    private func setConnectOnly(_ isWanted: Bool) throws(CurlFault) {
        guard isWanted != connectsOnly else { return }
        try require(domo_curl_set_long(easy, CURLOPT_CONNECT_ONLY, isWanted ? 1 : 0))
        connectsOnly = isWanted
    }

    /// - Returns: whether a body was set.
    private func setBody(_ request: RenderedRequest) throws(CurlFault) -> Bool {
        guard request.hasBody || hadBody else { return false }
        hadBody = request.hasBody
        try require(domo_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
        let copied = request.body.withUnsafeBytes { bytes in
            // libcurl copies as many bytes as CURLOPT_POSTFIELDSIZE_LARGE says.
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
            // libcurl would send a body without a type as a form.
            if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                lines.append("Content-Type:")
            }
            for header in request.headers {
                // `Name:` would remove a header; `Name;` sends one without a value.
                let isBare = header.value.trimmed.isEmpty
                lines.append(isBare ? "\(header.name);" : header.line)
            }
        }
        let own = try Self.list(lines)
        let former = ownHeaders
        // Freed with the handle, even if setting it fails.
        ownHeaders = own
        let set = domo_curl_set_list(easy, CURLOPT_HTTPHEADER, own ?? headers)
        domo_curl_slist_free_all(former)
        try require(set)
    }

    /// Releases the last transmission.
    func clear() {
        transmission = nil
        maxKept = 0
        if body.capacity > Self.maxBodyLength { body = [] } else { body.removeAll(keepingCapacity: true) }
    }

    /// Looks at all that has arrived on the connection.
    ///
    /// - Returns: whether the server may go on answering.
    func checkArrived(on socket: curl_socket_t) -> Bool { limit.allows(arrivedOn: CollectionOfOne(socket)) }

    /// How many bytes of the request were sent.
    var sentBytes: Int { hasStarted ? number(CURLINFO_REQUEST_SIZE, ifUnknown: 1) : 0 }

    func outcome(of code: CURLcode) -> Outcome {
        let status = number(CURLINFO_RESPONSE_CODE)
        guard let pattern = success.body else {
            if code == CURLE_OK, success.accepts(status: status) { return .accepted }
            return explained(transferEnd(code, status).outcome(success, retryAfter: retryAfter(status)))
        }
        let end = transferEnd(code, status)
        guard success.accepts(status: status) else {
            return explained(end.outcome(success, retryAfter: retryAfter(status)))
        }
        // The rest of a body beyond the limit is ignored. If the body is incomplete, the order may have succeeded.
        if pattern.matches(body) { return .accepted }
        guard code == CURLE_OK || bodyLength > maxKept || limit.excess != nil else { return .lost(reason: end.reason) }
        let said = masked(String(decoding: body, as: UTF8.self)).prefix(200).description.singleLine
        return .refused(reason: "the server answered: \(said.isEmpty ? "nothing" : said)", isPassing: false)
    }

    /// A refusal, with what the server says about it. Its dialect knows which errors no retry helps against.
    private func explained(_ outcome: Outcome) -> Outcome {
        guard case .refused(let reason, let isPassing, let retryAfter, let hint) = outcome else { return outcome }
        // What does not end is no message.
        let finding = success.finding(in: bodyLength > maxKept ? [] : body)
        return .refused(
            reason: reason + shown(finding.reason),
            isPassing: isPassing && !finding.isFinal,
            retryAfter: retryAfter,
            hint: finding.isFinal && hint == nil ? "correct what the server reports: the order is not repeated" : hint
        )
    }

    private func shown(_ said: String?) -> String { said.map { ": " + masked($0).singleLine } ?? "" }

    /// Masks secrets: a server may repeat what it was sent.
    private func masked(_ text: String) -> String {
        let target: Target? =
            switch transmission?.payload {
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

    /// The result of a query.
    func answer(of code: CURLcode) -> Received {
        let status = number(CURLINFO_RESPONSE_CODE)
        if code == CURLE_OK, (200..<300).contains(status) { return .body(body) }
        if status >= 300, code == CURLE_OK || bodyLength > maxKept || limit.excess != nil {
            let reason = StatusText.describe(status) + shown(FailureRule.text(of: body))
            return .report(.refused(reason: reason, retryAfter: retryAfter(status)))
        }
        if (200..<300).contains(status), let excess = limit.excess { return .report(.unusable(reason: excess)) }
        if (200..<300).contains(status), bodyLength > maxKept {
            return .report(.unusable(reason: "the answer is longer than \(maxKept) bytes"))
        }
        return .report(.failed(reason: transferEnd(code, status).reason))
    }

    /// The result of a check: any answer shows that the server works, except a gateway's without the server.
    func reachability(of code: CURLcode) -> Answer {
        let status = number(CURLINFO_RESPONSE_CODE)
        let isAnswered = transmission?.connectsOnly == true ? code == CURLE_OK : status >= 100
        if status == 502 || status == 504 { return .failed(reason: StatusText.describe(status)) }
        if isAnswered { return .states([]) }
        return .failed(reason: transferEnd(code, status).reason)
    }

    private func transferEnd(_ code: CURLcode, _ status: Int) -> TransferEnd {
        TransferEnd(
            code: code,
            status: status,
            isSent: sentBytes > 0,
            systemError: Int32(number(CURLINFO_OS_ERRNO)),
            detail: limit.excess ?? (errorText[0] == 0 ? "" : masked(String(cString: errorText))),
            timeout: timeout,
            connectTimeout: server.settings.connectTimeout,
            certificateFault: number(CURLINFO_SSL_VERIFYRESULT)
        )
    }

    /// The value of `Retry-After` (RFC 9110, section 10.2.3), at most one hour.
    private func retryAfter(_ status: Int) -> Duration? {
        guard status == 429 || status == 503 else { return nil }
        var seconds: curl_off_t = 0
        guard domo_curl_get_offset(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK else { return nil }
        return seconds > 0 ? .seconds(min(seconds, 3600)) : nil
    }

    /// - Parameter unknown: the result if libcurl has no value.
    private func number(_ info: CURLINFO, ifUnknown unknown: Int = 0) -> Int {
        var value = 0
        guard domo_curl_get_long(easy, info, &value) == CURLE_OK else { return unknown }
        return value
    }
}

/// Keeps a part of the body, or drops it if only the status matters; aborts the transfer beyond the limit.
private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    let length = size * count
    transfer.bodyLength += length
    guard transfer.maxKept > 0 else { return transfer.bodyLength > Transfer.maxBodyLength ? 0 : length }
    let room = max(0, transfer.maxKept - transfer.body.count)
    if let bytes { transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: min(room, length))) }
    return length > room ? 0 : length
}

/// Only counts, of trailers and interim answers too; ends the transfer beyond the limit.
private func countHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    return transfer.limit.allows(headerOf: size * count) ? size * count : 0
}

/// Allows a request to be sent once. If a reused connection breaks before the answer, libcurl would send the request
/// again on its own, but only the engine decides about retries.
private func beginOnce(
    _ context: UnsafeMutableRawPointer?,
    _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32,
    _ localPort: Int32
) -> Int32 {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    guard transfer.mayStart else { return CURL_PREREQFUNC_ABORT }
    transfer.starts += 1
    return CURL_PREREQFUNC_OK
}

extension Duration {
    /// The duration in milliseconds, rounded up, from 1 to the maximum that libcurl accepts.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}

extension String {
    /// The string with spaces instead of control characters.
    var singleLine: String {
        String(
            unicodeScalars.reduce(into: UnicodeScalarView()) { result, scalar in
                result.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        )
    }
}
