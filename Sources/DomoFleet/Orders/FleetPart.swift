import DomoBridge
import DomoJSON
import DomoLanguage

/// A request for a further part of a long reply: `{"v":1,"key":…,"token":…,"part":2}`.
struct FleetPart: Equatable, Sendable {
    /// Of the request that has the reply.
    var key: String
    var token: Secret
    /// From 1.
    var part: Int

    init(key: String, token: Secret, part: Int) { (self.key, self.token, self.part) = (key, token, part) }

    var json: [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.key("v")
            json.number(JSONValue.requestFormat)
            json.key("key")
            json.string(key)
            json.key("token")
            json.string(token.value)
            json.key("part")
            json.number(part)
        }
        return json.bytes
    }

    /// - Throws: `bad-request`.
    init(json bytes: [UInt8]) throws(Fault) {
        let root = try JSONValue.request(bytes)
        key = try root.requestWord("key", upTo: FleetOrder.maxKey)
        token = Secret(try root.requestToken())
        guard let part = root["part"]?.integer(Int.self), (1...ReplyPart.maxCount).contains(part) else {
            throw Fault(.badRequest, "part is not a number from 1 to \(ReplyPart.maxCount)")
        }
        self.part = part
    }
}
