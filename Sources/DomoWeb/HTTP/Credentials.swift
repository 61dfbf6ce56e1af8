import DomoLanguage
import HTTPTypes
package import Hummingbird

/// The credentials of a request: a bearer token, or the two halves of a token that a browser stores separately.
/// Browsers send the cookie to other ports of the host too, and the key may leak with a copy of the browser's storage:
/// neither half reveals anything about the token.
package enum Credentials {
    static let cookie = "domo-session"
    /// Over https: browsers accept it only from this host, over https (RFC 6265bis, section 4.1.3.2).
    static let secureCookie = "__Host-domo-session"
    /// Precedes the half of a token that was created for this browser, and is revoked with its session.
    static let ownPrefix = "own."
    static let keyHeader = HTTPField.Name("Domo-Key")!
    /// In seconds; the maximum that browsers allow.
    static let maxAge = 400 * 86_400

    package struct Presented {
        package var token: String
        package var isBearer = false
        /// Whether it was created for this browser.
        var isOwn = false
        /// Whether the cookie has the name of plain HTTP, although the page is served over https: it is older than that.
        var isOldCookie = false
        /// The browser's half, as it sent it.
        var cookie: String?
    }

    /// - Throws: 401 if credentials are missing or incomplete.
    package static func token(in request: Request, isSecure: Bool) throws(Problem) -> Presented {
        if let header = request.headers[.authorization] {
            let words = header.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "bearer" else {
                throw .unauthorized("the header Authorization has no bearer token")
            }
            return Presented(token: String(words[1]), isBearer: true)
        }
        let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        func half(_ name: String) -> Substring? {
            cookies.lazy.compactMap { cookie -> Substring? in
                let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                return parts.count == 2 && parts[0] == name ? parts[1] : nil
            }.first
        }
        let secure = isSecure ? half(secureCookie) : nil
        switch (secure ?? half(cookie), request.headers[keyHeader]) {
        case (nil, nil): throw .unauthorized("the request is not signed in")
        case (let cookie?, let key?):
            let isOwn = cookie.hasPrefix(ownPrefix)
            guard let token = join(String(isOwn ? cookie.dropFirst(ownPrefix.count) : cookie), key) else {
                throw .unauthorized("the cookie and the key don't match")
            }
            return Presented(token: token, isOwn: isOwn, isOldCookie: isSecure && secure == nil, cookie: String(cookie))
        case (nil, _?): throw .unauthorized("missing cookie: \(Self.cookie)")
        case (_?, nil): throw .unauthorized("missing header: \(keyHeader)")
        }
    }

    // MARK: - The cookie

    /// Gives the browser its half of the token, or takes it away. Over https a cookie of the older name goes.
    package static func set(_ value: String?, isSecure: Bool, in response: inout Response) {
        func cookie(_ name: String, _ value: String?) -> HTTPField {
            let age = value == nil ? 0 : maxAge
            let text = "\(name)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)"
            return HTTPField(name: .setCookie, value: text + (isSecure ? "; Secure" : ""))
        }
        guard isSecure else { return response.headers.append(cookie(Self.cookie, value)) }
        response.headers.append(cookie(secureCookie, value))
        response.headers.append(cookie(Self.cookie, nil))
    }

    // MARK: - Halves

    /// Splits a token into two random halves, which together make the token.
    package static func split(_ token: String) -> (cookie: String, key: String) {
        var random = SystemRandomNumberGenerator()
        let bytes = Array(token.utf8)
        let half = bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
        return (hexadecimal(half), hexadecimal(zip(bytes, half).map { $0 ^ $1 }))
    }

    static func join(_ cookie: String, _ key: String) -> String? {
        guard let one = bytes(cookie), let other = bytes(key), one.count == other.count, !one.isEmpty else {
            return nil
        }
        let token = String(validating: zip(one, other).map { $0 ^ $1 }, as: UTF8.self)
        return token.flatMap { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? $0 : nil }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map { UInt8(hexadecimalDigit: $0) }
        guard digits.count.isMultiple(of: 2), digits.count <= 1024, !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
    }
}

extension UInt8 {
    init?(hexadecimalDigit byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
