import CLibCurl
import DomoTestKit

/// A bare libcurl multi loop that posts signals as fast as it can, with reused handles and connections.
final class CurlLoad {
    private let multi: UnsafeMutableRawPointer
    private var handles: [UnsafeMutableRawPointer] = []
    private let signals: CStrings

    /// - Parameters:
    ///   - signals: the URLs, sent one after another and repeated.
    ///   - inFlight: the number of concurrent requests.
    init(signals: [String], inFlight: Int) throws(BenchFault) {
        self.signals = CStrings(signals)
        if let problem = domo_curl_open("libcurl.so.4") { throw BenchFault(String(cString: problem)) }
        guard let multi = domo_curl_multi_init() else { throw BenchFault("can't create a libcurl multi handle") }
        self.multi = multi
        for _ in 0..<inFlight {
            guard let easy = domo_curl_easy_init() else { throw BenchFault("can't create a libcurl handle") }
            handles.append(easy)
            domo_curl_set_long(easy, CURLOPT_POST, 1)
            domo_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, "")
            domo_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
            domo_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
            domo_curl_set_write(easy, CURLOPT_WRITEFUNCTION, { _, size, count, _ in size * count })
        }
    }

    deinit {
        for easy in handles { domo_curl_easy_cleanup(easy) }
        domo_curl_multi_cleanup(multi)
    }

    /// Posts `count` signals, and returns when all are answered with 204.
    func post(_ count: Int, seconds: Double) throws(BenchFault) {
        let limit = Moment.now().after(seconds: seconds)
        var sent = 0
        var answered = 0
        func send(on easy: UnsafeMutableRawPointer) {
            domo_curl_set_string(easy, CURLOPT_URL, signals.pointers[sent % signals.count]!)
            domo_curl_multi_add_handle(multi, easy)
            sent += 1
        }
        for easy in handles.prefix(count) { send(on: easy) }
        while answered < count {
            var running: Int32 = 0
            domo_curl_multi_perform(multi, &running)
            var left: Int32 = 0
            while let message = domo_curl_multi_info_read(multi, &left), let easy = message.pointee.easy_handle {
                let code = message.pointee.data.result
                var status = 0
                domo_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
                domo_curl_multi_remove_handle(multi, easy)
                guard code == CURLE_OK, status == 204 else {
                    throw BenchFault("curl: \(String(cString: domo_curl_easy_strerror(code))), status \(status)")
                }
                answered += 1
                if sent < count { send(on: easy) }
            }
            guard answered < count else { break }
            guard Moment.now() < limit else {
                throw BenchFault("curl: only \(answered) of \(count) signals were answered")
            }
            domo_curl_multi_poll(multi, nil, 0, 1000, nil)
        }
    }
}
