/// The device information of a KNXnet/IP server (DIB 0x01).
///
/// Source: KNX 03/08/02 Core, 7.5.4.2 device information.
public struct DeviceInformation: Hashable, Sendable {
    public struct Medium: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let twistedPair = Self(rawValue: 0x02)
        public static let powerline = Self(rawValue: 0x04)
        public static let radio = Self(rawValue: 0x10)
        public static let ip = Self(rawValue: 0x20)

        public var description: String {
            switch self {
            case .twistedPair: "TP"
            case .powerline: "PL110"
            case .radio: "RF"
            case .ip: "IP"
            default: "medium \(rawValue)"
            }
        }
    }

    public var medium: Medium
    public var isInProgrammingMode: Bool
    public var address: IndividualAddress
    /// Project number (12 bits) and installation number (4 bits).
    public var projectInstallation: UInt16
    public var serialNumber: SerialNumber
    /// The group of KNXnet/IP routing; 0 for a device that does not route.
    public var multicastHost: UInt32
    public var mac: MACAddress
    /// At most 30 characters of ISO 8859-1; other characters are encoded as `?`.
    public var name: String

    public init(
        name: String,
        address: IndividualAddress,
        serialNumber: SerialNumber,
        mac: MACAddress,
        medium: Medium = .twistedPair,
        isInProgrammingMode: Bool = false,
        projectInstallation: UInt16 = 0,
        multicastHost: UInt32 = 0
    ) {
        self.medium = medium
        self.isInProgrammingMode = isInProgrammingMode
        self.address = address
        self.projectInstallation = projectInstallation
        self.serialNumber = serialNumber
        self.multicastHost = multicastHost
        self.mac = mac
        self.name = name
    }

    init(from content: inout ByteReader) throws(FrameFault) {
        medium = Medium(rawValue: try content.octet())
        isInProgrammingMode = try content.octet() & 0x01 != 0
        address = IndividualAddress(raw: try content.word())
        projectInstallation = try content.word()
        serialNumber = SerialNumber(raw: try content.number(octets: 6))
        multicastHost = UInt32(truncatingIfNeeded: try content.number(octets: 4))
        mac = MACAddress(raw: try content.number(octets: 6))
        // 30 octets; some servers send fewer.
        name = String(String.UnicodeScalarView(content.rest.prefix(30).prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
    }

    func append(to octets: inout [UInt8]) {
        octets += [medium.rawValue, isInProgrammingMode ? 1 : 0]
        octets.append(word: address.raw)
        octets.append(word: projectInstallation)
        octets.append(serialNumber.raw, octets: 6)
        octets.append(UInt64(multicastHost), octets: 4)
        octets.append(mac.raw, octets: 6)
        let latin = name.unicodeScalars.prefix(30).map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        octets += latin
        octets += Array(repeating: 0, count: 30 - latin.count)
    }
}
