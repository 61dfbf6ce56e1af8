import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS

/// The reply to a request to sign a key: `{"ok":{"jwt":"…"}}`, or an error as on the control socket.
enum EnrolmentReply {
    static let maxBytes = 32 << 10

    static func json(_ result: Result<NATSJWT, Fault>) -> [UInt8] {
        var json = JSONWriter()
        switch result {
        case .failure(let fault): Reply.fault(fault).write(to: &json)
        case .success(let jwt):
            json.object { json in
                json.key("ok")
                json.object { json in
                    json.key("jwt")
                    json.string(jwt.text)
                }
            }
        }
        return json.bytes
    }

    /// The JWT for a key of a house.
    static func jwt(in bytes: [UInt8], for key: NKey, of house: HouseID) throws -> NATSJWT {
        guard bytes.count <= maxBytes else { throw HouseFault("the reply is longer than \(maxBytes) bytes") }
        try DaemonReply.check(bytes)
        guard let text = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 20)?.root["ok"]?["jwt"]?.string else {
            throw HouseFault("the reply has no JWT")
        }
        let jwt = try NATSJWT(text)
        guard jwt.subject == key, jwt.name == house.text else {
            throw HouseFault("the JWT is that of another house or key")
        }
        return jwt
    }
}
