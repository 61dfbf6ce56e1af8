import CLibCurl
import Synchronization

/// Loads libcurl on first use, so that a daemon that sends nothing needs neither it nor its dependencies.
enum CurlLibrary {
    static let file = "libcurl.so.4"

    /// The file that was opened.
    private static let opened = Mutex<String?>(nil)

    /// Opens the library. Call it before the first handle is created; more calls do nothing, or retry after a failure.
    ///
    /// - Returns: why it can't be opened, and what to do; nil if it is open.
    static func open(_ file: String = file) -> String? {
        opened.withLock { opened in
            guard opened != file else { return nil }
            if let problem = domo_curl_open(file) {
                return
                    "libcurl can't be used: \(String(cString: problem)); check that the package libcurl4 is installed"
            }
            opened = file
            return nil
        }
    }
}

/// A failure of libcurl itself, such as out of memory.
struct CurlFault: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
}

/// Checks the result of setting an option. libcurl refuses any option if it is out of memory.
func require(_ code: CURLcode) throws(CurlFault) {
    guard code != CURLE_OK else { return }
    throw CurlFault("libcurl refused an option: \(String(cString: domo_curl_easy_strerror(code)))")
}
