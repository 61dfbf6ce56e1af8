import DomoKNX

/// cEMI messages, as transmitted by tunnels and routers.
public struct CEMIFrames: FuzzTarget {
    public static let name = "cemi"

    public init() {}

    public var corpus: [[UInt8]] { Self.samples }

    static let samples: [[UInt8]] = [
        // Read, response and write; with 1 bit, 1 octet and 14 octets of data; a negative confirmation.
        [0x11, 0x00, 0xBC, 0xE0, 0x00, 0x00, 0x0A, 0x03, 0x01, 0x00, 0x00],
        [0x29, 0x00, 0xBC, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x01, 0x00, 0x81],
        [0x29, 0x00, 0xBC, 0xD0, 0x11, 0x05, 0x0A, 0x03, 0x03, 0x00, 0x40, 0x0C, 0x1A],
        [0x2E, 0x00, 0xBD, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x02, 0x00, 0x80, 0xFF],
        [0x29, 0x00, 0xBC, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x0F, 0x00, 0x80] + Array("fourteen chars".utf8),
        // Extended, with 20 octets; additional information; broadcast; to a device; KNX Data Secure; a transport frame.
        [0x29, 0x00, 0x3C, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x15, 0x00, 0x80] + [UInt8](repeating: 0x41, count: 20),
        [0x29, 0x04, 0x04, 0x02, 0x12, 0x34, 0xBC, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x01, 0x00, 0x80],
        [0x29, 0x00, 0xB0, 0xE0, 0x11, 0x05, 0x00, 0x00, 0x01, 0x01, 0x00],
        [0x29, 0x00, 0xB0, 0x60, 0x11, 0x05, 0x11, 0x06, 0x01, 0x43, 0x00],
        [0x29, 0x00, 0x3C, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x04, 0x03, 0xF1, 0x10, 0x00, 0x01],
        [0x29, 0x00, 0xB0, 0x60, 0x11, 0x05, 0x11, 0x06, 0x00, 0x80],
        [0xFC, 0x00, 0x00, 0x01, 0x38, 0x10, 0x01], [],
    ]

    public let words = ["\0", "\u{1}", "\u{3F}", "@", "\u{7F}"]
    public let maxLength = 600

    public func input(using random: inout Dice) -> [UInt8]? {
        var octets: [UInt8] = [random.pick([0x11, 0x29, 0x2E, 0x29, UInt8(random.below(256))])]
        let information = random.once(in: 4) ? random.below(20) : 0
        octets.append(UInt8(information))
        octets += (0..<information + 2).map { _ in UInt8(random.below(256)) }
        octets += (0..<4).map { _ in random.once(in: 2) ? 0 : UInt8(random.below(256)) }
        let length = random.once(in: 8) ? random.below(256) : random.below(18)
        octets.append(UInt8(length))
        octets.append(random.once(in: 2) ? 0 : UInt8(random.below(256)))
        return octets + (0..<length).map { _ in UInt8(random.below(256)) }
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) { try Self.check(input) }

    static func check(_ octets: [UInt8]) throws(Finding) {
        let message: CEMIFrame
        do throws(FrameFault) {
            message = try CEMIFrame(decoding: octets)
        } catch {
            return try expect(!error.message.isEmpty, "a fault without a message")
        }
        guard case .data(let frame) = message else { return }
        do throws(FrameFault) {
            let canonical = try frame.encoded()
            guard case .data(let again) = try CEMIFrame(decoding: canonical) else {
                throw FrameFault(.invalid, "\(canonical) is not L_Data")
            }
            // Other frames lose their additional information and their extended format, and may be decoded differently.
            let octets = try again.encoded()
            guard frame.telegram == nil || again == frame && octets == canonical else {
                throw FrameFault(.invalid, "\(canonical) is decoded as \(again)")
            }
        } catch {
            throw Finding("\(frame): \(error.message)")
        }
        if let telegram = frame.telegram { try check(telegram) }
    }

    private static func check(_ telegram: GroupTelegram) throws(Finding) {
        try expect(telegram.destination.raw != 0, "a telegram to the broadcast address")
        switch telegram.service {
        case .read: break
        case .response(.bits(let bits)), .write(.bits(let bits)): try expect(bits < 64, "\(bits) in 6 bits")
        case .response(.octets(let octets)), .write(.octets(let octets)):
            try expect((1...254).contains(octets.count), "\(octets.count) octets of data")
        }
    }
}
