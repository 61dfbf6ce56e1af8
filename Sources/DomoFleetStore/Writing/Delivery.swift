public import DomoFleet

/// What NATS delivered on a subject for reports.
public struct Delivery: Sendable {
    public enum Content: Sendable {
        /// The house is that of the subject: a payload may not say whose it is.
        case report(Report, of: HouseID)
        /// The subject or the payload can't be parsed, with the reason.
        case unreadable(String)
    }

    public var subject: String
    public var payload: [UInt8]
    public var content: Content
    /// When NATS stored it: milliseconds since 1970, UTC.
    public var stored: Int64

    public init(subject: String, payload: [UInt8], content: Content, stored: Int64) {
        self.subject = subject
        self.payload = payload
        self.content = content
        self.stored = stored
    }
}
