/// The status in an answer of a KNXnet/IP server.
///
/// Source: KNX 03/08/01 Overview, 5.4 error codes, and 03/08/02 Core, 7.8; the numbers checked with xknx 4.0.0.
public struct StatusCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// E_NO_ERROR
    public static let ok = Self(rawValue: 0x00)
    /// E_HOST_PROTOCOL_TYPE
    public static let hostProtocol = Self(rawValue: 0x01)
    /// E_VERSION_NOT_SUPPORTED
    public static let version = Self(rawValue: 0x02)
    /// E_SEQUENCE_NUMBER
    public static let sequence = Self(rawValue: 0x04)
    /// E_ERROR
    public static let unspecified = Self(rawValue: 0x0F)
    /// E_CONNECTION_ID
    public static let connectionID = Self(rawValue: 0x21)
    /// E_CONNECTION_TYPE
    public static let connectionType = Self(rawValue: 0x22)
    /// E_CONNECTION_OPTION
    public static let connectionOption = Self(rawValue: 0x23)
    /// E_NO_MORE_CONNECTIONS
    public static let noMoreConnections = Self(rawValue: 0x24)
    /// E_NO_MORE_UNIQUE_CONNECTIONS
    public static let noMoreUniqueConnections = Self(rawValue: 0x25)
    /// E_DATA_CONNECTION
    public static let dataConnection = Self(rawValue: 0x26)
    /// E_KNX_CONNECTION
    public static let knxConnection = Self(rawValue: 0x27)
    /// E_AUTHORISATION_ERROR
    public static let authorisation = Self(rawValue: 0x28)
    /// E_TUNNELLING_LAYER
    public static let tunnellingLayer = Self(rawValue: 0x29)
    /// E_NO_TUNNELLING_ADDRESS
    public static let noTunnellingAddress = Self(rawValue: 0x2D)
    /// E_CONNECTION_IN_USE
    public static let connectionInUse = Self(rawValue: 0x2E)
}

extension StatusCode: CustomStringConvertible {
    /// A text for the end of a message: `all tunnels are in use (0x24)`.
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "\(text) (0x\(digits.utf8.count < 2 ? "0" : "")\(digits))"
    }

    private var text: String {
        switch self {
        case .ok: "no error"
        case .hostProtocol: "the interface does not support this transport"
        case .version: "the interface does not support this protocol version"
        case .sequence: "a sequence number is out of order"
        case .unspecified: "the interface reports an error without a reason"
        case .connectionID: "the interface does not know this connection"
        case .connectionType: "the interface does not offer this type of connection"
        case .connectionOption: "the interface does not support an option of the connection"
        case .noMoreConnections: "all tunnels are in use"
        case .noMoreUniqueConnections: "no tunnel with its own address is free"
        case .dataConnection: "the interface reports a connection error"
        case .knxConnection: "the interface has no connection to the bus"
        case .authorisation: "this client is not allowed to use the requested address"
        case .tunnellingLayer: "the interface does not support this tunnelling layer"
        case .noTunnellingAddress: "the requested address is not a tunnel of the interface"
        case .connectionInUse: "the tunnel with the requested address is in use"
        default: "unknown status"
        }
    }
}
