@testable import DomoKNX

typealias TunnelHarness = ConnectionHarness<TunnelMachine>

extension ConnectionHarness<TunnelMachine> {
    static var channel: UInt8 { 7 }
    static var tunnelAddress: IndividualAddress { IndividualAddress(raw: 0x11FA) }

    /// A tunnel that is not started.
    init(
        _ transport: HostEndpoint.Transport = .udp,
        usesNAT: Bool = false,
        address: IndividualAddress? = nil,
        known: InterfaceIdentity? = nil,
        maxUnconfirmed: Int = 1,
        seed: UInt64 = 1
    ) {
        var options = TunnelOptions(
            server: Self.server,
            transport: transport,
            usesNAT: usesNAT,
            address: address,
            known: known,
            seed: seed
        )
        options.maxUnconfirmed = maxUnconfirmed
        self.init(TunnelMachine(options))
    }

    /// A tunnel to an interface with tunnelling version 1, on channel 7 with the address 1.1.250.
    static func connected(_ transport: HostEndpoint.Transport = .udp, maxUnconfirmed: Int = 1) -> Self {
        var harness = Self(transport, maxUnconfirmed: maxUnconfirmed)
        harness.connect()
        return harness
    }

    @discardableResult
    mutating func connect(version: UInt8 = 1) -> [String] {
        give(.start)
        give(.opened(Self.client))
        receive(Self.description(version: version))
        return receive(Self.accepted())
    }

    /// - Parameter core: The version of the core services; from 2 on the interface lists its tunnels.
    static func description(version: UInt8, core: UInt8 = 1, isSecure: Bool = false) -> IPFrame {
        .descriptionResponse([
            .families([ServiceFamily(.core, version: core), ServiceFamily(.tunnelling, version: version)]),
            .securedFamilies(isSecure ? [ServiceFamily(.tunnelling, version: 1)] : []),
        ])
    }

    static func accepted(channel: UInt8 = channel, data: SocketAddress = server) -> IPFrame {
        .connectResponse(
            ConnectResponse(
                channel: channel,
                outcome: .connected(data: HostEndpoint(.udp, data), address: tunnelAddress)
            )
        )
    }

    static func refused(_ status: StatusCode) -> IPFrame {
        .connectResponse(ConnectResponse(channel: 0, outcome: .refused(status)))
    }

    static func ack(_ sequence: UInt8, _ status: StatusCode = .ok, channel: UInt8 = channel) -> IPFrame {
        .tunnellingAck(TunnellingAck(channel: channel, sequence: sequence, status: status))
    }

    static func request(_ sequence: UInt8, _ frame: DataFrame, channel: UInt8 = channel) throws -> IPFrame {
        .tunnellingRequest(TunnellingRequest(channel: channel, sequence: sequence, message: try frame.encoded()))
    }

    static func indication(_ sequence: UInt8, _ telegram: GroupTelegram) throws -> IPFrame {
        try request(sequence, DataFrame(.indication, telegram))
    }

    static func confirmation(
        _ sequence: UInt8,
        _ telegram: GroupTelegram,
        isNegative: Bool = false
    ) throws -> IPFrame {
        var telegram = telegram
        telegram.source = tunnelAddress
        return try request(sequence, DataFrame(.confirmation, telegram, isNegative: isNegative))
    }

    static func feature(
        _ service: TunnellingFeature.Service,
        _ sequence: UInt8,
        _ identifier: TunnellingFeature.Identifier,
        _ value: [UInt8]
    ) -> IPFrame {
        .tunnellingFeature(
            TunnellingFeature(service, channel: channel, sequence: sequence, identifier: identifier, value: value)
        )
    }

    static func heartbeat(_ status: StatusCode = .ok) -> IPFrame {
        .connectionStateResponse(ChannelResponse(channel: channel, status: status))
    }

    static func disconnect(_ channel: UInt8 = channel) -> IPFrame {
        .disconnectRequest(ChannelRequest(channel: channel, control: HostEndpoint(.udp, server)))
    }

    static var disconnected: IPFrame { .disconnectResponse(ChannelResponse(channel: channel)) }
}

/// `1/0/GROUP=BITS`; with source 1.1.5 for a telegram from the bus.
func write(_ bits: UInt8, to group: UInt16 = 1, from source: UInt16 = 0) -> GroupTelegram {
    GroupTelegram(
        source: IndividualAddress(raw: source),
        destination: GroupAddress(raw: 0x0800 + group),
        service: .write(.bits(bits))
    )
}

/// A read of 1/0/`group`.
func read(_ group: UInt16) -> GroupTelegram {
    GroupTelegram(destination: GroupAddress(raw: 0x0800 + group), service: .read)
}
