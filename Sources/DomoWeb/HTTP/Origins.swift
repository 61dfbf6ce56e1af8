import HTTPTypes
import Hummingbird
import NIOCore

/// Which names this server has, and which pages may use it. A page of another site that gets the browser to this address, or
/// a name of its own that leads here (DNS rebinding), is refused.
struct Origins: Sendable {
    /// `https://house.example`; nil where only addresses and localhost are used.
    let publicURL: String?

    /// The host and port of a URL or an Origin.
    private static func authority(_ url: String) -> Substring? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        return url[scheme.upperBound...].prefix { $0 != "/" }
    }

    /// The URL of the page, as whoever asks reaches it.
    func base(for request: Request, isSecure: Bool) -> String {
        if let publicURL { return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL }
        return "\(isSecure ? "https" : "http")://\(request.head.authority ?? "localhost")"
    }

    /// - Throws: 400 where the request does not say for which name it is; 421 where that is not this server's.
    func checkHost(of request: Request) throws(Problem) {
        guard let host = request.head.authority else {
            throw Problem(.badRequest, "bad-host", "the request names no host")
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
    /// - Returns: nil where it is not `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`.
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

    /// A page of another origin changes nothing, and what sends no origin is no browser: it needs a token.
    ///
    /// - Throws: 403.
    func checkOrigin(of request: Request, isBearer: Bool) throws(Problem) {
        guard let origin = request.headers[.origin] else {
            if isBearer || request.method == .get || request.method == .head { return }
            throw Problem(
                .forbidden,
                "bad-origin",
                "the header Origin is missing",
                hint: "programs send \"Authorization: Bearer TOKEN\""
            )
        }
        if let publicURL, origin.lowercased() == trimmed(publicURL) { return }
        if let own = request.head.authority, Self.authority(origin).map(String.init)?.lowercased() == own.lowercased() {
            return
        }
        throw Problem(.forbidden, "bad-origin", "a page of \(origin.prefix(200)) may not use this server")
    }

    private func trimmed(_ url: String) -> String { (url.hasSuffix("/") ? String(url.dropLast()) : url).lowercased() }
}
