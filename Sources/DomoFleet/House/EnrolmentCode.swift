public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoModel
import DomoSystem

/// What an operator gives to a house, once: `domo1.` and base64url of a checksum and JSON.
public struct EnrolmentCode: Equatable, Sendable {
    public var house: HouseID
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// The SHA-256 of the certificate of the servers' authority, 64 hexadecimal digits; nil for one that the machine trusts.
    public var authority: String?
    /// The seed of a user who may only enrol, once.
    public var seed: Secret
    public var expires: Timestamp

    public init(house: HouseID, servers: [String], authority: String?, seed: Secret, expires: Timestamp) {
        self.house = house
        self.servers = servers
        self.authority = authority
        self.seed = seed
        self.expires = expires
    }
}

extension EnrolmentCode {
    static let prefix = "domo1."
    static let maxLength = 4096

    public var text: String {
        var json = JSONWriter()
        json.object { json in
            json.key("house")
            json.string(house.text)
            HouseFields.write(servers, authority, seed, to: &json)
            json.key("expires")
            json.numeral(String(expires.milliseconds))
        }
        return Self.prefix + Base64URL.text(of: Self.checksum(json.bytes) + json.bytes)
    }

    /// - Throws: what is wrong, for people.
    public init(_ text: some StringProtocol) throws(HouseFault) {
        let characters = text.utf8.filter { $0 > 0x20 }
        let code = String(decoding: characters, as: UTF8.self)
        guard code.hasPrefix(Self.prefix) else {
            let what =
                code.hasPrefix("domo")
                ? "it is of a version that this program does not know" : "it does not begin with domo1."
            throw HouseFault("this is not an enrolment code: \(what)")
        }
        guard code.utf8.count <= Self.maxLength else {
            throw HouseFault(
                "this is not an enrolment code: it has \(code.utf8.count) characters; the limit is \(Self.maxLength)"
            )
        }
        let bytes = Base64URL.bytes(of: code.dropFirst(Self.prefix.count))
        guard let bytes, bytes.count > 4, Array(bytes.prefix(4)) == Self.checksum(Array(bytes.dropFirst(4))),
            let root = JSONDocument(Array(bytes.dropFirst(4)), maxDepth: 4, maxMemory: 1 << 20)?.root, root.isObject
        else { throw HouseFault("the enrolment code is incomplete or was changed: copy all of it") }
        do throws(HouseFault) {
            house = try HouseFields.house(root)
            servers = try HouseFields.servers(root)
            seed = try HouseFields.seed(root)
        } catch {
            throw HouseFault("the enrolment code can't be used: \(error)")
        }
        guard let time = root["expires"]?.integer(Int64.self) else {
            throw HouseFault("the enrolment code can't be used: it has no end (expires)")
        }
        expires = Timestamp(milliseconds: time)
        authority = root["ca"]?.string
        if let authority {
            let isHash =
                authority.utf8.count == 64
                && authority.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
                }
            guard isHash else { throw HouseFault("the enrolment code can't be used: its ca is not a SHA-256") }
        }
    }

    /// FNV-1a of 32 bits: it finds a code that was not copied whole.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (24 - 8 * $0)) }
    }
}
