/// CONNECT_REQUEST.
///
/// Source: KNX 03/08/02 Core, 7.8.1; 03/08/04 Tunnelling, 4.4.3, and v2 for the requested address.
public struct ConnectRequest: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// A tunnel on the link layer, if possible the one with this address.
        case tunnel(address: IndividualAddress?)
        /// A tunnel on another layer: 0x04 raw, 0x80 bus monitor.
        case otherTunnel(layer: UInt8)
        /// 0x03 device management, 0x06 remote logging, 0x07 remote configuration, 0x08 object server.
        case other(code: UInt8, [UInt8])
    }

    /// The endpoint for answers.
    public var control: HostEndpoint
    /// The endpoint for telegrams.
    public var data: HostEndpoint
    public var kind: Kind

    public init(control: HostEndpoint, data: HostEndpoint, kind: Kind = .tunnel(address: nil)) {
        self.control = control
        self.data = data
        self.kind = kind
    }

    private static let tunnelCode: UInt8 = 0x04
    private static let linkLayer: UInt8 = 0x02

    init(from reader: inout ByteReader) throws(FrameFault) {
        control = try HostEndpoint(from: &reader)
        data = try HostEndpoint(from: &reader)
        var content = try reader.structure()
        let code = try content.octet()
        guard code == Self.tunnelCode else {
            kind = .other(code: code, content.all())
            return
        }
        let layer = try content.octet()
        _ = try content.octet()
        guard layer == Self.linkLayer else {
            kind = .otherTunnel(layer: layer)
            return
        }
        kind = .tunnel(address: content.isAtEnd ? nil : IndividualAddress(raw: try content.word()))
    }

    func append(to octets: inout [UInt8]) {
        control.append(to: &octets)
        data.append(to: &octets)
        switch kind {
        case .tunnel(nil): octets += [4, Self.tunnelCode, Self.linkLayer, 0]
        case .tunnel(let address?):
            octets += [6, Self.tunnelCode, Self.linkLayer, 0]
            octets.append(word: address.raw)
        case .otherTunnel(let layer): octets += [4, Self.tunnelCode, layer, 0]
        case .other(let code, let data):
            let data = data.prefix(253)
            octets.append(UInt8(data.count + 2))
            octets.append(code)
            octets += data
        }
    }
}
