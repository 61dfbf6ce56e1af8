/// A group of KNXnet/IP services and the version that a server supports.
///
/// Source: KNX 03/08/02 Core, 7.5.4.3 supported service families.
public struct ServiceFamily: Hashable, Sendable {
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let core = Self(rawValue: 0x02)
        public static let deviceManagement = Self(rawValue: 0x03)
        public static let tunnelling = Self(rawValue: 0x04)
        public static let routing = Self(rawValue: 0x05)
        public static let remoteLogging = Self(rawValue: 0x06)
        public static let remoteConfiguration = Self(rawValue: 0x07)
        public static let objectServer = Self(rawValue: 0x08)
        public static let security = Self(rawValue: 0x09)
    }

    public var kind: Kind
    public var version: UInt8

    public init(_ kind: Kind, version: UInt8) {
        self.kind = kind
        self.version = version
    }
}

extension ServiceFamily.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .core: "core"
        case .deviceManagement: "device management"
        case .tunnelling: "tunnelling"
        case .routing: "routing"
        case .remoteLogging: "remote logging"
        case .remoteConfiguration: "remote configuration"
        case .objectServer: "object server"
        case .security: "security"
        default: "service family \(rawValue)"
        }
    }
}

extension ServiceFamily: CustomStringConvertible {
    /// `tunnelling v2`
    public var description: String { "\(kind) v\(version)" }
}
