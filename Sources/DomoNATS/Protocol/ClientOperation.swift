import NIOCore

/// What a client sends. Subjects and headers must be checked before.
enum ClientOperation: Equatable, Sendable {
    case connect(ConnectOptions)
    case publish(NATSMessage)
    case subscribe(String, queue: String?, subscription: UInt64)
    case unsubscribe(UInt64)
    case ping
    case pong

    func write(to buffer: inout ByteBuffer) {
        switch self {
        case .connect(let options):
            buffer.writeString("CONNECT ")
            buffer.writeBytes(options.json)
            buffer.writeString("\r\n")
        case .publish(let message): Self.write(message, to: &buffer)
        case .subscribe(let subject, let queue, let subscription):
            buffer.writeString("SUB \(subject) \(queue.map { "\($0) " } ?? "")\(subscription)\r\n")
        case .unsubscribe(let subscription): buffer.writeString("UNSUB \(subscription)\r\n")
        case .ping: buffer.writeString("PING\r\n")
        case .pong: buffer.writeString("PONG\r\n")
        }
    }

    private static func write(_ message: NATSMessage, to buffer: inout ByteBuffer) {
        let address = "\(message.subject) \(message.reply.map { "\($0) " } ?? "")"
        if message.headers.fields.isEmpty {
            buffer.writeString("PUB \(address)\(message.payload.readableBytes)\r\n")
        } else {
            var header = ByteBuffer()
            message.headers.write(to: &header)
            let count = header.readableBytes
            buffer.writeString("HPUB \(address)\(count) \(count + message.payload.readableBytes)\r\n")
            buffer.writeImmutableBuffer(header)
        }
        buffer.writeImmutableBuffer(message.payload)
        buffer.writeString("\r\n")
    }
}
