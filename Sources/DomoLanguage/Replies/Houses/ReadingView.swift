public import DomoModel

/// A reading of one type of an element.
public struct ReadingView: Equatable, Sendable {
    public var type: FacetType
    public var reading: Reading
    /// True while it is reported to be moving to another value; nil if that is not reported.
    public var isMoving: Bool?
    /// False if no link is connected to the facet: orders for it are refused, and its reading is unknown; otherwise
    /// nil.
    public var isConnected: Bool?
    /// False while the link that controls the facet is unreachable: its reading is the last one known; otherwise nil.
    public var isReachable: Bool?
    /// A second link that reports a different value for the facet, and its value: `bus: 40`.
    public var differs: String?

    public init(
        type: FacetType,
        reading: Reading,
        isMoving: Bool? = nil,
        isConnected: Bool? = nil,
        isReachable: Bool? = nil,
        differs: String? = nil
    ) {
        self.type = type
        self.reading = reading
        self.isMoving = isMoving
        self.isConnected = isConnected
        self.isReachable = isReachable
        self.differs = differs
    }
}

extension ReadingView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        let type = try fields.field("type", object, \.pointee.type)
        self.type = type
        reading = Reading(
            value: try fields.field(
                "value",
                object,
                \.pointee.reading.value,
                form: WireReading.init,
                read: { try $0.value(of: type) }
            ),
            certainty: try fields.field("certainty", object, \.pointee.reading.certainty),
            isStale: try fields.field("stale", object, \.pointee.reading.isStale),
            // An unknown reading has no time.
            since: try fields.field("since", object) {
                $0.pointee.reading.certainty == .unknown ? nil : $0.pointee.reading.since
            }
                ?? Timestamp(milliseconds: 0),
            cause: try fields.cause(object) {
                $0.pointee.reading.certainty == .unknown ? nil : $0.pointee.reading.cause
            } ?? .house
        )
        isMoving = try fields.field("moving", object, \.pointee.isMoving)
        isConnected = try fields.field("connected", object, \.pointee.isConnected)
        isReachable = try fields.field("reachable", object, \.pointee.isReachable)
        differs = try fields.field("differs", object, \.pointee.differs)
    }
}

/// The value of a reading on the wire: a number or a text, depending on its type, or null.
private enum WireReading: WireValue {
    case none
    /// The digits as written.
    case number(String)
    case text(String)

    init(_ value: Value?) {
        guard let value else {
            self = .none
            return
        }
        self = value.type.isNumberInJSON ? .number(value.word) : .text(value.word)
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .none: json.null()
        case .number(let digits): json.numeral(digits)
        case .text(let text): json.string(text)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else {
            do { self = .text(try container.decode(String.self)) } catch {
                self = .number(String(try container.decode(Int.self)))
            }
        }
    }

    func value(of type: FacetType) throws -> Value? {
        switch self {
        case .none: return nil
        case .number(let word) where type.isNumberInJSON, .text(let word) where !type.isNumberInJSON:
            if let value = type.value(word: word) { return value }
        case .number, .text: break
        }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: [], debugDescription: "not a value of the type \(type.word)")
        )
    }
}
