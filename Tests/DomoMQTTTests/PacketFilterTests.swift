import DomoTestKit
import Testing

@testable import DomoMQTT

/// What a broker sends is checked before libmosquitto reads it.
struct PacketFilterTests {
    private static func passed(
        _ bytes: [UInt8],
        _ version: MQTTVersion = .five,
        piece: Int = .max
    ) -> (bytes: [UInt8], filter: PacketFilter) {
        var filter = PacketFilter(version)
        var passed: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = piece == .max ? bytes.count : min(bytes.count, start + piece)
            bytes[start..<end].withUnsafeBytes { filter.add($0) }
            start = end
            withUnsafeTemporaryAllocation(byteCount: 7, alignment: 1) { buffer in
                while filter.hasReady { passed.append(contentsOf: buffer[..<filter.take(into: buffer)]) }
            }
        }
        return (passed, filter)
    }

    private static func publish(_ length: Int) -> [UInt8] {
        var size = length + 3
        var head: [UInt8] = [0x30]
        repeat {
            head.append(UInt8(size & 0x7F) | (size > 0x7F ? 0x80 : 0))
            size >>= 7
        } while size > 0
        return head + [0, 1, 0x61] + [UInt8](repeating: 0x78, count: length)
    }

    private static let valid: [[UInt8]] = [
        [0x20, 3, 0, 0, 0],
        [0x20, 8, 0, 0, 5, 39, 0, 1, 0, 0],
        [0x90, 4, 0, 1, 0, 0],
        [0xB0, 4, 0, 1, 0, 0],
        [0xD0, 0],
        [0x30, 8, 0, 1, 0x61, 2, 1, 1, 0x78, 0x79],
        [0x32, 7, 0, 1, 0x61, 0, 9, 0, 0x78],
        [0xE0, 0], [0xE0, 1, 0x8E], [0xE0, 2, 0x8E, 0],
    ]

    @Test(arguments: [1, 2, 3, 5, 1000]) func wholePacketsArePassedOn(piece: Int) {
        let bytes = Self.valid.flatMap(\.self)
        let (passed, filter) = Self.passed(bytes, piece: piece)
        #expect(passed == bytes && filter.problem == nil && filter.dropped == 0)
    }

    /// libmosquitto acts only on whole packets.
    @Test func aPartIsNotPassedOn() {
        for packet in Self.valid {
            for count in 1..<packet.count { #expect(Self.passed(Array(packet.prefix(count))).bytes == []) }
        }
    }

    @Test(arguments: [MQTTVersion.five, .three]) func aMessageThatIsTooLongIsDroppedAsItArrives(version: MQTTVersion) {
        let short: [UInt8] = version == .five ? [0x30, 5, 0, 1, 0x61, 0, 0x31] : [0x30, 4, 0, 1, 0x61, 0x31]
        let long = Self.publish(3_000_000)
        for piece in [999, 16_384, 10_000_000] {
            let (passed, filter) = Self.passed(short + long + short + long + short, version, piece: piece)
            #expect(passed == short + short + short && filter.dropped == 2 && filter.problem == nil)
        }
    }

    /// 200 MB are announced: nothing is reserved for them.
    @Test func announcedLengthReservesNothing() {
        let head: [UInt8] = [0x30, 0xFF, 0xFF, 0xFF, 0x7F]
        let (passed, filter) = Self.passed(head + [0, 1, 0x61])
        #expect(passed == [] && filter.dropped == 1 && filter.problem == nil)
    }

    @Test(
        arguments: [
            // Unknown properties, for which libmosquitto ends the process.
            [0x20, 6, 0, 0, 3, 4, 0, 0], [0x30, 7, 0, 1, 0x61, 2, 0x60, 1, 0x78], [0x90, 6, 0, 1, 2, 0x7E, 0, 0],
            [0xB0, 6, 0, 1, 2, 0x7E, 0, 0], [0xE0, 4, 0, 2, 0x44, 0],
            // Properties longer than the packet, or cut.
            [0x20, 3, 0, 0, 9], [0x30, 5, 0, 1, 0x61, 7, 1], [0x30, 7, 0, 1, 0x61, 3, 8, 0, 9],
            [0x30, 8, 0, 1, 0x61, 4, 38, 0, 0, 5], [0x30, 5, 0, 1, 0x61, 1, 0xFF],
            // Topics that are empty or longer than the packet; no identifier.
            [0x30, 3, 0, 0, 0], [0x30, 3, 0, 9, 0x61], [0x32, 6, 0, 1, 0x61, 0, 0, 0], [0x30, 0],
            // Other lengths than the type has.
            [0x20, 0], [0x20, 1, 0], [0xD0, 1, 0], [0x90, 3, 0, 1, 0], [0x90, 0], [0xB0, 3, 0, 1, 0],
            // What no broker sends, and flags that are reserved.
            [0x00, 0], [0x10, 0], [0x40, 2, 0, 1], [0x50, 2, 0, 1], [0x62, 2, 0, 1], [0x82, 2, 0, 1], [0xC0, 0],
            [0xF0, 0],
            [0x21, 3, 0, 0, 0], [0x34, 6, 0, 1, 0x61, 0, 1, 0], [0x36, 6, 0, 1, 0x61, 0, 1, 0], [0xD1, 0],
            // A length of five bytes, and a long packet that is no message.
            [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x90, 0x80, 0x80, 0x40],
        ] as [[UInt8]]
    )
    func malformedPacketIsAProblem(packet: [UInt8]) {
        let good: [UInt8] = [0xD0, 0]
        let (passed, filter) = Self.passed(good + packet + good)
        #expect(passed == good)
        #expect(filter.problem != nil)
    }

    @Test(arguments: [[0x20, 3, 0, 0, 0], [0xE0, 0], [0xB0, 3, 0, 1, 0]] as [[UInt8]])
    func packetsOfMQTT5AreMalformedIn3(packet: [UInt8]) {
        #expect(Self.passed(packet, .three).filter.problem != nil)
    }

    @Test(
        arguments: [[0x20, 2, 0, 0], [0x90, 3, 0, 1, 0], [0xB0, 2, 0, 1], [0x30, 4, 0, 1, 0x61, 0x31]] as [[UInt8]]
    )
    func packetsOfMQTT3ArePassedOn(packet: [UInt8]) {
        #expect(Self.passed(packet, .three).bytes == packet)
    }

    /// A broker that knows only 3.1.1 refuses MQTT 5 in its own form.
    @Test func refusalOfTheVersionIsPassedOn() {
        #expect(Self.passed([0x20, 2, 0, 1], .five).bytes == [0x20, 2, 0, 1])
    }

    @Test func randomBytesNeitherTrapNorPile() {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            let count = Int(random.next() % 60)
            let bytes = (0..<count).map { _ in
                random.next() % 3 == 0 ? UInt8(random.next() % 8) : UInt8(truncatingIfNeeded: random.next())
            }
            let version: MQTTVersion = random.next() % 2 == 0 ? .five : .three
            let (passed, _) = Self.passed([0x20, 2, 0, 0] + bytes, version, piece: 1 + Int(random.next() % 9))
            #expect(passed.count <= bytes.count + 4)
        }
    }
}
