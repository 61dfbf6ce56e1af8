public import DomoBridge
import DomoJSON
import DomoLanguage
public import DomoModel
public import DomoNATS
import DomoSystem

/// What an operator gives to a house, once: `domo1.` and base64url of a checksum and JSON.
public struct EnrolmentCode: Equatable, Sendable {
    public var house: HouseID
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// Nil for authorities that the machine trusts.
    public var authority: AuthorityCertificates?
    /// The seed of a user who may only enrol, once.
    public var seed: Secret
    public var jwt: NATSJWT

    public init(
        house: HouseID,
        servers: [String],
        authority: AuthorityCertificates?,
        seed: Secret,
        jwt: NATSJWT
    ) {
        self.house = house
        self.servers = servers
        self.authority = authority
        self.seed = seed
        self.jwt = jwt
    }

    public var expires: Timestamp? { jwt.expires.map { Timestamp(milliseconds: 1000 * $0) } }
}

extension EnrolmentCode {
    static let prefix = "domo1."
    static let maxLength = 12 << 10
    private static let maxLine = 4000

    public var text: String {
        var json = JSONWriter()
        json.object { json in
            json.key("house")
            json.string(house.text)
            HouseFields.write(servers, jwt, seed, to: &json)
            if let authority {
                json.key("ca")
                json.array(authority.bodies) { $0.string($1) }
            }
        }
        return Self.prefix + Base64URL.text(of: Self.checksum(json.bytes) + json.bytes)
    }

    /// The text, in lines that a terminal takes when they are pasted: it cuts those of 4096 bytes and more (termios(3)).
    public var lines: String {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(Self.maxLine))
            rest = rest.dropFirst(Self.maxLine)
        }
        return lines.joined(separator: "\n")
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
            guard let token = try HouseFields.jwt(root, of: seed) else { throw HouseFault("it has no JWT") }
            jwt = token
            authority = try Self.authority(root)
        } catch {
            throw HouseFault("the enrolment code can't be used: \(error)")
        }
    }

    private static func authority(_ root: JSONValue) throws(HouseFault) -> AuthorityCertificates? {
        guard let list = root["ca"] else { return nil }
        guard list.isArray, list.count <= AuthorityCertificates.maxCount else {
            throw HouseFault("its ca is not a list of certificates")
        }
        return try AuthorityCertificates(bodies: (0..<list.count).map { list[$0]?.string ?? "" })
    }

    /// FNV-1a of 32 bits: it finds a code that was not copied whole.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (24 - 8 * $0)) }
    }
}
