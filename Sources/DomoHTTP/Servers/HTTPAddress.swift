import DomoModel
import Glibc

/// A checked http or https URL.
public struct HTTPAddress: Sendable, Equatable {
    let text: String

    /// - Parameters:
    ///   - isBase: whether the dialect appends to it, so that it must have no query.
    ///   - isSecret: whether faults must not show it.
    init(_ text: String, isBase: Bool, isSecret: Bool = false) throws(ServerSettingsFault) {
        let shown = isSecret ? "the url" : Self.shown(text)
        func fault(_ message: String, _ hint: String? = nil) -> ServerSettingsFault {
            ServerSettingsFault(.url, message, hint: hint)
        }
        guard let separator = text.firstIndex(of: ":"), text[separator...].hasPrefix("://"),
            ["http", "https"].contains(text[..<separator].lowercased())
        else {
            throw fault("not an http or https URL", "write http://HOST:PORT/PATH")
        }
        let authority = text[separator...].dropFirst(3).prefix { !"/?#\\".contains($0) }
        // Checked before any fault that shows the URL.
        if authority.contains("@") {
            throw fault("the URL contains a user or password", "use credentials")
        }
        if authority.isEmpty || authority.hasPrefix(":") { throw fault("\(shown) has no host") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw fault("\(shown) contains a space, an accent or a control character", "write it percent-encoded")
        }
        if text.contains("#") { throw fault("\(shown) has a fragment (#), which is never sent", "remove it") }
        if isBase, text.contains("?") {
            throw fault("\(shown) has a query (?)", "write the query in the dialect")
        }
        if let problem = Self.problem(of: authority) { throw fault("invalid URL \(shown): \(problem)") }
        self.text = text
    }

    /// What is wrong with `HOST:PORT`; nil if it is valid.
    private static func problem(of authority: Substring) -> String? {
        var host = authority
        var rest = Substring()
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return "expected ] after an IPv6 address" }
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
            var address = in6_addr()
            // The percent sign is followed by the interface of a link-local address.
            guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1 else {
                return "\(host) is not an IPv6 address"
            }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            rest = authority[colon...]
        }
        if !authority.hasPrefix("["), let wrong = host.first(where: { notInHosts.contains($0) }) {
            return "a host name can't contain \(wrong)"
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

    /// The host of a valid URL, for comparisons.
    static func host(of url: String) -> Substring {
        let scheme = url.prefix { $0 != ":" }
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if let bracket = host.firstIndex(of: "]") { return host[...bracket] }
        return host.prefix { $0 != ":" }
    }

    /// A URL without user, password, query and fragment, which may be secrets, on one line.
    public static func shown(_ url: String) -> String {
        let whole = url.prefix { $0 != "?" && $0 != "#" }.prefix(maxShown).description.singleLine
        guard let scheme = whole.place(of: "://") else { return whole }
        let rest = whole[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return whole }
        return whole[..<scheme.upperBound] + String(rest[rest.index(after: at)...])
    }

    private static let maxShown = 1000

    /// A valid URL with a secret path, for display.
    static func withoutPath(_ url: String) -> String { url.prefix(end(ofAuthority: url)) + "/***" }

    /// The secrets in a valid URL with a secret path: the path, and each part of it.
    static func secrets(ofPath url: String) -> [String] {
        let path = url.dropFirst(end(ofAuthority: url))
        return path.split(separator: "/").filter { $0.utf8.count >= 4 }.map(String.init)
            + [String(path)].filter { $0.utf8.count > 1 }
    }

    private static func end(ofAuthority url: String) -> Int {
        let scheme = url.prefix { $0 != ":" }.count + 3
        return scheme + url.dropFirst(scheme).prefix { !"/?#\\".contains($0) }.count
    }

    /// The scheme, host and port of a valid URL, for comparisons: `http://10.0.0.7:80`.
    static func origin(of url: String) -> String {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
        // After the bracket of an IPv6 address, or anywhere.
        let hasPort = authority.drop { $0 != "]" }.contains(":") || !authority.contains("]") && authority.contains(":")
        return "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
    }
}
