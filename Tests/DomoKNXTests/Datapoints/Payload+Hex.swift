@testable import DomoKNX

extension Payload {
    /// `b5` is 5 as bits; `0C1A` is two octets.
    init(hex: String) {
        if hex.hasPrefix("b") {
            self = .bits(UInt8(hex.dropFirst()) ?? 0)
        } else {
            let digits = hex.compactMap(\.hexDigitValue)
            self = .octets(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
        }
    }
}

/// A datapoint type with data, its value and its text, which have to be converted into each other.
struct Vector: Sendable {
    let type: String
    let hex: String
    let value: DatapointValue
    let text: String

    init(_ type: String, _ hex: String, _ value: DatapointValue, _ text: String) {
        self.type = type
        self.hex = hex
        self.value = value
        self.text = text
    }
}
