import DomoJSON
import DomoLanguage
import DomoNATS
import DomoSystem

/// A house's request to sign a key. The seed of the key stays in the house.
///
/// The subject has the house, and only the user of that house may publish to it. The signatures show in addition which of
/// its keys asks, and that it has the seed of the new one.
struct EnrolmentRequest: Equatable, Sendable {
    static let maxBytes = 4096
    private static let format = 1

    /// The key that it has: that in the code, or the one to replace.
    let asker: NKey
    /// The key to sign.
    let key: NKey
    private let signature: [UInt8]
    private let proof: [UInt8]

    /// - Parameter subject: where it is published.
    init(to subject: String, asker: NKeySeed, key: NKeySeed) throws(NKeyFault) {
        (self.asker, self.key) = (asker.key, key.key)
        let bytes = Self.signed(subject, asker.key, key.key)
        signature = try asker.signature(of: bytes)
        proof = try key.signature(of: bytes)
    }

    private static func signed(_ subject: String, _ asker: NKey, _ key: NKey) -> [UInt8] {
        Array("domo-fleet \(format)\n\(subject)\n\(asker)\n\(key)".utf8)
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("asker")
            json.string("\(asker)")
            json.key("key")
            json.string("\(key)")
            json.key("signature")
            json.string(Base64URL.text(of: signature))
            json.key("proof")
            json.string(Base64URL.text(of: proof))
        }
        return json.bytes
    }

    /// - Parameter subject: where it came to.
    init(json bytes: [UInt8], to subject: String) throws(Fault) {
        guard bytes.count <= Self.maxBytes, let root = JSONDocument(bytes, maxDepth: 2, maxMemory: 64 << 10)?.root,
            root.isObject
        else { throw Fault(.badRequest, "the request is not a JSON object") }
        guard root["v"]?.integer(Int.self) == Self.format else {
            throw Fault(.badRequest, "the request is not of version \(Self.format)", hint: "update domo-fleet")
        }
        do throws(NKeyFault) {
            asker = try NKey(root["asker"]?.string ?? "")
            key = try NKey(root["key"]?.string ?? "")
        } catch {
            throw Fault(.badRequest, "the request has no valid keys: \(error)")
        }
        signature = Base64URL.bytes(of: root["signature"]?.string ?? "") ?? []
        proof = Base64URL.bytes(of: root["proof"]?.string ?? "") ?? []
        let signed = Self.signed(subject, asker, key)
        guard asker.verifies(signature, of: signed), key.verifies(proof, of: signed) else {
            throw Fault(.notAllowed, "the signatures of the request do not match")
        }
    }
}
