import CLibCurl

/// The options that signals and downloads share.
enum CurlOptions {
    static func setCommon(_ easy: UnsafeMutableRawPointer, caFile: String?) throws(CurlFault) {
        try require(domo_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"))
        try require(domo_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)))
        try require(domo_curl_set_string(easy, CURLOPT_USERAGENT, "domo"))
        try require(domo_curl_set_long(easy, CURLOPT_NOSIGNAL, 1))
        try require(domo_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1))
        // A slow name server doesn't delay the cleanup.
        try require(domo_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1))
        // The servers are in the house: use no proxy, whatever the environment says.
        try require(domo_curl_set_string(easy, CURLOPT_PROXY, ""))
        // Even if the system's OpenSSL accepts older versions, which RFC 8996 forbids.
        try require(domo_curl_set_long(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2))
        if let caFile { try require(domo_curl_set_string(easy, CURLOPT_CAINFO, caFile)) }
    }

    /// Replaces the credentials of the handle.
    static func setCredentials(_ easy: UnsafeMutableRawPointer, _ credentials: Credentials) throws(CurlFault) {
        try require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_basic))
        for option in [CURLOPT_USERNAME, CURLOPT_PASSWORD, CURLOPT_XOAUTH2_BEARER] {
            try require(domo_curl_set_string(easy, option, nil))
        }
        switch credentials {
        case .none: break
        case .basic(let user, let password):
            try require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_basic))
            try require(domo_curl_set_string(easy, CURLOPT_USERNAME, user))
            try require(domo_curl_set_string(easy, CURLOPT_PASSWORD, password))
        case .digest(let user, let password):
            try require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_digest))
            try require(domo_curl_set_string(easy, CURLOPT_USERNAME, user))
            try require(domo_curl_set_string(easy, CURLOPT_PASSWORD, password))
        case .bearer(let token):
            try require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_bearer))
            try require(domo_curl_set_string(easy, CURLOPT_XOAUTH2_BEARER, token))
        }
    }
}
