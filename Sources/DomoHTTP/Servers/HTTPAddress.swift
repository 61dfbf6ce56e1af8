import DomoModel
import Glibc

/// A checked http or https URL.
public struct HTTPAddress: Sendable, Equatable {
    let text: String

    /// - Parameters:
    ///   - isBase: more will be added to it, so it has no query.
    ///   - isSecret: no fault shows it.
    init(_ text: String, isBase: Bool, isSecret: Bool = false) throws(ServerSettingsFault) {
        let shown = isSecret ? "the url" : Self.shown(text)
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
        if authority.isEmpty || authority.hasPrefix(":") { throw fault("\(shown) names no host") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw fault("\(shown) holds a space, an accent or a control character", "write it percent-encoded")
        }
        if text.contains("#") { throw fault("\(shown) has a fragment (#), which is never sent", "leave it out") }
        if isBase, text.contains("?") {
            throw fault("\(shown) has a query (?)", "the query belongs into the dialect")
        }
        if let problem = Self.problem(of: authority) { throw fault("\(shown) is not a URL: \(problem)") }
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

    /// The host of a checked URL, or of one that libcurl made, as it is compared.
    static func host(of url: String) -> Substring {
        let scheme = url.prefix { $0 != ":" }
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if let bracket = host.firstIndex(of: "]") { return host[...bracket] }
        return host.prefix { $0 != ":" }
    }

    /// A URL as it may be shown, in one line: user, password, query and fragment may be secrets.
    public static func shown(_ url: String) -> String {
        let whole = url.prefix { $0 != "?" && $0 != "#" }.prefix(longestShown).description.singleLine
        guard let scheme = whole.place(of: "://") else { return whole }
        let rest = whole[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return whole }
        return whole[..<scheme.upperBound] + String(rest[rest.index(after: at)...])
    }

    private static let longestShown = 1000

    /// A checked URL whose path is a secret, as it may be shown.
    static func withoutPath(_ url: String) -> String { url.prefix(end(ofAuthority: url)) + "/***" }

    /// What must not be seen of a checked URL whose path is a secret: the path, and each part of it.
    static func secrets(ofPath url: String) -> [String] {
        let path = url.dropFirst(end(ofAuthority: url))
        return path.split(separator: "/").filter { $0.utf8.count >= 4 }.map(String.init)
            + [String(path)].filter { $0.utf8.count > 1 }
    }

    private static func end(ofAuthority url: String) -> Int {
        let scheme = url.prefix { $0 != ":" }.count + 3
        return scheme + url.dropFirst(scheme).prefix { !"/?#\\".contains($0) }.count
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
