/// The fixed header of a packet from a broker, and what its body has to look like.
struct PacketHead {
    /// The packets that a broker sends to a client that publishes and subscribes with QoS 0, without authentication
    /// exchanges: a message of QoS 1 comes from brokers that ignore what was subscribed to.
    enum Kind: UInt8 {
        case connected = 2
        case publish = 3
        case subscribed = 9
        case unsubscribed = 11
        case pong = 13
        case disconnect = 14

        func allows(flags: UInt8) -> Bool { self == .publish ? flags & 0b0100 == 0 : flags == 0 }
    }

    let type: Kind
    let flags: UInt8
    /// Of the body, in bytes.
    let length: Int
    /// Where the body begins.
    let body: Int

    func isWellFormed(_ bytes: ArraySlice<UInt8>, _ version: MQTTVersion) -> Bool {
        var reader = PacketReader(bytes)
        let isFive = version == .five
        switch type {
        case .connected:
            // A broker that knows only MQTT 3.1.1 says so in its own form.
            return reader.skip(2) && (reader.isAtEnd || (isFive && reader.skipProperties() && reader.isAtEnd))
        case .publish:
            guard let topic = reader.number(), topic > 0, reader.skip(topic) else { return false }
            guard flags & 0b0010 == 0 || (reader.number() ?? 0) > 0 else { return false }
            return !isFive || reader.skipProperties()
        case .subscribed:
            return (reader.number() ?? 0) > 0 && (!isFive || reader.skipProperties()) && !reader.isAtEnd
        case .unsubscribed:
            guard (reader.number() ?? 0) > 0 else { return false }
            return isFive ? reader.skipProperties() && !reader.isAtEnd : reader.isAtEnd
        case .pong: return reader.isAtEnd
        case .disconnect:
            return reader.isAtEnd || (reader.skip(1) && (reader.isAtEnd || (reader.skipProperties() && reader.isAtEnd)))
        }
    }
}

/// Reads the body of a packet.
struct PacketReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest.removeFirst(count)
        return true
    }

    /// Two bytes.
    mutating func number() -> Int? {
        guard rest.count >= 2, let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// A variable byte integer (MQTT 5, section 1.5.5).
    private mutating func variable() -> Int? {
        var value = 0
        for index in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            value |= Int(byte & 0x7F) << (7 * index)
            if byte < 0x80 { return value }
        }
        return nil
    }

    private mutating func skipText() -> Bool { number().map { skip($0) } ?? false }

    /// The properties of MQTT 5 (section 2.2.2): libmosquitto ends the process at one that it does not know.
    mutating func skipProperties() -> Bool {
        guard let length = variable(), length <= rest.count else { return false }
        var inner = PacketReader(rest.prefix(length))
        rest.removeFirst(length)
        while !inner.isAtEnd { guard inner.skipProperty() else { return false } }
        return true
    }

    private mutating func skipProperty() -> Bool {
        guard let name = variable() else { return false }
        // Table 2-4.
        switch name {
        case 1, 23, 25, 36, 37, 40, 41, 42: return skip(1)
        case 19, 33, 34, 35: return skip(2)
        case 2, 17, 24, 39: return skip(4)
        case 11: return variable() != nil
        case 3, 8, 9, 18, 21, 22, 26, 28, 31: return skipText()
        case 38: return skipText() && skipText()
        default: return false
        }
    }
}
