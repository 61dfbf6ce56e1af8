/// Checks what a broker sends before libmosquitto reads it: passes on whole packets only, of bounded length and well
/// formed (MQTT 3.1.1 and 5, chapters 2 and 3), and drops messages that are too long as they arrive, without keeping them.
struct PacketFilter {
    /// The length of a packet without its first bytes. MQTT 5 brokers are told, and send none that are longer.
    static let maxLength = 128 * 1024

    private let version: MQTTVersion
    /// The beginning of a packet that is not complete.
    private var pending: [UInt8] = []
    /// What may be read; the bytes before `head` have been.
    private var ready: [UInt8] = []
    private var head = 0
    /// What is still to come of a message that is too long.
    private var skipped = 0
    /// The messages that were too long.
    private(set) var dropped = 0
    /// Whether anything has been read through it.
    private(set) var isUsed = false
    /// Why nothing more is passed on; nil while all was well.
    private(set) var problem: String?

    init(_ version: MQTTVersion) { self.version = version }

    var hasReady: Bool { head < ready.count }

    /// Moves what may be read into a buffer.
    ///
    /// - Returns: how much it is.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, ready.count - head)
        buffer.copyBytes(from: ready[head..<head + count])
        head += count
        if head == ready.count {
            ready.removeAll(keepingCapacity: ready.capacity <= 16_384)
            head = 0
        }
        return count
    }

    /// Takes what has arrived.
    mutating func add(_ arrived: UnsafeRawBufferPointer) {
        isUsed = true
        guard problem == nil else { return }
        let gone = min(skipped, arrived.count)
        skipped -= gone
        pending.append(contentsOf: arrived[gone...])
        var start = 0
        while problem == nil, let packet = packet(at: start) {
            if packet.length > Self.maxLength {
                guard packet.type == .publish else {
                    problem = "a packet of \(packet.length) bytes"
                    break
                }
                dropped += 1
                let end = packet.body + packet.length
                skipped = max(0, end - pending.count)
                start = min(end, pending.count)
                continue
            }
            let end = packet.body + packet.length
            guard end <= pending.count else { break }
            guard packet.isWellFormed(pending[packet.body..<end], version) else {
                problem = "a malformed packet of the type \(packet.type)"
                break
            }
            ready.append(contentsOf: pending[start..<end])
            start = end
        }
        pending.removeFirst(start)
        if problem != nil || (pending.isEmpty && pending.capacity > 16_384) { pending = [] }
    }

    /// The first bytes of a packet (section 2.1 of MQTT 5, 2.2 of 3.1.1); nil while they have not arrived.
    private mutating func packet(at start: Int) -> PacketHead? {
        guard start < pending.count else { return nil }
        guard let type = PacketHead.Kind(rawValue: pending[start] >> 4), type != .disconnect || version == .five,
            type.allows(flags: pending[start] & 0xF)
        else {
            problem = "a packet that no broker sends to domo-mqtt (\(pending[start]))"
            return nil
        }
        var length = 0
        for index in 0..<4 {
            guard start + 1 + index < pending.count else { return nil }
            let byte = pending[start + 1 + index]
            length |= Int(byte & 0x7F) << (7 * index)
            if byte < 0x80 {
                return PacketHead(type: type, flags: pending[start] & 0xF, length: length, body: start + 2 + index)
            }
        }
        problem = "a malformed length"
        return nil
    }
}
