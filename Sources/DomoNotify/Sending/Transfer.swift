import CLibCurl
import DomoBridge
import Glibc

/// A transfer of libcurl. Used only by the thread of the transfers.
final class Transfer {
    /// An option that libcurl does not take, or no memory.
    struct Fault: Error {
        var message: String
    }

    let easy: UnsafeMutableRawPointer
    let completion: CurlThread.Completion
    private let request: TransferRequest
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>
    private let upload: [UInt8]
    fileprivate var uploaded = 0
    fileprivate var answer: [UInt8] = []
    fileprivate var isTooLong = false
    fileprivate var isPrivate = false
    private let sockets: OpenSockets
    /// The header fields of interim answers, the answer and its trailers, and the replies of a mail server, in bytes.
    private var head = 0
    private static let maxHead = 65_536

    /// - Parameter sockets: must outlive the connections.
    init(
        _ request: TransferRequest,
        _ sockets: OpenSockets,
        _ completion: @escaping CurlThread.Completion
    ) throws(Fault) {
        guard let easy = domo_curl_easy_init() else { throw Fault(message: "libcurl is out of memory") }
        self.easy = easy
        self.request = request
        self.sockets = sockets
        self.completion = completion
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        upload =
            switch request.form {
            case .http(_, _, let body): body ?? []
            case .mail(_, _, let message, _): message
            case .certificate: []
            }
        try setCommon()
        switch request.form {
        case .http(let method, let headers, let body): try setHTTP(method, headers, hasBody: body != nil)
        case .mail(let from, let to, _, let encryption): try setMail(from, to, encryption)
        case .certificate: try setCertificate()
        }
    }

    deinit {
        domo_curl_easy_cleanup(easy)
        for list in lists { domo_curl_slist_free_all(list) }
        errorText.deallocate()
    }

    // MARK: Options

    private func require(_ code: CURLcode) throws(Fault) {
        guard code != CURLE_OK else { return }
        throw Fault(message: "libcurl refused an option: \(String(cString: domo_curl_easy_strerror(code)))")
    }

    private func set(_ option: CURLoption, _ value: Int) throws(Fault) {
        try require(domo_curl_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(Fault) {
        // libcurl would end the text at a NUL.
        guard !value.utf8.contains(0) else { throw Fault(message: "a value contains the character NUL") }
        try require(domo_curl_set_string(easy, option, value))
    }

    private func set(_ option: CURLoption, _ values: [String]) throws(Fault) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values {
            guard let longer = domo_curl_slist_append(list, value) else {
                domo_curl_slist_free_all(list)
                throw Fault(message: "libcurl is out of memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try require(domo_curl_set_list(easy, option, list))
    }

    private func setCommon() throws(Fault) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_URL, request.url)
        let protocols =
            switch request.form {
            case .http: "http,https"
            case .mail: "smtp,smtps"
            case .certificate: "https"
            }
        try set(CURLOPT_PROTOCOLS_STR, protocols)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        // The environment and files of the user decide nothing.
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_NETRC, 0)
        // Even if the system's OpenSSL accepts older versions, which RFC 8996 forbids.
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        // On a reused connection libcurl may send a request a second time.
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_FORBID_REUSE, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, min(10_000, request.timeout.milliseconds))
        try set(CURLOPT_TIMEOUT_MS, request.timeout.milliseconds)
        if let caFile = request.caFile { try set(CURLOPT_CAINFO, caFile) }
        if let user = request.user, let password = request.password {
            try set(CURLOPT_USERNAME, user)
            try set(CURLOPT_PASSWORD, password)
        }
        try require(domo_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try require(domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, keepAnswer))
        try require(domo_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try require(domo_curl_set_header(easy, countHeader, context))
        let socketContext = Unmanaged.passUnretained(sockets).toOpaque()
        try require(domo_curl_set_socket(easy, noteSocket, context, closeSocket, socketContext))
        // libcurl reads up to 100 buffers before other transfers have their turn: the least, so that none waits for long.
        try set(CURLOPT_BUFFERSIZE, 1024)
        if request.isOnlyPublic { try require(domo_curl_set_open_socket(easy, openPublicSocket, context)) }
    }

    private func setHTTP(_ method: String, _ headers: [String], hasBody: Bool) throws(Fault) {
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_USERAGENT, "domo-notify")
        if hasBody {
            try require(domo_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.count)))
            // Copied, so that it need not stay where it is.
            let code = upload.withUnsafeBytes { bytes -> CURLcode in
                var none: UInt8 = 0
                return withUnsafeMutablePointer(to: &none) { none in
                    let start =
                        bytes.baseAddress.map(UnsafeMutableRawPointer.init(mutating:)) ?? UnsafeMutableRawPointer(none)
                    return domo_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start)
                }
            }
            try require(code)
        }
        try set(CURLOPT_CUSTOMREQUEST, method)
        // No "Expect: 100-continue": a small body is sent at once.
        try set(CURLOPT_HTTPHEADER, headers + ["Expect:"])
    }

    private func setMail(_ from: String, _ to: [String], _ encryption: MailTarget.Encryption) throws(Fault) {
        try set(CURLOPT_MAIL_FROM, "<\(from)>")
        try set(CURLOPT_MAIL_RCPT, to.map { "<\($0)>" })
        try set(CURLOPT_UPLOAD, 1)
        try require(domo_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.count)))
        try require(domo_curl_set_read(easy, readUpload, Unmanaged.passUnretained(self).toOpaque()))
        let wanted =
            switch encryption {
            case .required: CURLUSESSL_ALL
            case .none: CURLUSESSL_NONE
            }
        try set(CURLOPT_USE_SSL, Int(wanted.rawValue))
    }

    private func setCertificate() throws(Fault) {
        try set(CURLOPT_CONNECT_ONLY, 1)
        try set(CURLOPT_CERTINFO, 1)
        // Only its dates are read, also of one that is not trusted or has ended; nothing is sent.
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
    }

    // MARK: Callbacks

    fileprivate func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = request.maxAnswer - answer.count
        answer.append(contentsOf: bytes.prefix(max(0, room)))
        isTooLong = isTooLong || bytes.count > room
        return !isTooLong
    }

    /// libcurl keeps header fields, however many there are.
    fileprivate func addHeader(_ length: Int) -> Int {
        head += length
        isTooLong = isTooLong || head > Self.maxHead
        return isTooLong ? 0 : length
    }

    fileprivate func note(_ socket: curl_socket_t) { sockets.note(socket, of: easy) }

    /// Whether more has arrived than any answer within the limits has: a body in one-byte chunks is six times as long.
    func hasReadTooMuch() -> Bool {
        let arrived = sockets.of(easy).reduce(into: 0) { $0 += max(0, Int(domo_curl_arrived($1))) }
        isTooLong = isTooLong || arrived > 8 * request.maxAnswer + 1024 * 1024
        return isTooLong
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, upload.count - uploaded)
        buffer.copyBytes(from: upload[uploaded..<uploaded + count])
        uploaded += count
        return count
    }

    // MARK: The result

    func result(_ code: CURLcode) -> TransferResult {
        var result = TransferResult(code: code)
        result.status = number(CURLINFO_RESPONSE_CODE)
        result.answer = answer
        result.isTooLong = isTooLong
        result.isPrivate = isPrivate
        result.detail = String(cString: errorText).oneLine
        result.name = String(cString: domo_curl_easy_strerror(code))
        var retryAfter: curl_off_t = 0
        if domo_curl_get_offset(easy, CURLINFO_RETRY_AFTER, &retryAfter) == CURLE_OK, retryAfter > 0 {
            result.retryAfter = .seconds(min(retryAfter, 86_400))
        }
        var sent: curl_off_t = 0
        if domo_curl_get_offset(easy, CURLINFO_SIZE_UPLOAD_T, &sent) != CURLE_OK { sent = .max }
        switch request.form {
        case .http:
            result.isBegun = number(CURLINFO_REQUEST_SIZE) > 0
            result.isWhole = result.isBegun && sent >= upload.count
        case .mail:
            // From the first octet of the message on; its end follows the last.
            result.isBegun = sent > 0
            result.isWhole = sent >= upload.count
        case .certificate: result.certificateEnd = certificateEnd
        }
        return result
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        return domo_curl_get_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    /// The end of the server's own certificate, the first of the chain.
    private var certificateEnd: Int64? {
        var pointer: UnsafeMutableRawPointer?
        guard domo_curl_get_pointer(easy, CURLINFO_CERTINFO, &pointer) == CURLE_OK, let pointer else { return nil }
        let info = pointer.assumingMemoryBound(to: curl_certinfo.self).pointee
        guard info.num_of_certs > 0 else { return nil }
        var entry = info.certinfo[0]
        while let here = entry {
            let text = here.pointee.data.map { String(cString: $0) } ?? ""
            if text.hasPrefix("Expire date:") { return CertificateDate.read(text.dropFirst(12)) }
            entry = here.pointee.next
        }
        return nil
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
}

private func keepAnswer(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    transfer(context).keep(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private func countHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int { transfer(context).addHeader(size * count) }

private func noteSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ use: curlsocktype) -> CInt {
    transfer(context).note(socket)
    return CURL_SOCKOPT_OK
}

private func closeSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> CInt {
    Unmanaged<OpenSockets>.fromOpaque(context!).takeUnretainedValue().shut(socket)
}

private func readUpload(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    transfer(context).read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

/// Opens a socket for an address that libcurl is about to connect to, after the name was resolved: a name that leads
/// into this network is refused here, before anything is sent.
private func openPublicSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return curl_socket_t(-1) }
    // libcurl's structure continues behind `sockaddr` for longer addresses.
    let start = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
    guard IPAddress(start.assumingMemoryBound(to: sockaddr.self))?.isPublic == true else {
        transfer(context).isPrivate = true
        return curl_socket_t(-1)
    }
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, kind, address.pointee.protocol)
}

extension Duration {
    /// In milliseconds, rounded up, from 1 to a day.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
