import CLibCurl

/// libcurl as a whole.
enum CurlLibrary {
    /// Set up once in a process, before the first handle is made.
    static func setUp() { _ = ready }

    private static let ready: Void = {
        let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(code == CURLE_OK, "libcurl can't start: \(String(cString: curl_easy_strerror(code)))")
    }()

    static func makeEasyHandle() -> UnsafeMutableRawPointer {
        setUp()
        guard let easy = curl_easy_init() else { fatalError("no memory for a curl handle") }
        return easy
    }
}

/// Sets an option that this libcurl is known to have, to a value that it takes: anything else is a mistake in domo.
func require(_ code: CURLcode) {
    precondition(code == CURLE_OK, "libcurl refuses an option: \(String(cString: curl_easy_strerror(code)))")
}
