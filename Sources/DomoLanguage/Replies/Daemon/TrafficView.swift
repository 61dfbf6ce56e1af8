/// The number of telegrams on a bus since the start of the daemon.
public struct TrafficView: Equatable, Sendable {
    /// Sent by domo.
    public var sent: Int
    /// Sent by others.
    public var received: Int

    public init(sent: Int = 0, received: Int = 0) { (self.sent, self.received) = (sent, received) }
}

extension TrafficView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        sent = try fields.field("sent", object, \.pointee.sent)
        received = try fields.field("received", object, \.pointee.received)
    }
}
