import Glibc

/// A minimal MQTT 3.1.1 client that publishes and subscribes at QoS 1, and also takes messages of QoS 0. Sections are those of the OASIS standard.
final class MQTTClient {
    /// A received packet: its type, and the content after the fixed header.
    private struct Packet {
        var type: UInt8
        var quality: UInt8
        var body: [UInt8]
    }

    private enum PacketType {
        static let connectionAccepted: UInt8 = 2
        static let publish: UInt8 = 3
        static let publishAccepted: UInt8 = 4
        static let subscriptionAccepted: UInt8 = 9
    }

    private let socket: Socket
    private var inbound: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var lastPacket: UInt16 = 0

    /// Connects with a clean session and without keep-alive (3.1).
    init(port: UInt16, name: String) throws(BenchFault) {
        socket = try Socket.connect(to: "mosquitto") { () throws(BenchFault) in try Socket.connect(port: port) }
        try send(0x10, Self.text("MQTT") + [4, 0x02, 0, 0] + Self.text(name))
        let answer = try receive(PacketType.connectionAccepted, until: .now().after(seconds: 10))
        guard answer == [0, 0] else { throw BenchFault("mosquitto refused the connection: \(answer)") }
    }

    /// Subscribes to a topic at QoS 1 (3.8).
    func subscribe(_ topic: String) throws(BenchFault) {
        try send(0x82, nextPacket() + Self.text(topic) + [1])
        let answer = try receive(PacketType.subscriptionAccepted, until: .now().after(seconds: 10))
        guard answer.last == 1 else { throw BenchFault("mosquitto refused the subscription: \(answer)") }
    }

    /// Publishes at QoS 1 (3.3); call `awaitAcceptance` afterwards.
    func publish(_ message: [UInt8], on topic: String) throws(BenchFault) {
        try send(0x32, Self.text(topic) + nextPacket() + message)
    }

    /// Waits until the message is acknowledged.
    func awaitAcceptance(until limit: Moment) throws(BenchFault) {
        _ = try receive(PacketType.publishAccepted, until: limit)
    }

    /// Waits for a message, and acknowledges it after noting its arrival.
    /// - Returns: when it was read.
    func awaitMessage(until limit: Moment) throws(BenchFault) -> Moment {
        let packet = try receivePacket(PacketType.publish, until: limit)
        let (moment, body) = (Moment.now(), packet.body)
        guard packet.quality > 0 else { return moment }
        let topicEnd = 2 + (Int(body[0]) << 8 | Int(body[1]))
        try send(0x40, Array(body[topicEnd..<topicEnd + 2]))
        return moment
    }

    private func nextPacket() -> [UInt8] {
        lastPacket = lastPacket == .max ? 1 : lastPacket + 1
        return [UInt8(lastPacket >> 8), UInt8(lastPacket & 0xFF)]
    }

    /// A string with its length prefix (1.5.3).
    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + text.utf8
    }

    /// All packets sent here are shorter than 128 bytes, so their length is one byte (2.2.3).
    private func send(_ head: UInt8, _ body: [UInt8]) throws(BenchFault) {
        precondition(body.count < 128)
        try socket.write([head, UInt8(body.count)] + body)
    }

    private func receive(_ type: UInt8, until limit: Moment) throws(BenchFault) -> [UInt8] {
        try receivePacket(type, until: limit).body
    }

    private func receivePacket(_ type: UInt8, until limit: Moment) throws(BenchFault) -> Packet {
        while true {
            if let packet = takePacket() {
                guard packet.type == type else { throw BenchFault("mosquitto sent a packet of type \(packet.type)") }
                return packet
            }
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("mosquitto did not answer") }
            let result = buffer.withUnsafeMutableBytes { bytes in
                Result { () throws(BenchFault) in try socket.read(into: bytes) }
            }
            inbound.append(contentsOf: buffer.prefix(try result.get()))
        }
    }

    private func takePacket() -> Packet? {
        guard inbound.count >= 2 else { return nil }
        // The length has seven bits in each byte (2.2.3).
        var (length, start, shift) = (0, 1, 0)
        repeat {
            guard start < inbound.count else { return nil }
            length |= Int(inbound[start] & 0x7F) << shift
            shift += 7
            start += 1
        } while inbound[start - 1] & 0x80 != 0
        let end = start + length
        guard inbound.count >= end else { return nil }
        defer { inbound.removeFirst(end) }
        return Packet(type: inbound[0] >> 4, quality: inbound[0] >> 1 & 3, body: Array(inbound[start..<end]))
    }
}
