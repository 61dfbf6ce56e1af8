import DomoFleet
import DomoJSON
import DomoModel
import DomoNATS

/// What a server of NATS reports about connections (server/events.go and monitor.go of nats-server 2.15).
struct ServerReport {
    /// The ID of the server, another one after each start, and its name.
    let server: String
    let name: String
    private let root: JSONValue

    private static let maxMemory = 64 << 20

    /// - Returns: nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let root = JSONDocument(bytes, maxDepth: 16, maxMemory: Self.maxMemory)?.root,
            let server = root["server"]?["id"]?.string, let name = root["server"]?["name"]?.string,
            server.utf8.count <= 64, name.utf8.count <= 256
        else { return nil }
        (self.server, self.name, self.root) = (server, name, root)
    }

    /// When the server sent it, by its own clock.
    var sent: Int64? { Self.time(root["server"]?["time"]?.string) }

    // MARK: Events

    /// The number of the client that connected or disconnected.
    var client: UInt64? { root["client"]?["id"]?.integer(UInt64.self) }

    /// When that was: milliseconds since 1970.
    var time: Int64? { Self.time(root["timestamp"]?.string) }

    /// The house that connected; nil if it is none.
    /// - Parameter houses: the key that signs houses.
    func house(signedBy houses: NKey) -> PresenceBook.Connection? {
        Self.house(root["client"], signedBy: houses, start: time ?? 0)
    }

    private static func house(_ client: JSONValue?, signedBy houses: NKey, start: Int64) -> PresenceBook.Connection? {
        guard let client, client["issuer_key"]?.string == "\(houses)",
            let user = client["jwt"]?.string.flatMap({ NATSJWT.user(inVerified: $0) }), let house = HouseID(user.name)
        else { return nil }
        return PresenceBook.Connection(house: house, start: start, name: Permissions.name(inTags: user.tags))
    }

    // MARK: Lists of connections

    /// The connections of a part of the list, those that are no houses with nil, in the order of their numbers; nil if this
    /// is no list.
    func connections(signedBy houses: NKey) -> [(number: UInt64, connection: PresenceBook.Connection?)]? {
        guard let data = root["data"], data["total"]?.integer(Int.self) != nil else { return nil }
        // A server without connections leaves it out.
        guard let list = data["connections"], list.isArray else { return [] }
        return (0..<list.count).compactMap { index in
            guard let item = list[index], let number = item["cid"]?.integer(UInt64.self) else { return nil }
            let start = Self.time(item["start"]?.string) ?? sent ?? 0
            return (number, Self.house(item, signedBy: houses, start: start))
        }
    }

    /// RFC 3339, with any number of decimals, and in any zone: servers write their own.
    static func time(_ text: String?) -> Int64? {
        guard let text, text.utf8.count <= 40, let point = text.utf8.dropFirst(19).first else { return nil }
        var rest = text.utf8.dropFirst(19)
        var decimals = "000"
        if point == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            decimals = String(("\(Substring(digits))00").prefix(3))
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let local = Timestamp(rfc3339: "\(text.prefix(19)).\(decimals)Z") else { return nil }
        if rest.elementsEqual("Z".utf8) { return local.milliseconds }
        let zone = Array(rest)
        let (plus, minus) = (UInt8(ascii: "+"), UInt8(ascii: "-"))
        guard zone.count == 6, zone[3] == UInt8(ascii: ":"), zone[0] == plus || zone[0] == minus,
            let hours = Int64(String(decoding: zone[1..<3], as: UTF8.self)),
            let minutes = Int64(String(decoding: zone[4..<6], as: UTF8.self))
        else { return nil }
        let offset = (hours * 60 + minutes) * 60_000
        return local.milliseconds - (zone[0] == plus ? offset : -offset)
    }
}
