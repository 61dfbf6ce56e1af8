/// The data of a group telegram. Its width comes from the datapoint type, never from the value.
public enum Payload: Hashable, Sendable {
    /// Up to 6 bits, which are sent in the last octet of the APCI.
    case bits(UInt8)
    case octets([UInt8])
}

/// The width of the data of a datapoint type.
public enum PayloadSize: Hashable, Sendable {
    /// 1–6; sent inside the APCI octet.
    case bits(Int)
    case octets(Int)
    /// Text of any length up to a limit (28.001).
    case upTo(octets: Int)
}

extension Payload: CustomStringConvertible {
    /// In hexadecimal, as in the log of telegrams: `01`, `0c66`.
    public var description: String {
        let octets: [UInt8] =
            switch self {
            case .bits(let bits): [bits]
            case .octets(let octets): octets
            }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension PayloadSize: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bits(1): "1 bit"
        case .bits(let count): "\(count) bits"
        case .octets(1): "1 octet"
        case .octets(let count): "\(count) octets"
        case .upTo(let limit): "at most \(limit) octets"
        }
    }
}
