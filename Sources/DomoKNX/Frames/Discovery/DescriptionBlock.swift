/// A description information block (DIB): one part of the description of a KNXnet/IP server.
///
/// Source: KNX 03/08/02 Core, 7.5.4.
public enum DescriptionBlock: Hashable, Sendable {
    case device(DeviceInformation)
    case families([ServiceFamily])
    /// The service families with KNX IP Secure.
    case securedFamilies([ServiceFamily])
    case tunnelling(TunnellingInformation)
    case other(kind: UInt8, [UInt8])

    /// The codes of the blocks, for extended searches.
    public enum Kind {
        public static let device: UInt8 = 0x01
        public static let families: UInt8 = 0x02
        public static let securedFamilies: UInt8 = 0x06
        public static let tunnelling: UInt8 = 0x07
    }

    public var kind: UInt8 {
        switch self {
        case .device: Kind.device
        case .families: Kind.families
        case .securedFamilies: Kind.securedFamilies
        case .tunnelling: Kind.tunnelling
        case .other(let kind, _): kind
        }
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        switch try content.octet() {
        case Kind.device: self = .device(try DeviceInformation(from: &content))
        case Kind.families: self = .families(try Self.families(from: &content))
        case Kind.securedFamilies: self = .securedFamilies(try Self.families(from: &content))
        case Kind.tunnelling: self = .tunnelling(try TunnellingInformation(from: &content))
        case let kind: self = .other(kind: kind, content.all())
        }
    }

    private static func families(from content: inout ByteReader) throws(FrameFault) -> [ServiceFamily] {
        var families: [ServiceFamily] = []
        while content.rest.count >= 2 {
            let kind = ServiceFamily.Kind(rawValue: try content.octet())
            families.append(ServiceFamily(kind, version: try content.octet()))
        }
        return families
    }

    /// The blocks up to the end of a frame.
    static func all(from reader: inout ByteReader) throws(FrameFault) -> [DescriptionBlock] {
        var blocks: [DescriptionBlock] = []
        while !reader.isAtEnd { blocks.append(try DescriptionBlock(from: &reader)) }
        return blocks
    }

    func append(to octets: inout [UInt8]) {
        var content = [kind]
        switch self {
        case .device(let device): device.append(to: &content)
        case .families(let families), .securedFamilies(let families):
            for family in families { content += [family.kind.rawValue, family.version] }
        case .tunnelling(let tunnelling): tunnelling.append(to: &content)
        case .other(_, let data): content += data
        }
        octets.append(structure: content)
    }
}
