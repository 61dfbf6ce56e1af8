/// The number of telegrams on a bus since the start of the daemon.
public struct TrafficView: Equatable, Sendable {
    /// Sent by domo.
    public var sent: Int
    /// Sent by others.
    public var received: Int
    /// The telegrams of all per second, over the last ten seconds or so.
    public var perSecond: Double

    /// A TP1 line carries about this many short telegrams per second.
    public static let lineCapacity = 50.0

    public init(sent: Int = 0, received: Int = 0, perSecond: Double = 0) {
        (self.sent, self.received, self.perSecond) = (sent, received, perSecond)
    }
}

extension TrafficView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        sent = try fields.field("sent", object, \.pointee.sent)
        received = try fields.field("received", object, \.pointee.received)
        perSecond = try fields.field("perSecond", object, \.pointee.perSecond)
    }
}
