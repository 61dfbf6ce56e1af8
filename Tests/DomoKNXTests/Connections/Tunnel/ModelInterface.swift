import DomoKNX

/// A KNXnet/IP interface that follows the specification, with one tunnel: acknowledges, repeats once after 1 s and then
/// disconnects, confirms telegrams sent on its bus, and forwards those received from it.
struct ModelInterface {
    /// The telegrams that the interface sent on the bus, by the number in their data, in order.
    private(set) var bus: [UInt64] = []
    /// The telegrams received from the bus in each connection, in order.
    private(set) var accepted: [UInt8: [UInt64]] = [:]
    private(set) var channel: UInt8?

    private var lastChannel: UInt8 = 0
    private var sequence: UInt8 = 0
    private var expected: UInt8 = 0
    private var waiting: [Waiting] = []
    private var flight: (octets: [UInt8], isRepeated: Bool, end: Duration)?

    /// The version of the tunnelling services; from 2 on there are features.
    let version: UInt8

    private enum Waiting {
        case message([UInt8])
        case feature(TunnellingFeature.Identifier, [UInt8])
    }

    init(version: UInt8) { self.version = version }

    private static let endpoint = HostEndpoint(.udp, TunnelHarness.server)

    /// Returns the frames to send as answers, and the confirmations to queue after a while.
    mutating func receive(_ octets: [UInt8], at now: Duration) -> (answers: [[UInt8]], confirmations: [[UInt8]]) {
        guard let frame = try? IPFrame(decoding: octets) else { return ([], []) }
        switch frame {
        case .descriptionRequest: return ([TunnelHarness.description(version: version).encoded], [])
        case .connectRequest:
            // Each connection has a new socket: the previous client is gone.
            lastChannel = lastChannel % 250 + 1
            (channel, sequence, expected, waiting, flight) = (lastChannel, 0, 0, [], nil)
            return ([TunnelHarness.accepted(channel: lastChannel).encoded], [])
        case .disconnectRequest(let request):
            if request.channel == channel { channel = nil }
            return ([IPFrame.disconnectResponse(ChannelResponse(channel: request.channel)).encoded], [])
        case .connectionStateRequest(let request):
            let status: StatusCode = request.channel == channel ? .ok : .connectionID
            let response = ChannelResponse(channel: request.channel, status: status)
            return ([IPFrame.connectionStateResponse(response).encoded], [])
        case .tunnellingRequest(let request) where request.channel == channel:
            return handle(request: request)
        case .tunnellingFeature(let feature) where feature.channel == channel && version >= 2:
            return (handle(feature: feature, at: now), [])
        case .tunnellingAck(let ack) where ack.channel == channel:
            guard flight != nil, ack.sequence == sequence else { return ([], []) }
            flight = nil
            sequence &+= 1
            return (advance(at: now), [])
        default: return ([], [])
        }
    }

    private mutating func handle(feature: TunnellingFeature, at now: Duration) -> [[UInt8]] {
        guard feature.sequence == expected || feature.sequence == expected &- 1 else { return [] }
        let ack = TunnelHarness.ack(feature.sequence, channel: feature.channel).encoded
        guard feature.sequence == expected else { return [ack] }
        expected &+= 1
        waiting.append(.feature(feature.identifier, feature.identifier == .maxAPDU ? [0, 55] : [1, 0]))
        return [ack] + advance(at: now)
    }

    private mutating func handle(request: TunnellingRequest) -> (answers: [[UInt8]], confirmations: [[UInt8]]) {
        guard request.sequence == expected || request.sequence == expected &- 1 else { return ([], []) }
        let ack = TunnelHarness.ack(request.sequence, channel: request.channel).encoded
        guard request.sequence == expected else { return ([ack], []) }
        expected &+= 1
        guard case .data(var frame)? = try? CEMIFrame(decoding: request.message), let number = number(in: frame) else {
            return ([ack], [])
        }
        bus.append(number)
        frame.code = .confirmation
        frame.source = TunnelHarness.tunnelAddress
        return ([ack], (try? frame.encoded()).map { [$0] } ?? [])
    }

    /// Receives a telegram from the bus.
    mutating func deliver(_ number: UInt64, at now: Duration) -> [[UInt8]] {
        guard let channel, let message = try? DataFrame(.indication, telegram(number, from: 0x1105)).encoded() else {
            return []
        }
        accepted[channel, default: []].append(number)
        return queue(message, at: now)
    }

    /// Queues a message to the client.
    mutating func queue(_ message: [UInt8], at now: Duration) -> [[UInt8]] {
        guard channel != nil else { return [] }
        waiting.append(.message(message))
        return advance(at: now)
    }

    mutating func wake(at now: Duration) -> [[UInt8]] {
        guard let flying = flight, flying.end <= now, let channel else { return [] }
        guard flying.isRepeated else {
            flight = (flying.octets, true, now + .seconds(1))
            return [flying.octets]
        }
        self.channel = nil
        flight = nil
        return [IPFrame.disconnectRequest(ChannelRequest(channel: channel, control: Self.endpoint)).encoded]
    }

    private mutating func advance(at now: Duration) -> [[UInt8]] {
        guard flight == nil, let channel, !waiting.isEmpty else { return [] }
        let frame: IPFrame =
            switch waiting.removeFirst() {
            case .message(let message):
                .tunnellingRequest(TunnellingRequest(channel: channel, sequence: sequence, message: message))
            case .feature(let identifier, let value):
                .tunnellingFeature(
                    TunnellingFeature(
                        .response(returnCode: 0),
                        channel: channel,
                        sequence: sequence,
                        identifier: identifier,
                        value: value
                    )
                )
            }
        let octets = frame.encoded
        flight = (octets, false, now + .seconds(1))
        return [octets]
    }

    private func number(in frame: DataFrame) -> UInt64? {
        frame.telegram.flatMap { numberOf($0) }
    }
}

/// A telegram that contains a number.
func telegram(_ number: UInt64, from source: UInt16 = 0) -> GroupTelegram {
    let octets = (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return GroupTelegram(
        source: IndividualAddress(raw: source),
        destination: GroupAddress(raw: 0x0801),
        service: .write(.octets(octets))
    )
}

func numberOf(_ telegram: GroupTelegram) -> UInt64? {
    guard case .write(.octets(let octets)) = telegram.service, octets.count == 4 else { return nil }
    return octets.reduce(0) { $0 << 8 | UInt64($1) }
}
