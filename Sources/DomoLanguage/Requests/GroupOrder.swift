public import DomoModel

/// An order for the devices of a house or sector, but not for its services, such as an alarm.
public struct GroupOrder: Equatable, Sendable {
    /// The name as the user wrote it.
    public var place: String
    /// `off` affects devices that are not known to be off; any other value, all devices whose types take it.
    public var value: String
    /// The type if the user named one.
    public var type: FacetType?
    /// Lists the devices instead of sending orders.
    public var explain: Bool
    /// When it must have been sent, by the wall clock, as for an order.
    public var until: Timestamp?

    public init(
        place: String,
        value: String,
        as type: FacetType? = nil,
        explain: Bool = false,
        until: Timestamp? = nil
    ) {
        self.place = place
        self.value = value
        self.type = type
        self.explain = explain
        self.until = until
    }

    /// `off` for the value `off` without a type, otherwise `set`.
    public var verb: Verb { isOff ? .off : .set }

    public var isOff: Bool { value == "off" && type == nil }

    /// The order as one line of a scene.
    public var line: String { ([verb.rawValue] + words).joined(separator: " ") }

    /// The words after the verb.
    var words: [String] {
        let options = (explain ? ["--explain"] : []) + (until.map { ["--until", $0.rfc3339] } ?? [])
        if isOff { return options + [Words.quoted(place)] }
        return ["--all"] + options + (type.map { ["--as", $0.word] } ?? []) + [
            Words.quoted(place), Words.quoted(value),
        ]
    }
}

extension GroupOrder {
    /// Reads `set PLACE VALUE --all`.
    init(_ arguments: Arguments) throws(UsageError) {
        self.init(
            place: arguments.operands[0],
            value: arguments.operands[1],
            as: try arguments.value("--as", Order.type),
            explain: arguments.has("--explain"),
            until: try arguments.value("--until", Timestamp.limit)
        )
    }
}
