import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS

/// The reply of a house that was asked to get a new key: `{"ok":{"key":"U…"}}`, or an error as on the control socket.
enum RotationReply {
    static func json(_ fault: Fault?, _ key: NKey) -> [UInt8] {
        var json = JSONWriter()
        if let fault {
            Reply.fault(fault).write(to: &json)
        } else {
            json.object { json in
                json.key("ok")
                json.object { json in
                    json.key("key")
                    json.string("\(key)")
                }
            }
        }
        return json.bytes
    }

    static func key(in bytes: [UInt8]) throws -> NKey {
        guard bytes.count <= 4096 else { throw HouseFault("the reply of the house is longer than 4096 bytes") }
        try DaemonReply.check(bytes)
        let text = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 18)?.root["ok"]?["key"]?.string
        return try NKey(text ?? "")
    }
}
