import DomoKNX

/// The data of group telegrams, decoded by each datapoint type, and values as text.
public struct Datapoints: FuzzTarget {
    public static let name = "datapoints"

    /// The types by width.
    private let types: [[DatapointType]]
    private let shortTypes: [DatapointType]

    public init() {
        types = (0...Self.maxWidth).map { count in
            DatapointType.all.filter { type in
                switch type.size {
                case .bits: false
                case .octets(let octets): octets == count
                case .upTo(let limit): count <= limit
                }
            }
        }
        shortTypes = DatapointType.all.filter { type in if case .bits = type.size { true } else { false } }
    }

    /// The maximum width of the types, and a little more.
    private static let maxWidth = 20

    public var corpus: [[UInt8]] {
        Self.samples.map { Array($0.utf8) }
            + [
                [0x4D, 0x17, 0x2A], [0x16, 0x0B, 0x1A], [0x12, 0x34, 0x56, 0x4D], [0x0C, 0x1A], [0x7F, 0xFF],
                [0x75, 0x0B, 0x1C, 0x57, 0x07, 0x18, 0x20, 0x80], [0x00, 0x12, 0xD4, 0x50, 0x00, 0x02],
                [0x00, 0x19, 0x0C, 0x80, 0x66, 0x07], [0x7F, 0x80, 0x00, 0x00], [0xFF, 0xC0, 0x00, 0x00], [],
            ]
    }

    private static let samples = [
        "on", "21.5", "-3 °C", "40 %", "Mon 12:30:00", "2026-11-22", "Sun 2026-11-22 12:30:00, holiday, summer time",
        "--02-29", "#ff8000", "#ff8000--", "brightness 40 %, 3200 K, 2.5 s", "code 123456, accepted, index 13",
        "1.23 kWh, in alarm", "red increase 25 %, green decrease stop, blue decrease 100 %", "scene 5, active",
        "output 1 on, output 16 off", "mode comfort, delay 30 min", "none", "KNX is OK",
    ]

    public let words = [
        "increase ", "decrease ", "stop", "25 %", ", ", "none", "mode ", "Mon ", "any ", "12:30", "24:00:00", "#", "--",
        "-0", "1e999", "0.0000001", "nan", "inf", "kWh", " K", " s", "°", "９", "٣",
    ]
    public let maxLength = 512

    public func input(using random: inout Dice) -> [UInt8]? {
        let count: Int
        switch random.pick(DatapointType.all).size {
        case .bits: count = 1
        case .octets(let octets): count = octets
        case .upTo(let limit): count = random.below(min(limit, 64) + 1)
        }
        // Formats have their special cases at small numbers and the ends of ranges.
        return (0..<count).map { _ in
            switch random.below(4) {
            case 0: random.pick([0, 1, 2, 0x0F, 0x18, 0x3F, 0x40, 0x7F, 0x80, 0xF0, 0xFE, 0xFF])
            case 1: UInt8(random.below(16))
            default: UInt8(random.below(256))
            }
        }
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let fitting = types[min(input.count, Self.maxWidth)]
        for _ in 0..<min(8, fitting.count) { try check(.octets(input), of: random.pick(fitting)) }
        try check(.octets(input), of: random.pick(DatapointType.all))
        if let first = input.first {
            for _ in 0..<2 { try check(.bits(first & 0x3F), of: random.pick(shortTypes)) }
        }
        let text = String(decoding: input, as: UTF8.self)
        for _ in 0..<2 { try check(text, of: random.pick(DatapointType.all)) }
    }

    private func check(_ payload: Payload, of type: DatapointType) throws(Finding) {
        let value: DatapointValue
        do throws(DatapointFault) {
            value = try type.decode(payload)
        } catch {
            return try expect(!error.message.isEmpty, "\(type): a fault without a message")
        }
        // 16.000: accented letters are read, and not sent.
        if type.main == 16, case .text(let text) = value, !text.utf8.allSatisfy({ $0 < 0x80 }) { return }
        do throws(DatapointFault) {
            // Values, canonical data and texts must convert to each other.
            let canonical = try type.encode(value)
            let again = try type.decode(canonical)
            guard again == value else { throw DatapointFault(.invalid, "\(again) is not \(value)") }
            guard try type.encode(again) == canonical else {
                throw DatapointFault(.invalid, "\(canonical) is not canonical")
            }
            let text = type.text(of: value)
            guard try type.encode(type.value(of: text)) == canonical else {
                throw DatapointFault(.invalid, "the text \(text.debugDescription) is parsed as another value")
            }
        } catch {
            throw Finding("\(type) \(payload) \(value): \(error.message)")
        }
    }

    private func check(_ text: String, of type: DatapointType) throws(Finding) {
        let value: DatapointValue
        do throws(DatapointFault) {
            value = try type.value(of: text)
        } catch {
            return try expect(
                !error.message.isEmpty && error.message.utf8.count <= 4 * text.utf8.count + 500,
                "\(type): a message of \(error.message.utf8.count) bytes"
            )
        }
        do throws(DatapointFault) {
            let payload = try type.encode(value)
            guard try type.encode(type.decode(payload)) == payload else {
                throw DatapointFault(.invalid, "\(payload) is not canonical")
            }
        } catch {
            throw Finding("\(type) \(text.debugDescription) is \(value): \(error.message)")
        }
    }
}
