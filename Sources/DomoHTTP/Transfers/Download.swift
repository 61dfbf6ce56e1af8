import CLibCurl
import DomoSystem
import Glibc

/// Downloads a file over HTTP: a house that is loaded from a URL.
public enum Download {
    /// The default maximum size of a file, in bytes.
    public static let maxFileSize = 64 * 1024 * 1024

    /// Downloads a file on its own thread, following at most five redirects, none of them to another host or from https
    /// to http. Ends at once if the task is cancelled.
    ///
    /// - `url`: http or https.
    /// - `limit`: the maximum total time.
    /// - `maxSize`: the maximum size of the file, in bytes.
    /// - `credentials`: sent only to the scheme, host and port of the URL.
    /// - `caFile`: a PEM file of trusted authorities, in addition to the system's.
    public static func fetch(
        _ url: String,
        limit: Duration = .seconds(10),
        maxSize: Int = maxFileSize,
        credentials: Credentials = .none,
        caFile: String? = nil
    ) async throws(DownloadFault) -> [UInt8] {
        do {
            _ = try HTTPAddress(url, isBase: false)
            try credentials.validate()
        } catch {
            throw DownloadFault(message: "\(error)", kind: .badRequest)
        }
        let cancellation = DownloadCancellation()
        let result: Result<[UInt8], DownloadFault> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(ThreadFault) {
                    try WorkerThread.start(name: "domo-download") {
                        if let problem = CurlLibrary.open() {
                            let fault = DownloadFault(message: problem, isUnreachable: false)
                            return continuation.resume(returning: .failure(fault))
                        }
                        do throws(CurlFault) {
                            let fetch = try Fetch(
                                limit: limit,
                                maxSize: maxSize,
                                credentials: credentials,
                                caFile: caFile
                            )
                            continuation.resume(returning: try fetch.run(url, until: cancellation))
                        } catch {
                            let fault = DownloadFault(message: error.message, isUnreachable: false)
                            continuation.resume(returning: .failure(fault))
                        }
                    }
                } catch {
                    let fault = DownloadFault(message: "\(error)", isUnreachable: true)
                    continuation.resume(returning: .failure(fault))
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}

/// One download, used by its thread only.
private final class Fetch {
    private let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let limit: Duration
    private let maxSize: Int
    private let credentials: Credentials
    private var body: [UInt8] = []
    private var answerLimit: AnswerLimit
    /// Of its connections: a host may have two addresses, and a redirect another port.
    private var sockets: Set<curl_socket_t> = []

    init(limit: Duration, maxSize: Int, credentials: Credentials, caFile: String?) throws(CurlFault) {
        guard let easy = domo_curl_easy_init() else { throw CurlFault("out of memory for a curl handle") }
        self.easy = easy
        self.limit = limit
        self.maxSize = maxSize
        answerLimit = AnswerLimit(maxBody: maxSize)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.credentials = credentials
        try CurlOptions.setCommon(easy, caFile: caFile)
        try require(domo_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try require(domo_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(maxSize)))
        // Redirects are checked before they are followed.
        try require(domo_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
        try require(domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, collectBody))
        let context = Unmanaged.passUnretained(self).toOpaque()
        try require(domo_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try require(domo_curl_set_header(easy, countHeader, context))
        try require(domo_curl_set_socket(easy, noteSocket, context, closeSocket, context))
    }

    deinit {
        domo_curl_easy_cleanup(easy)
        errorText.deallocate()
    }

    func run(
        _ url: String,
        until cancellation: DownloadCancellation
    ) throws(CurlFault) -> Result<[UInt8], DownloadFault> {
        let end = ContinuousClock.now + limit
        var address = url
        for _ in 0...Self.maxRedirects {
            try CurlOptions.setCredentials(
                easy,
                HTTPAddress.origin(of: address) == HTTPAddress.origin(of: url) ? credentials : .none
            )
            try require(domo_curl_set_long(easy, CURLOPT_TIMEOUT_MS, (end - .now).wholeMilliseconds))
            body.removeAll()
            answerLimit = AnswerLimit(maxBody: maxSize)
            let set = domo_curl_set_string(easy, CURLOPT_URL, address)
            let code = set == CURLE_OK ? perform(until: cancellation) : set
            if cancellation.isCancelled { return .failure(DownloadFault(message: "cancelled", kind: .cancelled)) }
            guard code == CURLE_OK else { return .failure(fault(code)) }
            guard let next = try redirect() else { return whole }
            if let why = Self.refusal(from: address, to: next) {
                return .failure(
                    DownloadFault(
                        message: "the redirect from \(HTTPAddress.shown(address)) to \(HTTPAddress.shown(next)) "
                            + "was refused: \(why)",
                        isUnreachable: false
                    )
                )
            }
            address = next
        }
        return .failure(DownloadFault(message: "more than \(Self.maxRedirects) redirects", isUnreachable: false))
    }

    private static let maxRedirects = 5

    /// Why a redirect is not followed; nil if it is.
    private static func refusal(from url: String, to next: String) -> String? {
        func scheme(_ url: String) -> String { url.prefix { $0 != ":" }.lowercased() }
        guard ["http", "https"].contains(scheme(next)) else { return "it is neither http nor https" }
        guard HTTPAddress.host(of: next) == HTTPAddress.host(of: url) else { return "it leads to another host" }
        // A file requested over TLS must not arrive without TLS.
        return scheme(url) == "https" && scheme(next) == "http" ? "it leads from https to http" : nil
    }

    /// The target of a redirect; nil if the answer is none.
    private func redirect() throws(CurlFault) -> String? {
        var text: UnsafeMutableRawPointer?
        try require(domo_curl_get_pointer(easy, CURLINFO_REDIRECT_URL, &text))
        return text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The file, or why the download failed.
    private var whole: Result<[UInt8], DownloadFault> {
        let status = number(CURLINFO_RESPONSE_CODE)
        if (200..<300).contains(status) { return .success(body) }
        return .failure(
            DownloadFault(message: StatusText.describe(status), isUnreachable: StatusText.isPassing(status))
        )
    }

    private func perform(until cancellation: DownloadCancellation) -> CURLcode {
        guard let multi = domo_curl_multi_init() else { return CURLE_OUT_OF_MEMORY }
        defer { domo_curl_multi_cleanup(multi) }
        guard domo_curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
        defer { domo_curl_multi_remove_handle(multi, easy) }
        var running: CInt = 0
        while !cancellation.isCancelled {
            guard domo_curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            var left: CInt = 0
            while let message = domo_curl_multi_info_read(multi, &left) {
                if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
            }
            // An answer without end can also be all between the chunks.
            guard answerLimit.allows(arrivedOn: sockets) else { return CURLE_WRITE_ERROR }
            guard cancellation.wait(beside: multi) else { return CURLE_FAILED_INIT }
        }
        return CURLE_ABORTED_BY_CALLBACK
    }

    private func fault(_ code: CURLcode) -> DownloadFault {
        switch code {
        case CURLE_FILESIZE_EXCEEDED, CURLE_WRITE_ERROR:
            return DownloadFault(message: answerLimit.excess ?? "longer than \(maxSize) bytes", isUnreachable: false)
        case CURLE_OPERATION_TIMEDOUT:
            return DownloadFault(message: "not complete in \(limit.text)", isUnreachable: true)
        case CURLE_PARTIAL_FILE:
            return DownloadFault(message: "the connection broke before the end", isUnreachable: true)
        default: break
        }
        let end = TransferEnd(
            code: code,
            status: 0,
            isSent: number(CURLINFO_REQUEST_SIZE) > 0,
            systemError: Int32(number(CURLINFO_OS_ERRNO)),
            detail: String(cString: errorText),
            timeout: limit,
            connectTimeout: limit
        )
        let unreachable = [
            CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
        ]
        return DownloadFault(message: end.reason, isUnreachable: unreachable.contains(code))
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        // Zero if libcurl has no value.
        guard domo_curl_get_long(easy, info, &value) == CURLE_OK else { return 0 }
        return value
    }

    fileprivate func collect(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= maxSize else { return 0 }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    fileprivate func addHeader(_ length: Int) -> Int { answerLimit.allows(headerOf: length) ? length : 0 }

    fileprivate func note(_ socket: curl_socket_t) { sockets.insert(socket) }

    fileprivate func shut(_ socket: curl_socket_t) -> CInt {
        sockets.remove(socket)
        return Glibc.close(socket)
    }
}

private func countHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    Unmanaged<Fetch>.fromOpaque(context!).takeUnretainedValue().addHeader(size * count)
}

private func noteSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ use: curlsocktype) -> CInt {
    Unmanaged<Fetch>.fromOpaque(context!).takeUnretainedValue().note(socket)
    return CURL_SOCKOPT_OK
}

private func collectBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let fetch = Unmanaged<Fetch>.fromOpaque(context!).takeUnretainedValue()
    return fetch.collect(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private func closeSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> CInt {
    Unmanaged<Fetch>.fromOpaque(context!).takeUnretainedValue().shut(socket)
}
