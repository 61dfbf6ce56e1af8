/// The data of a group telegram. Its width comes from the datapoint type, never from the value.
public enum Payload: Hashable, Sendable {
    /// Up to 6 bits, which travel in the last octet of the APCI.
    case bits(UInt8)
    case octets([UInt8])
}

/// How wide the data of a datapoint type is.
public enum PayloadSize: Hashable, Sendable {
    /// 1–6; sent inside the APCI octet.
    case bits(Int)
    case octets(Int)
    /// Text of any length up to a limit (28.001).
    case upTo(octets: Int)
}
