/// TUNNELLING_FEATURE_GET, _RESPONSE, _SET and _INFO: the features of an interface, and its unsolicited reports.
///
/// Source: KNX 03/08/04 Tunnelling v2, feature services; the layout checked with xknx 4.0.0.
public struct TunnellingFeature: Hashable, Sendable {
    public enum Service: Hashable, Sendable {
        case get
        /// 0 for success.
        case response(returnCode: UInt8)
        case set
        case info
    }

    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let supportedEMI = Self(rawValue: 0x01)
        public static let deviceDescriptor = Self(rawValue: 0x02)
        /// 1 octet: 1 connected, 0 not.
        public static let busConnection = Self(rawValue: 0x03)
        public static let manufacturer = Self(rawValue: 0x04)
        public static let activeEMI = Self(rawValue: 0x05)
        /// 2 octets.
        public static let individualAddress = Self(rawValue: 0x06)
        /// 2 octets.
        public static let maxAPDU = Self(rawValue: 0x07)
        /// 1 octet: 1 makes the interface send info frames.
        public static let infoService = Self(rawValue: 0x08)
    }

    public var service: Service
    public var channel: UInt8
    public var sequence: UInt8
    public var identifier: Identifier
    /// Empty in a get. A response or info may have an additional 0 as padding to an even length.
    public var value: [UInt8]

    public init(
        _ service: Service,
        channel: UInt8,
        sequence: UInt8,
        identifier: Identifier,
        value: [UInt8] = []
    ) {
        self.service = service
        self.channel = channel
        self.sequence = sequence
        self.identifier = identifier
        self.value = value
    }

    init(from reader: inout ByteReader, _ type: ServiceType) throws(FrameFault) {
        let header = try ConnectionHeader(from: &reader)
        channel = header.channel
        sequence = header.sequence
        identifier = Identifier(rawValue: try reader.octet())
        let returnCode = try reader.octet()
        service =
            switch type {
            case .featureGet: .get
            case .featureSet: .set
            case .featureInfo: .info
            default: .response(returnCode: returnCode)
            }
        value = reader.all()
    }

    var type: ServiceType {
        switch service {
        case .get: .featureGet
        case .response: .featureResponse
        case .set: .featureSet
        case .info: .featureInfo
        }
    }

    func append(to octets: inout [UInt8]) {
        ConnectionHeader(channel: channel, sequence: sequence, status: 0).append(to: &octets)
        octets.append(identifier.rawValue)
        if case .response(let code) = service { octets.append(code) } else { octets.append(0) }
        octets += value
        if value.count % 2 == 1 { octets.append(0) }
    }
}
