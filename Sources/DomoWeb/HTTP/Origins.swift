import HTTPTypes
package import Hummingbird
import NIOCore

/// The host names of this server, and the origins that may use it. Rejects pages of other sites, and other host names
/// that resolve to this address (DNS rebinding).
package struct Origins: Sendable {
    /// `https://house.example`; nil if only addresses and localhost are used.
    let publicURL: String?
    /// Of the origins of its own pages: a page over plain HTTP is not the one over https. With a proxy both, since it may
    /// add TLS.
    var schemes: Set<String> = ["http", "https"]

    /// The host and port of a URL or an Origin.
    private static func authority(_ url: String) -> Substring? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        return url[scheme.upperBound...].prefix { $0 != "/" }
    }

    /// The URL of the page, as the client reaches it.
    func base(for request: Request, isSecure: Bool) -> String {
        if let publicURL { return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL }
        return "\(isSecure ? "https" : "http")://\(request.head.authority ?? "localhost")"
    }

    /// - Throws: 400 if the request has no host; 421 if the host is not this server.
    package func checkHost(of request: Request) throws(Problem) {
        guard let host = request.head.authority else {
            throw Problem(.badRequest, "bad-host", "missing header: Host")
        }
        guard request.headers[values: .host].isEmpty else {
            throw Problem(.badRequest, "bad-host", "the request names more than one host")
        }
        guard !isOwn(host) else { return }
        throw Problem(
            HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request"),
            "bad-host",
            "\(host.prefix(200)) is not a name of this server",
            hint: "start domo-web with --public-url, or use its address"
        )
    }

    private func isOwn(_ authority: String) -> Bool {
        if let publicURL, let own = Self.authority(publicURL), own.lowercased() == authority.lowercased() {
            return true
        }
        guard let host = Self.host(of: authority) else { return false }
        return host == "localhost" || Self.isAddress(host)
    }

    /// Without its port and brackets.
    ///
    /// - Returns: nil if it is not `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`.
    private static func host(of authority: String) -> String? {
        let isBracketed = authority.hasPrefix("[")
        guard
            let end = isBracketed ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
        else { return nil }
        let rest = authority[end...].dropFirst(isBracketed ? 1 : 0)
        let isPort = rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard rest.isEmpty || isPort else { return nil }
        return authority[..<end].dropFirst(isBracketed ? 1 : 0).lowercased()
    }

    private static func isAddress(_ host: String) -> Bool {
        do {
            _ = try SocketAddress(ipAddress: host, port: 0)
            return true
        } catch {
            return false
        }
    }

    /// Pages of other origins can't change anything; a client that sends no origin is not a browser, and needs a token.
    ///
    /// - Throws: 403.
    package func checkOrigin(of request: Request, isBearer: Bool) throws(Problem) {
        guard let origin = request.headers[.origin] else {
            if isBearer || request.method == .get || request.method == .head { return }
            throw Problem(
                .forbidden,
                "bad-origin",
                "missing header: Origin",
                hint: "programs send \"Authorization: Bearer TOKEN\"; \"domo claim CODE\" exchanges a code for a token"
            )
        }
        if let publicURL, origin.lowercased() == trimmed(publicURL) { return }
        if let own = request.head.authority, let end = origin.firstRange(of: "://")?.lowerBound,
            schemes.contains(origin[..<end].lowercased()),
            Self.authority(origin).map(String.init)?.lowercased() == own.lowercased()
        {
            return
        }
        throw Problem(.forbidden, "bad-origin", "requests from the origin \(origin.prefix(200)) are not allowed")
    }

    private func trimmed(_ url: String) -> String { (url.hasSuffix("/") ? String(url.dropLast()) : url).lowercased() }
}
