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

    public var json: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.key("v")
            json.number(JSONValue.requestFormat)
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
        let root = try JSONValue.request(bytes)
        key = try root.requestWord("key", upTo: Self.maxKey)
        sent = try root.requestTime("sent")
        deadline = try root.requestTime("deadline")
        principal = try root.requestWord("principal", upTo: Self.maxPrincipal)
        token = Secret(try root.requestToken())
        line = try root.requestWord("line", upTo: Self.maxLine)
        guard deadline > sent, deadline - sent <= Self.maxTime else {
            throw Fault(
                .badRequest,
                "the deadline is \(deadline - sent) ms after the request was sent",
                hint: "use 1–\(Self.maxTime) ms"
            )
        }
    }
}
