/// A cEMI message, as in tunnelling and routing.
///
/// Source: KNX 03/06/03 EMI_IMI, 4.1.
public enum CEMIFrame: Hashable, Sendable {
    case data(DataFrame)
    /// A message other than a telegram: properties (M_PropRead and so on), reset, bus monitor, raw frames.
    case other(code: UInt8)

    /// Any octets give a message or a fault.
    public init(decoding octets: Span<UInt8>) throws(FrameFault) {
        guard octets.count > 0 else { throw FrameFault(.tooShort, "the cEMI message is empty") }
        guard let code = DataFrame.Code(rawValue: octets[0]) else {
            self = .other(code: octets[0])
            return
        }
        self = .data(try DataFrame(code, decoding: octets))
    }

    public init(decoding octets: ArraySlice<UInt8>) throws(FrameFault) {
        try self.init(decoding: octets.span)
    }

    public init(decoding octets: [UInt8]) throws(FrameFault) {
        try self.init(decoding: octets.span)
    }
}
