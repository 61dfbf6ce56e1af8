import DomoLanguage
import DomoSystem

/// Voluntary identification for push services: RFC 8292.
enum VAPID {
    /// At most 24 hours: section 2.
    static let lifetime: Int64 = 12 * 3600

    /// The value of `Authorization`: section 3.
    ///
    /// - Parameters:
    ///   - origin: of the endpoint.
    ///   - contact: a `mailto:` or `https:` URL.
    ///   - now: seconds since 1970.
    static func authorization(
        origin: String,
        contact: String,
        key: PushKey,
        now: Int64
    ) throws(PushKey.Fault) -> String {
        var claims = JSONWriter()
        claims.object { json in
            json.key("aud")
            json.string(origin)
            json.key("exp")
            json.number(Int(now + lifetime))
            json.key("sub")
            json.string(contact)
        }
        let header = Base64URL.text(of: Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let signed = "\(header).\(Base64URL.text(of: claims.bytes))"
        let signature = try key.signature(of: Array(signed.utf8))
        return "vapid t=\(signed).\(Base64URL.text(of: signature)),k=\(Base64URL.text(of: key.point))"
    }
}
