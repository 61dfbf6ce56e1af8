import DomoKNX
import DomoKNXHouse
import Testing

@testable import DomoKNXSim

/// Clients of a simulated interface, with a clock controlled by the test.
struct TestClient {
    static let home = SocketAddress(host: 0x7F00_0001, port: 50_001)
    static let other = SocketAddress(host: 0x7F00_0001, port: 50_002)

    var interface: SimulatedInterface
    private(set) var now: Duration = .zero
    /// The wake-up that the interface requested.
    private(set) var wake: Duration?
    /// The telegrams on the bus.
    private(set) var passed: [String] = []

    init(_ change: (inout InterfaceSettings) -> Void = { _ in }) {
        var settings = InterfaceSettings()
        change(&settings)
        var bus = BusSettings()
        bus.jitter = .zero
        bus.sensorInterval = nil
        interface = SimulatedInterface(.sample, settings: settings, bus: bus)
    }

    /// - Returns: What is sent, without wake-up requests.
    mutating func handle(_ input: InterfaceInput) -> [Sent] { collect(interface.handle(input, at: now)) }

    mutating func collect(_ actions: [InterfaceAction]) -> [Sent] {
        var sent: [Sent] = []
        for action in actions {
            switch action {
            case .datagram(let octets, let address): sent.append(Sent(.udp(address), octets))
            case .multicast(let octets): sent.append(Sent(.multicast, octets))
            case .stream(let stream, let octets): sent.append(Sent(.tcp(stream), octets))
            case .closeStream(let stream): sent.append(Sent(.closed(stream), []))
            case .passed(let telegram): passed.append(telegram.telegram.shown)
            case .wake(let time): wake = time
            }
        }
        return sent
    }

    /// Lets time pass, with wake-ups as requested.
    mutating func wait(_ duration: Duration) -> [Sent] {
        let end = now + duration
        var sent: [Sent] = []
        while let wake, wake <= end {
            now = max(now, wake)
            sent += handle(.wake)
        }
        now = end
        return sent
    }

    // MARK: Frames

    mutating func send(_ frame: IPFrame, from sender: SocketAddress = home) -> [Sent] {
        handle(.datagram(frame.encoded, from: sender))
    }

    mutating func send(_ frame: IPFrame, inStream stream: Int) -> [Sent] { handle(.stream(stream, frame.encoded)) }

    /// - Returns: The channel.
    mutating func connect(from sender: SocketAddress = home, address: IndividualAddress? = nil) throws -> UInt8 {
        let endpoint = HostEndpoint(.udp, sender)
        let request = ConnectRequest(control: endpoint, data: endpoint, kind: .tunnel(address: address))
        let sent = send(.connectRequest(request), from: sender)
        return try #require(sent.first?.connected)
    }

    mutating func connect(inStream stream: Int) throws -> UInt8 {
        _ = handle(.streamOpened(stream))
        let request = ConnectRequest(control: .anonymous(.tcp), data: .anonymous(.tcp))
        return try #require(send(.connectRequest(request), inStream: stream).first?.connected)
    }

    static func request(
        _ channel: UInt8,
        _ sequence: UInt8,
        _ group: GroupAddress,
        _ service: GroupTelegram.Service
    ) throws -> IPFrame {
        let message = try DataFrame(.request, GroupTelegram(destination: group, service: service)).encoded()
        return .tunnellingRequest(TunnellingRequest(channel: channel, sequence: sequence, message: message))
    }
}

/// Octets sent by the interface, with their destination.
struct Sent: Equatable {
    enum Way: Equatable {
        case udp(SocketAddress)
        case multicast
        case tcp(Int)
        case closed(Int)
    }

    var way: Way
    var octets: [UInt8]

    init(_ way: Way, _ octets: [UInt8]) { (self.way, self.octets) = (way, octets) }

    var frame: IPFrame? {
        do throws(FrameFault) {
            return try IPFrame(decoding: octets)
        } catch {
            return nil
        }
    }

    /// The channel of a successful connect response.
    var connected: UInt8? {
        guard case .connectResponse(let response) = frame, case .connected = response.outcome else { return nil }
        return response.channel
    }

    var refused: StatusCode? {
        guard case .connectResponse(let response) = frame, case .refused(let status) = response.outcome else {
            return nil
        }
        return status
    }

    /// A short text: `ack 0`, `con 1/0/1 write 1`, `ind 1/4/1 write 1`.
    var shown: String {
        switch frame {
        case .tunnellingAck(let ack): "ack \(ack.sequence)" + (ack.status == .ok ? "" : " error")
        case .tunnellingRequest(let request): "\(request.sequence): \(Self.shown(request.message))"
        case .routingIndication(let message): Self.shown(message)
        case .routingBusy(let busy): "busy \(busy.wait)"
        case .routingLostMessage(let lost): "lost \(lost.count)"
        case .disconnectRequest: "disconnect"
        case .disconnectResponse(let response): "disconnected \(response.status.rawValue)"
        case .connectionStateResponse(let response): "state \(response.status.rawValue)"
        case .connectResponse(let response): "connect \(response.outcome)"
        case .tunnellingFeature(let feature):
            "feature \(feature.identifier.rawValue) \(feature.service) \(feature.value)"
        case let frame?: "\(frame.type)"
        case nil: octets.isEmpty ? "closed" : "\(octets)"
        }
    }

    private static func shown(_ message: [UInt8]) -> String {
        do throws(FrameFault) {
            guard case .data(let frame) = try CEMIFrame(decoding: message), let telegram = frame.telegram else {
                return "\(message)"
            }
            let code = frame.code == .confirmation ? "con" : frame.code == .indication ? "ind" : "req"
            return "\(code) \(frame.isNegative ? "negative " : "")\(telegram.shown)"
        } catch {
            return "\(message)"
        }
    }
}
