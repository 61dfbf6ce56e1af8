import DomoKNX

/// A connection without sockets: tests give inputs, time passes instantly, and actions are returned as text to compare.
struct ConnectionHarness<Machine: BusConnection> {
    var machine: Machine
    private(set) var now: Duration = .zero
    /// The wake-up that the machine requested.
    private(set) var requestedWake: Duration?
    /// The targets of transmitted frames, in order.
    private(set) var targets: [SocketAddress] = []
    private(set) var transmitted: [[UInt8]] = []
    /// What a multicast socket reports for each frame: that the system took it, or this reason why not. Tunnels need no
    /// report.
    var network: Network?
    /// The reports of what others sent, in order.
    private(set) var senders: [SenderReport] = []
    /// The reported descriptions of the interface, in order.
    private(set) var described: [InterfaceDescription] = []

    static var server: SocketAddress { SocketAddress(host: 0xC0A8_0114, port: 3671) }
    static var client: SocketAddress { SocketAddress(host: 0xC0A8_010A, port: 50_000) }

    enum Network {
        case up
        case down(reason: String)
    }

    init(_ machine: Machine) { self.machine = machine }

    /// Gives one input and returns the actions.
    @discardableResult
    mutating func give(_ input: BusInput) -> [String] {
        var texts: [String] = []
        var reports: [BusInput] = []
        for action in machine.handle(input, at: now) {
            switch action {
            case .wake(let moment):
                requestedWake = moment
                continue
            case .transmit(let octets, let target):
                targets.append(target)
                transmitted.append(octets)
                switch network {
                case nil: break
                case .up: reports.append(.transmitted)
                case .down(let reason): reports.append(.unsent(reason: reason))
                }
            case .senders(let report):
                senders.append(report)
                continue
            case .described(let interface):
                described.append(interface)
                continue
            default: break
            }
            texts.append(Self.text(of: action))
        }
        return reports.reduce(into: texts) { $0 += give($1) }
    }

    @discardableResult
    mutating func receive(_ frame: IPFrame, from sender: SocketAddress = server) -> [String] {
        give(.received(frame.encoded, from: sender))
    }

    /// Lets time pass, with wake-ups as requested. Each line begins with the time.
    @discardableResult
    mutating func pass(_ duration: Duration) -> [String] {
        let end = now + duration
        var texts: [String] = []
        var wakes = 0
        while let moment = requestedWake, moment <= end, wakes < 10_000 {
            now = max(now, moment)
            requestedWake = nil
            wakes += 1
            texts += give(.wake).map { "\(now.seconds) \($0)" }
        }
        now = end
        return texts
    }

    /// Lets time pass until the requested wake-up.
    @discardableResult
    mutating func wake() -> [String] {
        guard let moment = requestedWake else { return [] }
        now = max(now, moment)
        requestedWake = nil
        return give(.wake)
    }

    // MARK: Texts

    static func text(of action: BusAction) -> String {
        switch action {
        case .open: "open"
        case .close: "close"
        case .transmit(let octets, _): "> " + ((try? IPFrame(decoding: octets)).map(text(of:)) ?? "broken")
        case .up(let own, let maxAPDU): "up \(own?.description ?? "-") \(maxAPDU.map(String.init) ?? "-")"
        case .down(let reason): "down: \(reason)"
        case .received(let telegram, frame: _): "received \(telegram.source) \(text(of: telegram))"
        case .undecodable(let telegram): "undecodable \(telegram.source) \(telegram.destination): \(telegram.reason)"
        case .missed(let reason): "missed: \(reason)"
        case .ended(let ticket, let end): "\(ticket) \(text(of: end))"
        case .note(let text): "note: \(text)"
        case .warning(let text): "warning: \(text)"
        case .restrict(let senders): "only \(senders.map(\.description).joined(separator: " "))"
        case .senders(let report): "\(report.count) of others"
        case .described(let interface): "described: \(interface.name)"
        case .search: "search"
        case .redirect(let address): "redirect \(address?.description ?? "-")"
        case .wake(let moment): "wake \(moment.map(\.seconds) ?? "-")"
        case .stopped: "stopped"
        }
    }

    static func text(of end: TelegramEnd) -> String {
        switch end {
        case .confirmed: "confirmed"
        case .sent: "sent"
        case .refused: "refused"
        case .notSent(let reason): "not sent: \(reason)"
        case .unsendable(let reason): "unsendable: \(reason)"
        case .lost(let reason): "lost: \(reason)"
        }
    }

    static func text(of telegram: GroupTelegram) -> String {
        switch telegram.service {
        case .read: "\(telegram.destination)?"
        case .response(let payload): "\(telegram.destination):\(text(of: payload))"
        case .write(let payload): "\(telegram.destination)=\(text(of: payload))"
        }
    }

    private static func text(of payload: Payload) -> String {
        switch payload {
        case .bits(let bits): "\(bits)"
        case .octets(let octets): "\(octets)"
        }
    }

    static func text(of frame: IPFrame) -> String {
        switch frame {
        case .searchRequest: "search"
        case .descriptionRequest: "describe"
        case .connectRequest(let request):
            if case .tunnel(let address?) = request.kind { "connect \(address)" } else { "connect" }
        case .connectionStateRequest(let request): "heartbeat \(request.channel)"
        case .disconnectRequest(let request): "disconnect \(request.channel)"
        case .disconnectResponse(let response): "disconnected \(response.channel) \(response.status.rawValue)"
        case .tunnellingRequest(let request): "\(request.sequence) \(text(ofMessage: request.message))"
        case .tunnellingAck(let ack): "ack \(ack.sequence)"
        case .tunnellingFeature(let feature): "\(feature.sequence) \(feature.service) \(feature.identifier.rawValue)"
        case .routingIndication(let message): text(ofMessage: message)
        default: "\(frame)"
        }
    }

    private static func text(ofMessage message: [UInt8]) -> String {
        guard case .data(let frame)? = try? CEMIFrame(decoding: message), let telegram = frame.telegram else {
            return "\(message)"
        }
        return "\(frame.code) \(text(of: telegram))"
    }
}

extension Duration {
    /// `2.5`
    var seconds: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0
            ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    }
}
