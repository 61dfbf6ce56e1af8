import DomoJSON
import DomoLanguage
import DomoModel
import DomoNATS

/// What the operator of a fleet knows about a house: its name, and the keys that were signed for it.
struct RegisteredHouse: Equatable, Sendable {
    struct Code: Equatable, Sendable {
        /// Of the user in the code.
        var key: NKey
        var expires: Timestamp
        var used: Timestamp?
    }

    static let maxName = 128
    private static let format = 1

    let house: HouseID
    var name: String
    /// The last one that was made.
    var code: Code?
    /// The key of the house.
    var key: NKey?
    /// The key that was signed for it last, until the house uses it.
    var next: NKey?
    /// When the last credentials end.
    var expires: Timestamp?
    var revoked: Timestamp?

    /// The keys that must be refused when the house is revoked.
    var keys: [NKey] { [key, next, code?.key].compactMap(\.self) }

    /// - Throws: why a house can't have the name.
    static func check(name: String) throws(HouseFault) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard !name.isEmpty, name.utf8.count <= maxName, isPlain else {
            throw HouseFault(
                "invalid name \(name.prefix(40).debugDescription): expected one line of 1–\(maxName) bytes"
            )
        }
    }

    /// For people and scripts.
    func state(at now: Timestamp) -> State {
        if revoked != nil { return .revoked }
        if let expires, key != nil { return expires > now ? .enrolled : .expired }
        return code.map { $0.expires > now } == true ? .waiting : .codeExpired
    }

    enum State: String {
        case waiting = "waits for enrolment"
        case codeExpired = "code expired"
        case enrolled
        case expired = "credentials expired"
        case revoked
    }

    // MARK: JSON

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("house")
            json.string(house.text)
            json.key("name")
            json.string(name)
            if let code {
                json.key("code")
                json.object { json in
                    json.key("key")
                    json.string("\(code.key)")
                    Self.write(code.expires, "expires", &json)
                    Self.write(code.used, "used", &json)
                }
            }
            json.optional("key", key.map { "\($0)" })
            json.optional("next", next.map { "\($0)" })
            Self.write(expires, "expires", &json)
            Self.write(revoked, "revoked", &json)
        }
        json.newline()
        return json.bytes
    }

    private static func write(_ time: Timestamp?, _ key: StaticString, _ json: inout JSONWriter) {
        guard let time else { return }
        json.key(key)
        json.numeral("\(time.milliseconds)")
    }

    init(house: HouseID, name: String, code: Code?) { (self.house, self.name, self.code) = (house, name, code) }

    init(json bytes: [UInt8]) throws(HouseFault) {
        guard let root = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 20)?.root, root.isObject,
            root["v"]?.integer(Int.self) == Self.format
        else { throw HouseFault("it is not a JSON object of version \(Self.format)") }
        house = try HouseFields.house(root)
        name = root["name"]?.string ?? ""
        try Self.check(name: name)
        let key = { (value: JSONValue?) throws(HouseFault) -> NKey? in
            guard let text = value?.string else { return nil }
            do throws(NKeyFault) { return try NKey(text) } catch { throw HouseFault("it has a damaged key: \(error)") }
        }
        let time = { (value: JSONValue?) -> Timestamp? in
            value?.integer(Int64.self).map { Timestamp(milliseconds: $0) }
        }
        if let item = root["code"] {
            guard let codeKey = try key(item["key"]), let end = time(item["expires"]) else {
                throw HouseFault("its code has no key or no end")
            }
            code = Code(key: codeKey, expires: end, used: time(item["used"]))
        }
        self.key = try key(root["key"])
        next = try key(root["next"])
        expires = time(root["expires"])
        revoked = time(root["revoked"])
    }
}
