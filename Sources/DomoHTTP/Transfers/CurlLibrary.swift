import CLibCurl
import Synchronization

/// libcurl as a whole. It is opened when something is first to be sent: a daemon that has nothing to send does without it
/// and the libraries that it brings.
enum CurlLibrary {
    static let file = "libcurl.so.4"

    /// The file that was opened.
    private static let opened = Mutex<String?>(nil)

    /// To be called before the first handle is made, any number of times. Where it could not be opened, it is tried again.
    ///
    /// - Returns: why there is none, and what to do; nil where it is open.
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

/// Why libcurl can't do what it usually can: it has no memory left, or is broken.
struct CurlFault: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
}

/// Sets an option. A libcurl without memory refuses any.
func require(_ code: CURLcode) throws(CurlFault) {
    guard code != CURLE_OK else { return }
    throw CurlFault("libcurl refuses an option: \(String(cString: domo_curl_easy_strerror(code)))")
}
