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
