import Glibc

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
        if let problem = Self.problem(of: authority) { throw fault("\(text) is not a URL: \(problem)") }
        self.text = text
    }

    /// What is wrong with `HOST:PORT`; nil where nothing is.
    private static func problem(of authority: Substring) -> String? {
        var host = authority
        var rest = Substring()
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return "the [ of an IPv6 address has no ]" }
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
            var address = in6_addr()
            // Behind the percent sign stands the interface of a link-local address.
            guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1 else {
                return "\(host) is not an IPv6 address"
            }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            rest = authority[colon...]
        }
        if !authority.hasPrefix("["), let wrong = host.first(where: { notInHosts.contains($0) }) {
            return "a host has no \(wrong) in its name"
        }
        guard !rest.isEmpty else { return nil }
        guard rest.first == ":", rest.dropFirst().allSatisfy(\.isWholeNumber), let port = UInt16(rest.dropFirst()),
            port > 0
        else {
            return "the port is not a number from 1 to 65535"
        }
        return nil
    }

    private static let notInHosts: Set<Character> = Set("[]{}$'\"^`*<>=;,+&()|!")

    /// The scheme, host and port of a checked URL, as it is compared: `http://10.0.0.7:80`.
    static func origin(of url: String) -> String {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
        // Behind the bracket of an IPv6 address, or anywhere.
        let hasPort = authority.drop { $0 != "]" }.contains(":") || !authority.contains("]") && authority.contains(":")
        return "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
    }
}
