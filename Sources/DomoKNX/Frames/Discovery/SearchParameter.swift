/// A search request parameter (SRP) of an extended search.
///
/// Source: KNX 03/08/02 Core v2, search request parameter block; the layout checked with xknx 4.0.0.
public struct SearchParameter: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Only servers in programming mode.
        case programmingMode
        case mac(MACAddress)
        /// Only servers that support this family in this version or a later one.
        case family(ServiceFamily)
        /// The codes of the description blocks that the answer shall contain.
        case blocks([UInt8])
        case other(code: UInt8, [UInt8])
    }

    public var kind: Kind
    /// A server that does not know or meet the parameter does not answer.
    public var isMandatory: Bool

    public init(_ kind: Kind, isMandatory: Bool = true) {
        self.kind = kind
        self.isMandatory = isMandatory
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        let code = try content.octet()
        isMandatory = code & 0x80 != 0
        switch code & 0x7F {
        case 1: kind = .programmingMode
        case 2: kind = .mac(MACAddress(raw: try content.number(octets: 6)))
        case 3:
            let family = ServiceFamily.Kind(rawValue: try content.octet())
            kind = .family(ServiceFamily(family, version: try content.octet()))
        // 0 pads the structure to an even length.
        case 4: kind = .blocks(content.all().filter { $0 != 0 })
        case let other: kind = .other(code: other, content.all())
        }
    }

    func append(to octets: inout [UInt8]) {
        let (code, data): (UInt8, [UInt8]) =
            switch kind {
            case .programmingMode: (1, [])
            case .mac(let mac): (2, mac.octets)
            case .family(let family): (3, [family.kind.rawValue, family.version])
            case .blocks(let kinds): (4, kinds)
            case .other(let code, let data): (code & 0x7F, data)
            }
        octets.append(structure: [code | (isMandatory ? 0x80 : 0)] + data)
    }
}
