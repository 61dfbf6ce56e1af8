/// CONNECT_RESPONSE.
///
/// Source: KNX 03/08/02 Core, 7.8.2; 03/08/04 Tunnelling, 4.4.4.
public struct ConnectResponse: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The data endpoint may differ from the control endpoint. The address is that of the tunnel; connections of
        /// other types have none.
        case connected(data: HostEndpoint, address: IndividualAddress?)
        /// Never `StatusCode.ok`.
        case refused(StatusCode)
    }

    public var channel: UInt8
    public var outcome: Outcome

    public init(channel: UInt8, outcome: Outcome) {
        self.channel = channel
        self.outcome = outcome
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        channel = try reader.octet()
        let status = StatusCode(rawValue: try reader.octet())
        guard status == .ok else {
            // Some servers send the endpoint and the response data after an error too.
            outcome = .refused(status)
            return
        }
        let data = try HostEndpoint(from: &reader)
        var content = try reader.structure()
        let isTunnel = try content.octet() == 0x04
        outcome = .connected(data: data, address: isTunnel ? IndividualAddress(raw: try content.word()) : nil)
    }

    func append(to octets: inout [UInt8]) {
        octets.append(channel)
        switch outcome {
        case .connected(let data, let address):
            octets.append(StatusCode.ok.rawValue)
            data.append(to: &octets)
            if let address {
                octets += [4, 0x04]
                octets.append(word: address.raw)
            } else {
                octets += [2, 0x03]
            }
        case .refused(let status):
            octets.append(status.rawValue)
        }
    }
}
