/// A KNXnet/IP frame, with its header.
///
/// Source: KNX 03/08/02 Core, 2.3 header, 7 frame formats.
public enum IPFrame: Hashable, Sendable {
    case searchRequest(SearchRequest)
    case searchResponse(SearchResponse)
    case descriptionRequest(control: HostEndpoint)
    case descriptionResponse([DescriptionBlock])
    case connectRequest(ConnectRequest)
    case connectResponse(ConnectResponse)
    case connectionStateRequest(ChannelRequest)
    case connectionStateResponse(ChannelResponse)
    case disconnectRequest(ChannelRequest)
    case disconnectResponse(ChannelResponse)
    case tunnellingRequest(TunnellingRequest)
    case tunnellingAck(TunnellingAck)
    case tunnellingFeature(TunnellingFeature)
    /// A cEMI message.
    case routingIndication([UInt8])
    case routingLostMessage(RoutingLostMessage)
    case routingBusy(RoutingBusy)
    /// KNX IP Secure: its content needs a key.
    case secure(ServiceType, [UInt8])
    case other(ServiceType, [UInt8])

    static let headerLength = 6

    /// Any octets give a frame or a fault.
    public init(decoding octets: [UInt8]) throws(FrameFault) {
        var reader = ByteReader(octets[...])
        guard try reader.octet() == UInt8(Self.headerLength), try reader.octet() == 0x10 else {
            throw FrameFault(.wrongHeader, "the frame does not begin with 06 10")
        }
        let type = ServiceType(rawValue: try reader.word())
        let length = Int(try reader.word())
        guard length == octets.count else {
            throw FrameFault(.wrongLength, "the frame has \(octets.count) octets, but its header says \(length)")
        }
        try self.init(type, from: &reader)
    }

    private init(_ type: ServiceType, from reader: inout ByteReader) throws(FrameFault) {
        switch type {
        case .searchRequest: self = .searchRequest(try SearchRequest(from: &reader, isExtended: false))
        case .searchResponse: self = .searchResponse(try SearchResponse(from: &reader, isExtended: false))
        case .extendedSearchRequest: self = .searchRequest(try SearchRequest(from: &reader, isExtended: true))
        case .extendedSearchResponse: self = .searchResponse(try SearchResponse(from: &reader, isExtended: true))
        case .descriptionRequest: self = .descriptionRequest(control: try HostEndpoint(from: &reader))
        case .descriptionResponse: self = .descriptionResponse(try DescriptionBlock.all(from: &reader))
        case .connectRequest: self = .connectRequest(try ConnectRequest(from: &reader))
        case .connectResponse: self = .connectResponse(try ConnectResponse(from: &reader))
        case .connectionStateRequest: self = .connectionStateRequest(try ChannelRequest(from: &reader))
        case .connectionStateResponse: self = .connectionStateResponse(try ChannelResponse(from: &reader))
        case .disconnectRequest: self = .disconnectRequest(try ChannelRequest(from: &reader))
        case .disconnectResponse: self = .disconnectResponse(try ChannelResponse(from: &reader))
        case .tunnellingRequest: self = .tunnellingRequest(try TunnellingRequest(from: &reader))
        case .tunnellingAck: self = .tunnellingAck(try TunnellingAck(from: &reader))
        case .featureGet, .featureResponse, .featureSet, .featureInfo:
            self = .tunnellingFeature(try TunnellingFeature(from: &reader, type))
        case .routingIndication: self = .routingIndication(reader.all())
        case .routingLostMessage: self = .routingLostMessage(try RoutingLostMessage(from: &reader))
        case .routingBusy: self = .routingBusy(try RoutingBusy(from: &reader))
        case _ where ServiceType.secureServices.contains(type.rawValue): self = .secure(type, reader.all())
        default: self = .other(type, reader.all())
        }
    }

    public var type: ServiceType {
        switch self {
        case .searchRequest(let request): request.isExtended ? .extendedSearchRequest : .searchRequest
        case .searchResponse(let response): response.isExtended ? .extendedSearchResponse : .searchResponse
        case .descriptionRequest: .descriptionRequest
        case .descriptionResponse: .descriptionResponse
        case .connectRequest: .connectRequest
        case .connectResponse: .connectResponse
        case .connectionStateRequest: .connectionStateRequest
        case .connectionStateResponse: .connectionStateResponse
        case .disconnectRequest: .disconnectRequest
        case .disconnectResponse: .disconnectResponse
        case .tunnellingRequest: .tunnellingRequest
        case .tunnellingAck: .tunnellingAck
        case .tunnellingFeature(let feature): feature.type
        case .routingIndication: .routingIndication
        case .routingLostMessage: .routingLostMessage
        case .routingBusy: .routingBusy
        case .secure(let type, _), .other(let type, _): type
        }
    }

    /// The octets to send. The length field allows at most 65,535; no frame sent here comes near that.
    public var encoded: [UInt8] {
        var octets: [UInt8] = [UInt8(Self.headerLength), 0x10]
        octets.reserveCapacity(40)
        octets.append(word: type.rawValue)
        octets += [0, 0]
        switch self {
        case .searchRequest(let request): request.append(to: &octets)
        case .searchResponse(let response): response.append(to: &octets)
        case .descriptionRequest(let control): control.append(to: &octets)
        case .descriptionResponse(let blocks): for block in blocks { block.append(to: &octets) }
        case .connectRequest(let request): request.append(to: &octets)
        case .connectResponse(let response): response.append(to: &octets)
        case .connectionStateRequest(let request), .disconnectRequest(let request): request.append(to: &octets)
        case .connectionStateResponse(let response), .disconnectResponse(let response): response.append(to: &octets)
        case .tunnellingRequest(let request): request.append(to: &octets)
        case .tunnellingAck(let ack): ack.append(to: &octets)
        case .tunnellingFeature(let feature): feature.append(to: &octets)
        case .routingIndication(let data), .secure(_, let data), .other(_, let data): octets += data
        case .routingLostMessage(let message): message.append(to: &octets)
        case .routingBusy(let busy): busy.append(to: &octets)
        }
        octets[4] = UInt8(truncatingIfNeeded: octets.count >> 8)
        octets[5] = UInt8(truncatingIfNeeded: octets.count)
        return octets
    }
}
