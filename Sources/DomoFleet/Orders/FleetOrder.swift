public import DomoBridge
import DomoJSON
public import DomoLanguage

/// A request of the fleet to a house: `{"v":1,"key":…,"sent":…,"deadline":…,"principal":…,"token":…,"line":…}`.
public struct FleetOrder: Equatable, Sendable {
    /// An idempotency key: a request with the same key is the same one, sent again.
    public var key: String
    /// When the request with this key was sent first, by the clock of the fleet, in milliseconds since 1970.
    public var sent: Int64
    /// Nothing is done at this time or later, by the clock of the fleet.
    public var deadline: Int64
    /// Who asks, for the log of the house.
    public var principal: String
    /// A token of the house, which decides what is allowed.
    public var token: Secret
    /// A line of the command language.
    public var line: String

    public init(key: String, sent: Int64, deadline: Int64, principal: String, token: Secret, line: String) {
        self.key = key
        self.sent = sent
        self.deadline = deadline
        self.principal = principal
        self.token = token
        self.line = line
    }
}

extension FleetOrder {
    /// What is read of a request.
    public static let maxBytes = 16 << 10
    static let maxKey = 128
    static let maxPrincipal = 128
    static let maxToken = 256
    static let maxLine = 8 << 10
    /// How long before its deadline a request may be sent, in milliseconds.
    public static let maxTime: Int64 = 600_000

    private static let format = 1

    public var json: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("key")
            json.string(key)
            json.key("sent")
            json.numeral(String(sent))
            json.key("deadline")
            json.numeral(String(deadline))
            json.key("principal")
            json.string(principal)
            json.key("token")
            json.string(token.value)
            json.key("line")
            json.string(line)
        }
        return json.bytes
    }

    /// - Throws: `bad-request`.
    public init(json bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maxBytes else {
            throw Fault(.badRequest, "the request has \(bytes.count) bytes; the limit is \(Self.maxBytes)")
        }
        guard let root = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 20)?.root, root.isObject else {
            throw Fault(.badRequest, "the request is not a JSON object")
        }
        guard let version = root["v"]?.integer(Int.self) else {
            throw Fault(.badRequest, "the request has no version (v)")
        }
        guard version == Self.format else {
            throw Fault(.badRequest, "the request has the version \(version); this house reads version \(Self.format)")
        }
        key = try root.word("key", upTo: Self.maxKey)
        sent = try root.time("sent")
        deadline = try root.time("deadline")
        principal = try root.word("principal", upTo: Self.maxPrincipal)
        token = Secret(try root.word("token", upTo: Self.maxToken))
        line = try root.word("line", upTo: Self.maxLine)
        guard !token.value.utf8.contains(UInt8(ascii: " ")) else { throw Fault(.badRequest, "token is not a token") }
        guard deadline > sent, deadline - sent <= Self.maxTime else {
            throw Fault(
                .badRequest,
                "the deadline is \(deadline - sent) ms after the request was sent",
                hint: "use 1–\(Self.maxTime) ms"
            )
        }
    }
}

extension JSONValue {
    /// A text of one line.
    fileprivate func word(_ key: String, upTo max: Int) throws(Fault) -> String {
        guard let value = self[key] else { throw Fault(.badRequest, "the request has no \(key)") }
        guard let text = value.string, (1...max).contains(text.utf8.count),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw Fault(.badRequest, "\(key) is not a text of one line with 1–\(max) bytes") }
        return text
    }

    fileprivate func time(_ key: String) throws(Fault) -> Int64 {
        guard let value = self[key] else { throw Fault(.badRequest, "the request has no \(key)") }
        guard let time = value.integer(Int64.self), (0...253_402_300_799_999).contains(time) else {
            throw Fault(.badRequest, "\(key) is not a time in milliseconds since 1970")
        }
        return time
    }
}
