import DomoLanguage

/// What a client says about itself: the operation CONNECT.
struct ConnectOptions: Equatable, Sendable {
    /// For the server's administrator.
    var name: String
    /// The public key or the JWT, and the signature of the server's nonce in Base64 for URLs.
    var key: String?
    var token: String?
    var signature: String?
    var requiresTLS: Bool

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("verbose")
            json.bool(false)
            json.key("pedantic")
            json.bool(false)
            json.key("tls_required")
            json.bool(requiresTLS)
            json.key("name")
            json.string(name)
            json.key("lang")
            json.string("swift")
            json.key("version")
            json.string("1")
            // 1: the server may send INFO again.
            json.key("protocol")
            json.number(1)
            json.key("headers")
            json.bool(true)
            json.key("no_responders")
            json.bool(true)
            json.optional("nkey", key)
            json.optional("jwt", token)
            json.optional("sig", signature)
        }
        return json.bytes
    }
}
