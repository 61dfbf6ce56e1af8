/// The service type of a KNXnet/IP frame.
///
/// Source: KNX 03/08/01 Overview, 5.3 service type identifiers; 03/08/09 Security for 0x095x.
public struct ServiceType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    static let searchRequest = Self(rawValue: 0x0201)
    static let searchResponse = Self(rawValue: 0x0202)
    static let descriptionRequest = Self(rawValue: 0x0203)
    static let descriptionResponse = Self(rawValue: 0x0204)
    static let connectRequest = Self(rawValue: 0x0205)
    static let connectResponse = Self(rawValue: 0x0206)
    static let connectionStateRequest = Self(rawValue: 0x0207)
    static let connectionStateResponse = Self(rawValue: 0x0208)
    static let disconnectRequest = Self(rawValue: 0x0209)
    static let disconnectResponse = Self(rawValue: 0x020A)
    static let extendedSearchRequest = Self(rawValue: 0x020B)
    static let extendedSearchResponse = Self(rawValue: 0x020C)
    static let tunnellingRequest = Self(rawValue: 0x0420)
    static let tunnellingAck = Self(rawValue: 0x0421)
    static let featureGet = Self(rawValue: 0x0422)
    static let featureResponse = Self(rawValue: 0x0423)
    static let featureSet = Self(rawValue: 0x0424)
    static let featureInfo = Self(rawValue: 0x0425)
    static let routingIndication = Self(rawValue: 0x0530)
    static let routingLostMessage = Self(rawValue: 0x0531)
    static let routingBusy = Self(rawValue: 0x0532)
    /// 0x0950–0x0955: the wrapper, the four services of a session, and the timer of secure routing.
    static let secureServices: ClosedRange<UInt16> = 0x0950...0x0955
}

extension ServiceType: CustomStringConvertible {
    /// `0x0420`
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
