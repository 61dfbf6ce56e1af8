/// A checked URL of a target: scheme, host, port, and the rest. Only characters that every reader of URLs takes for the
/// same (RFC 3986): libcurl must not connect to another host than the one that was checked.
struct WebAddress: Equatable, Sendable {
    enum Scheme: String, CaseIterable, Sendable {
        case http, https, smtp, smtps

        var port: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            case .smtp: 25
            case .smtps: 465
            }
        }
    }

    /// What is wrong with a text.
    struct Fault: Error, Equatable {
        var message: String
        var hint: String
    }

    let scheme: Scheme
    /// In lower case; an IPv6 address without its brackets.
    let host: String
    /// As written; nil for the usual one of the scheme.
    let givenPort: UInt16?
    /// The path and the query, from the slash on; empty if there is none.
    let rest: String

    var port: UInt16 { givenPort ?? scheme.port }

    static let maxLength = 2048

    init(_ text: String, schemes: [Scheme]) throws(Fault) {
        let example = "write \(schemes[0].rawValue)://HOST\(schemes[0] == .smtp ? ":PORT" : "/PATH")"
        guard text.utf8.count <= Self.maxLength else {
            throw Fault(message: "the URL is longer than \(Self.maxLength) characters", hint: "use a shorter one")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"\^`|<>""#.utf8.contains($0) }) else {
            throw Fault(
                message: "the URL contains a space, an accent or a control character",
                hint: "write it percent-encoded"
            )
        }
        let word = text.prefix { $0 != ":" }.lowercased()
        guard let scheme = schemes.first(where: { $0.rawValue == word }), text.dropFirst(word.count).hasPrefix("://")
        else {
            throw Fault(message: "not a URL of \(schemes.map(\.rawValue).joined(separator: " or "))", hint: example)
        }
        let after = text.dropFirst(word.count + 3)
        let authority = after.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw Fault(
                message: "the URL contains a user or password",
                hint: "write user and password-file beside it"
            )
        }
        guard !after.contains("#") else {
            throw Fault(message: "the URL has a fragment (#), which is never sent", hint: "remove it")
        }
        let (host, port) = try Self.split(authority, example)
        self.scheme = scheme
        self.host = host
        givenPort = port
        let rest = String(after.dropFirst(authority.count))
        self.rest = rest.hasPrefix("?") ? "/" + rest : rest
    }

    private static func split(_ authority: Substring, _ example: String) throws(Fault) -> (String, UInt16?) {
        var host = authority
        var rest = Substring()
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]"), IPAddress(authority[..<end].dropFirst())?.isV6 == true else {
                throw Fault(message: "the host is not an IPv6 address", hint: "write http://[2001:db8::1]/")
            }
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            rest = authority[colon...]
        }
        let isName = host.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || "-._".utf8.contains($0)
        }
        guard !host.isEmpty, host.utf8.count <= 253, isName || authority.hasPrefix("[") else {
            throw Fault(message: host.isEmpty ? "the URL has no host" : "invalid host in the URL", hint: example)
        }
        guard !rest.isEmpty else { return (host.lowercased(), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
            port > 0
        else { throw Fault(message: "the port is not a number from 1 to 65535", hint: example) }
        return (host.lowercased(), port)
    }

    /// `https://house.example:8443`, without the rest.
    var origin: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(host)\(givenPort.map { ":\($0)" } ?? "")"
    }

    var text: String { origin + rest }

    /// For messages and the log: paths and queries of topics and webhooks are often secrets.
    var shown: String { origin + (rest.isEmpty || rest == "/" ? rest : "/***") }

    /// Whether it leads to this machine, by its name.
    var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    }
}
