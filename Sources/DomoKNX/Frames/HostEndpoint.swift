/// A host protocol address information (HPAI): the endpoint of a KNXnet/IP server or client. 0.0.0.0:0 stands for the
/// sender of a frame, for NAT and TCP.
///
/// Source: KNX 03/08/02 Core, 7.5.1, 8.6.2.
public struct HostEndpoint: Hashable, Sendable {
    public enum Transport: UInt8, Hashable, Sendable, CaseIterable {
        case udp = 0x01
        case tcp = 0x02
    }

    public var transport: Transport
    public var address: SocketAddress

    public init(_ transport: Transport, _ address: SocketAddress) {
        self.transport = transport
        self.address = address
    }

    /// 0.0.0.0:0
    public static func anonymous(_ transport: Transport) -> Self {
        Self(transport, SocketAddress(host: 0, port: 0))
    }

    /// The address of the endpoint; if its host or port is 0, the sender of its frame.
    public func address(for sender: SocketAddress) -> SocketAddress {
        address.host == 0 || address.port == 0 ? sender : address
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        let code = try content.octet()
        guard let transport = Transport(rawValue: code) else {
            throw FrameFault(.invalid, "the host protocol \(code) is neither UDP (1) nor TCP (2)")
        }
        let host = UInt32(truncatingIfNeeded: try content.number(octets: 4))
        self.init(transport, SocketAddress(host: host, port: try content.word()))
    }

    func append(to octets: inout [UInt8]) {
        octets += [8, transport.rawValue]
        octets.append(UInt64(address.host), octets: 4)
        octets.append(word: address.port)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `192.168.1.10:3671`
    public var description: String { "\(SocketAddress.text(ofHost: host)):\(port)" }

    /// `192.168.1.10`
    public static func text(ofHost host: UInt32) -> String {
        "\(host >> 24).\(host >> 16 & 0xFF).\(host >> 8 & 0xFF).\(host & 0xFF)"
    }
}
