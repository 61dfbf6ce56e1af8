import CLibCurl

/// A checked http or https URL.
struct HTTPAddress: Sendable, Equatable {
    let text: String

    /// - Parameter isBase: more will be added to it, so it has no query.
    init(_ text: String, isBase: Bool) throws(ServerSettingsFault) {
        func fault(_ message: String, _ hint: String? = nil) -> ServerSettingsFault {
            ServerSettingsFault(.url, message, hint: hint)
        }
        guard let separator = text.firstIndex(of: ":"), text[separator...].hasPrefix("://"),
            ["http", "https"].contains(text[..<separator].lowercased())
        else {
            throw fault("not an http or https URL", "http://HOST:PORT/PATH")
        }
        let authority = text[separator...].dropFirst(3).prefix { !"/?#\\".contains($0) }
        // Checked before any fault that shows the URL.
        if authority.contains("@") {
            throw fault("user and password don't belong into the URL", "use credentials")
        }
        if authority.isEmpty || authority.hasPrefix(":") { throw fault("\(text) names no host") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw fault("\(text) holds a space, an accent or a control character", "write it percent-encoded")
        }
        if text.contains("#") { throw fault("\(text) has a fragment (#), which is never sent", "leave it out") }
        if isBase, text.contains("?") {
            throw fault("\(text) has a query (?)", "the query belongs into the dialect")
        }
        guard let handle = curl_url() else { throw fault("no memory for a URL") }
        defer { curl_url_cleanup(handle) }
        let code = curl_url_set(handle, CURLUPART_URL, text, 0)
        guard code == CURLUE_OK else {
            throw fault("\(text) is not a URL: \(String(cString: curl_url_strerror(code)))")
        }
        self.text = text
    }

    /// The scheme, host and port of a checked URL, as it is compared: `http://10.0.0.7:80`.
    static func origin(of url: String) -> String {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
        // Behind the bracket of an IPv6 address, or anywhere.
        let hasPort = authority.drop { $0 != "]" }.contains(":") || !authority.contains("]") && authority.contains(":")
        return "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
    }
}
