import Testing

@testable import DomoKNX

/// Properties of every datapoint type.
struct DatapointPropertyTests {
    private static func octets(_ count: Int, _ numbers: inout SplitMix) -> Payload {
        // Many zeros and limits, where formats have special cases.
        .octets(
            (0..<count).map { _ in
                switch UInt8.random(in: 0..<4, using: &numbers) {
                case 0: 0
                case 1: [0xFF, 0x7F, 0x80, 1].randomElement(using: &numbers) ?? 0
                default: .random(in: 0...255, using: &numbers)
                }
            }
        )
    }

    /// All payloads of up to two octets; random ones for wider types. Of types with the same range and resolution, only
    /// the first gets all pairs of octets.
    private static func payloads(of type: DatapointType, isFirstOfItsKind: Bool) -> [Payload] {
        var numbers = SplitMix(seed: UInt64(type.main) << 16 | UInt64(type.sub))
        switch type.size {
        case .bits(let width): return (0..<UInt8(1 << width)).map { .bits($0) }
        case .octets(1): return (0...255).map { .octets([$0]) }
        case .octets(2):
            let step = isFirstOfItsKind ? 1 : 61
            return stride(from: 0, through: 0xFFFF, by: step).map { .octets([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
        case .octets(let count): return (0..<2_000).map { _ in octets(count, &numbers) }
        case .upTo(let limit):
            return (0..<2_000).map { _ in octets(.random(in: 0...min(limit, 40), using: &numbers), &numbers) }
        }
    }

    private struct Kind: Hashable {
        let main: UInt16
        let range: ClosedRange<Double>?
        let resolution: Double?
    }

    @Test func decodedValueIsEncodedToTheSameValue() throws {
        var kinds: Set<Kind> = []
        for type in DatapointType.all {
            let kind = Kind(main: type.main, range: type.subtype.range, resolution: type.subtype.resolution)
            let isFirst = kinds.insert(kind).inserted
            for (index, payload) in Self.payloads(of: type, isFirstOfItsKind: isFirst).enumerated() {
                let value: DatapointValue
                do throws(DatapointFault) {
                    value = try type.decode(payload)
                } catch {
                    continue
                }
                // ISO 8859-1 is read in 16.000, but only ASCII is sent.
                if type.description == "16.000", case .text(let text) = value, !text.utf8.allSatisfy({ $0 < 0x80 }) {
                    continue
                }
                let canonical = try type.encode(value)
                if canonical != payload {
                    let again = try type.decode(canonical)
                    let isSame = try again == value && type.encode(again) == canonical
                    if !isSame { Issue.record("\(type) \(payload) is \(value), then \(again)") }
                }
                guard index < 256 || index % 41 == 0 else { continue }
                let text = type.text(of: value)
                do throws(DatapointFault) {
                    let isSame = try type.encode(type.value(of: text)) == canonical
                    if !isSame { Issue.record("\(type) \(payload) has the text \(text), which is other data") }
                } catch {
                    Issue.record("\(type) \(payload) does not read its own text \(text): \(error)")
                }
            }
        }
    }

    @Test func dataOfAnyOtherWidthIsAFault() {
        let counts = Array(0...16) + [252, 253, 254, 255, 300]
        let payloads: [Payload] =
            [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 255].map { .bits($0) }
            + counts.map { .octets(Array(repeating: 0, count: $0)) }
        for type in DatapointType.all {
            for payload in payloads where !type.fits(payload) {
                do throws(DatapointFault) {
                    let value = try type.decode(payload)
                    Issue.record("\(type) \(payload) is \(value)")
                } catch {
                    if error.code != .wrongSize { Issue.record("\(type) \(payload): \(error)") }
                }
            }
        }
    }

    @Test func anyValueGivesDataOrAFault() {
        let numbers: [Double] = [
            .nan, .infinity, -.infinity, -0.0, 0, 1e300, -1e300, .leastNonzeroMagnitude, 0.5, -0.5, 9.3e18, -9.3e18,
            1e15, 1e22,
        ]
        let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 64, 255, 256, 65535, 65536, .max]
        let texts = ["", "\0", "é", "e\u{301}", "\r\n", "🏳️‍🌈", String(repeating: "x", count: 70_000)]
        var values: [DatapointValue] = numbers.map { .real($0) } + integers.map { .integer($0) }
        values += texts.map { .text($0) } + [.bool(false), .bool(true), .record([]), .record([.init("", nil)])]
        let names = ["control", "value", "direction", "step", "learn", "scene", "mode", "heating"]
        values += values.map { value in .record(names.map { .init($0, value) }) }
        for type in DatapointType.all {
            for value in values {
                _ = type.text(of: value)
                do throws(DatapointFault) {
                    let payload = try type.encode(value)
                    if !type.fits(payload) { Issue.record("\(type) \(value) \(payload)") }
                    _ = try type.decode(payload)
                } catch {
                    if ![.outOfRange, .wrongForm].contains(error.code) { Issue.record("\(type) \(value) \(error)") }
                }
            }
        }
    }

    @Test func anyTextGivesAValueOrAFault() {
        var numbers = SplitMix(seed: 7)
        let parts = [
            "", " ", "-", "+", "0", "1", "9", "99999999999999999999", ".", ",", "e", "E5", "e400", "%", "°C", "on",
            "control ",
            "learn ", "increase ", "stop", "é", "\0", "🏠", "auto", ":", "/", "2026", "Mon", "\u{301}",
        ]
        for type in DatapointType.all {
            for _ in 0..<60 {
                let count = Int.random(in: 0...4, using: &numbers)
                let text = (0..<count).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
                do throws(DatapointFault) {
                    let value = try type.value(of: text)
                    _ = try type.decode(type.encode(value))
                } catch {
                    if ![.outOfRange, .wrongForm].contains(error.code) { Issue.record("\(type) \(text) \(error)") }
                }
            }
        }
    }

    @Test func aGuessCanDecodeTheData() throws {
        let cases: [(String, [String])] = [
            ("b1", ["1.001", "3.007", "2.001"]), ("b9", ["3.007"]), ("80", ["5.001", "18.001", "6.001", "4.002"]),
            ("0C1A", ["9.001", "7.001", "8.001"]), ("7FFF", ["7.001", "8.001"]), ("b63", []),
            ("0102030405060708090A0B", ["28.001"]),
        ]
        for (hex, types) in cases {
            let guesses = DatapointType.guess(for: Payload(hex: hex)).map(\.description)
            let known = guesses.filter { types.contains($0) }
            #expect(known == types, "\(hex) \(guesses)")
        }
        #expect(DatapointType.guess(for: .octets([0x80])).first?.description == "5.001")
    }
}
