public import DomoLanguage

/// Traffic that went by on a link: a telegram of its bus, of anybody to anybody.
public struct LinkMessage: Sendable, Equatable {
    public typealias Service = TelegramView.Service

    /// Where it was sent, as the link writes it: `1/2/3`.
    public var address: String
    public var service: Service
    /// The decoded value, without its unit; nil where there is none, or it could not be decoded.
    public var value: String?
    public var unit: String?
    /// How the data was decoded: `9.001`. Nil where the type of the address is not known.
    public var type: String?
    /// The data, in hexadecimal; empty where there is none.
    public var raw: String
    /// Who sent it, as the link writes it: `1.1.5`.
    public var source: String?
    /// The facets that the address is bound to.
    public var facets: [FacetName]
    /// True where domo sent it.
    public var isOwn: Bool
    /// When it went by; nil for now.
    public var time: Instant?

    public init(
        address: String,
        service: Service,
        value: String? = nil,
        unit: String? = nil,
        type: String? = nil,
        raw: String = "",
        source: String? = nil,
        facets: [FacetName] = [],
        isOwn: Bool = false,
        time: Instant? = nil
    ) {
        self.address = address
        self.service = service
        self.value = value
        self.unit = unit
        self.type = type
        self.raw = raw
        self.source = source
        self.facets = facets
        self.isOwn = isOwn
        self.time = time
    }
}

extension Event {
    /// What those who watch telegrams are shown of a message.
    ///
    /// - Parameter link: the key of the link that it went by on.
    public init(_ message: LinkMessage, of link: String, at now: Instant) {
        var elements: [String] = []
        for facet in message.facets where !elements.contains(facet.path) { elements.append(facet.path) }
        self.init(
            kind: .telegram,
            time: (message.time ?? now).wall,
            telegram: TelegramView(
                link: link,
                address: message.address,
                service: message.service,
                value: message.value,
                unit: message.unit,
                type: message.type,
                raw: message.raw,
                source: message.source,
                elements: elements,
                isOwn: message.isOwn
            )
        )
    }
}
