import CLibCurl

/// What signals and downloads have in common.
enum CurlOptions {
    static func setCommon(_ easy: UnsafeMutableRawPointer, caFile: String?) {
        require(domo_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"))
        require(domo_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)))
        require(domo_curl_set_string(easy, CURLOPT_USERAGENT, "domo"))
        require(domo_curl_set_long(easy, CURLOPT_NOSIGNAL, 1))
        require(domo_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1))
        // A name server that is slow to answer doesn't hold up the end.
        require(domo_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1))
        // Servers of a house stand in the house: no proxy, whatever the environment says.
        require(domo_curl_set_string(easy, CURLOPT_PROXY, ""))
        // Whatever the system's OpenSSL would take: RFC 8996 forbids the older ones.
        require(domo_curl_set_long(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2))
        if let caFile { require(domo_curl_set_string(easy, CURLOPT_CAINFO, caFile)) }
    }

    /// In the place of those that the handle had.
    static func setCredentials(_ easy: UnsafeMutableRawPointer, _ credentials: Credentials) {
        require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_basic))
        for option in [CURLOPT_USERNAME, CURLOPT_PASSWORD, CURLOPT_XOAUTH2_BEARER] {
            require(domo_curl_set_string(easy, option, nil))
        }
        switch credentials {
        case .none: break
        case .basic(let user, let password):
            require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_basic))
            require(domo_curl_set_string(easy, CURLOPT_USERNAME, user))
            require(domo_curl_set_string(easy, CURLOPT_PASSWORD, password))
        case .digest(let user, let password):
            require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_digest))
            require(domo_curl_set_string(easy, CURLOPT_USERNAME, user))
            require(domo_curl_set_string(easy, CURLOPT_PASSWORD, password))
        case .bearer(let token):
            require(domo_curl_set_long(easy, CURLOPT_HTTPAUTH, domo_curl_auth_bearer))
            require(domo_curl_set_string(easy, CURLOPT_XOAUTH2_BEARER, token))
        }
    }
}
