/// A telegram on the bus of a link, as in `watch --telegrams`.
public struct TelegramView: Equatable, Sendable {
    public enum Service: String, Sendable, CaseIterable {
        /// Sets or reports a value.
        case write
        /// Answers a read.
        case response
        /// Requests the value.
        case read
    }

    /// The link's key in the configuration; nil in the log of a link.
    public var link: String?
    /// The destination: `1/2/3`.
    public var address: String
    public var service: Service
    /// The decoded value, without its unit.
    public var value: String?
    public var unit: String?
    /// The datapoint type: `9.001`.
    public var type: String?
    /// The data, in hexadecimal.
    public var raw: String
    /// The sender: `1.1.5`.
    public var source: String?
    /// The full paths of the elements bound to the address, without duplicates.
    public var elements: [String]
    /// True if domo sent it.
    public var isOwn: Bool
    /// The cEMI message of the telegram, in hexadecimal: `2900bce011050a030100`.
    public var frame: String?

    public init(
        link: String? = nil,
        address: String,
        service: Service,
        value: String? = nil,
        unit: String? = nil,
        type: String? = nil,
        raw: String = "",
        source: String? = nil,
        elements: [String] = [],
        isOwn: Bool = false,
        frame: String? = nil
    ) {
        self.link = link
        self.address = address
        self.service = service
        self.value = value
        self.unit = unit
        self.type = type
        self.raw = raw
        self.source = source
        self.elements = elements
        self.isOwn = isOwn
        self.frame = frame
    }
}

extension TelegramView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        link = try fields.field("link", object, \.pointee.link)
        address = try fields.field("address", object, \.pointee.address)
        service = try fields.field("service", object, \.pointee.service)
        value = try fields.field("value", object, \.pointee.value)
        unit = try fields.field("unit", object, \.pointee.unit)
        type = try fields.field("type", object, \.pointee.type)
        raw = try fields.field("raw", object, \.pointee.raw)
        source = try fields.field("source", object, \.pointee.source)
        elements = try fields.field("elements", object, \.pointee.elements)
        isOwn = try fields.field("own", object, \.pointee.isOwn)
        frame = try fields.field("frame", object, \.pointee.frame)
    }
}

extension TelegramView.Service: WireValue {}
