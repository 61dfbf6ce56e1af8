import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS

/// What both an enrolment code and a credentials file say, and how it is checked.
enum HouseFields {
    static let maxServers = 8

    static func write(_ servers: [String], _ jwt: NATSJWT?, _ seed: Secret, to json: inout JSONWriter) {
        json.key("servers")
        json.array(servers) { $0.string($1) }
        json.optional("jwt", jwt?.text)
        json.key("seed")
        json.string(seed.value)
    }

    /// Whether a program of the fleet may have the name, which is a token of subjects.
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    static func house(_ root: JSONValue) throws(HouseFault) -> HouseID {
        guard let text = root["house"]?.string else { throw HouseFault("it has no house") }
        guard let house = HouseID(text) else {
            throw HouseFault("\"\(text.prefix(40))\" is not the ID of a house: expected 8–16 of a–z and 0–9")
        }
        return house
    }

    /// The seed of a user's NKey. Its checksum is checked where it is used.
    static func seed(_ root: JSONValue) throws(HouseFault) -> Secret {
        let isAllowed: (UInt8) -> Bool = { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
        guard let text = root["seed"]?.string, text.utf8.count == 58, text.hasPrefix("SU"),
            text.utf8.allSatisfy(isAllowed)
        else { throw HouseFault("its seed is not that of a user: expected SU and 56 of A–Z, 2–7") }
        return Secret(text)
    }

    /// The JWT of the key.
    static func jwt(_ root: JSONValue, of seed: Secret) throws(HouseFault) -> NATSJWT? {
        guard let text = root["jwt"]?.string else { return nil }
        let (jwt, key): (NATSJWT, NKey)
        do throws(NKeyFault) {
            (jwt, key) = (try NATSJWT(text), try NKeySeed(seed.value).key)
        } catch {
            throw HouseFault("its JWT can't be used: \(error)")
        }
        guard jwt.subject == key else { throw HouseFault("its JWT is that of another seed") }
        return jwt
    }

    static func servers(_ root: JSONValue) throws(HouseFault) -> [String] {
        guard let list = root["servers"], list.isArray, (1...maxServers).contains(list.count) else {
            throw HouseFault("it has no list of 1–\(maxServers) servers")
        }
        var servers: [String] = []
        for index in 0..<list.count {
            guard let text = list[index]?.string, isServer(text) else {
                throw HouseFault(
                    "\"\((list[index]?.string ?? "").prefix(80))\" is not a server: expected tls://HOST:PORT"
                )
            }
            servers.append(text)
        }
        return servers
    }

    static func isServer(_ text: String) -> Bool {
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let scheme = ["tls://", "nats://"].first(where: { text.hasPrefix($0) })
        else { return false }
        let address = text.dropFirst(scheme.count)
        guard let colon = address.lastIndex(of: ":"), colon > address.startIndex,
            let port = UInt16(address[address.index(after: colon)...])
        else { return false }
        return port > 0 && !address.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@") }
    }
}

/// Why an enrolment code or a credentials file can't be used.
public struct HouseFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// For people.
    public let description: String

    init(_ description: String) { self.description = description }
}
