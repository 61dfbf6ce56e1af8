/// Datagrams to the socket of a bus from senders that the link does not accept. They were dropped.
public struct DroppedDatagrams: Equatable, Sendable {
    /// Since the start of the daemon.
    public var count: Int
    /// The sender of the last one that was read, `192.168.1.66:3671`; the kernel drops most of a flood unread.
    public var sender: String?
    /// What that was, `DISCONNECT_REQUEST`; nil if it was no KNXnet/IP frame.
    public var service: String?
    /// The sender of what may have been an answer of the interface: it is at another address than the configured one.
    public var answer: String?

    public init(count: Int, sender: String? = nil, service: String? = nil, answer: String? = nil) {
        (self.count, self.sender, self.service, self.answer) = (count, sender, service, answer)
    }
}

extension DroppedDatagrams: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        count = try fields.field("count", object, \.pointee.count)
        sender = try fields.field("sender", object, \.pointee.sender)
        service = try fields.field("service", object, \.pointee.service)
        answer = try fields.field("answer", object, \.pointee.answer)
    }
}
