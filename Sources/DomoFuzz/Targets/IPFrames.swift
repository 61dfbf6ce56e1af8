import DomoKNX

/// KNXnet/IP frames in datagrams and in streams, and connections that receive them.
public struct IPFrames: FuzzTarget {
    public static let name = "knxnetip"

    private static let server = SocketAddress(host: 0xC0A8_0114, port: 3671)
    private static let here = SocketAddress(host: 0xC0A8_010A, port: 50_000)

    private let mutator: Mutator

    public init() { mutator = Mutator(corpus: Self.bodies.map { $0.body }, words: Self.marks, maxLength: 512) }

    public var corpus: [[UInt8]] {
        let bodies = Self.bodies.map { Self.frame($0.service, $0.body) }
        return bodies + [bodies[0] + bodies[1], bodies.joined().map { $0 }, [0x06, 0x10], []]
    }

    /// A frame of each service, as sent by an interface or a client.
    private static let bodies: [(service: UInt16, body: [UInt8])] = [
        (0x0201, endpoint), (0x0202, endpoint + device + families), (0x020B, endpoint + [0x02, 0x81]),
        (0x020C, endpoint + device + families + tunnels), (0x0203, endpoint), (0x0204, device + families + tunnels),
        (0x0205, endpoint + endpoint + [0x04, 0x04, 0x02, 0x00]),
        (0x0205, endpoint + endpoint + [0x06, 0x04, 0x02, 0x00, 0x11, 0xFA]),
        (0x0206, [0x07, 0x00] + endpoint + [0x04, 0x04, 0x11, 0xFA]), (0x0206, [0x00, 0x24]),
        (0x0207, [0x07, 0x00] + endpoint), (0x0208, [0x07, 0x00]), (0x0209, [0x07, 0x00] + endpoint),
        (0x020A, [0x07, 0x00]), (0x0420, [0x04, 0x07, 0x00, 0x00] + CEMIFrames.samples[1]),
        (0x0420, [0x04, 0x07, 0x01, 0x00] + CEMIFrames.samples[3]), (0x0421, [0x04, 0x07, 0x00, 0x00]),
        (0x0422, [0x04, 0x07, 0x00, 0x00, 0x07, 0x00]), (0x0423, [0x04, 0x07, 0x00, 0x00, 0x07, 0x00, 0x00, 0xFE]),
        (0x0424, [0x04, 0x07, 0x00, 0x00, 0x08, 0x00, 0x01]), (0x0425, [0x04, 0x07, 0x00, 0x00, 0x03, 0x00, 0x01]),
        (0x0530, CEMIFrames.samples[2]), (0x0531, [0x04, 0x00, 0x00, 0x05]),
        (0x0532, [0x06, 0x00, 0x00, 0x64, 0x00, 0x00]), (0x0950, [UInt8](repeating: 0, count: 32)),
        (0x0310, [0x04, 0x07, 0x00, 0x00]),
    ]

    private static let endpoint: [UInt8] = [0x08, 0x01, 0xC0, 0xA8, 0x01, 0x14, 0x0E, 0x57]
    private static let device: [UInt8] =
        [0x36, 0x01, 0x02, 0x00, 0x11, 0x00, 0x01, 0x23, 0x00, 0xFA, 0x12, 0x34, 0x56, 0x78, 0xE0, 0x00, 0x17, 0x0C]
        + [0x00, 0x24, 0x6D, 0x01, 0x02, 0x03] + Array("IP interface".utf8) + [UInt8](repeating: 0, count: 18)
    private static let families: [UInt8] = [0x06, 0x02, 0x02, 0x02, 0x04, 0x02]
    private static let tunnels: [UInt8] = [0x0C, 0x07, 0x00, 0xF8, 0x11, 0xFA, 0x00, 0x06, 0x11, 0xFB, 0x00, 0x05]

    private static func frame(_ service: UInt16, _ body: [UInt8]) -> [UInt8] {
        let count = 6 + body.count
        return [0x06, 0x10, UInt8(service >> 8), UInt8(service & 0xFF), UInt8(count >> 8), UInt8(count & 0xFF)] + body
    }

    private static let marks = [
        "\u{6}\u{10}", "\u{6}\u{10}\u{2}\u{1}\0\u{E}", "\u{8}\u{1}", "\u{8}\u{2}", "\0\0", "\u{4}\u{7}\0\0",
    ]
    public let words = marks
    public let maxLength = 4096

    public func input(using random: inout Dice) -> [UInt8]? {
        // Mutate the body and give it a header with the right length: otherwise most mutations would fail at the
        // length.
        var (service, body) = random.pick(Self.bodies)
        if random.once(in: 8) { service = random.pick(Self.bodies).service }
        if !random.once(in: 4) { mutator.mutate(&body, using: &random) }
        return Self.frame(service, body)
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        try checkFrame(input)
        let pieces = try checkStream(input, using: &random)
        try checkTunnel(pieces, using: &random)
    }

    private func checkFrame(_ octets: [UInt8]) throws(Finding) {
        let frame: IPFrame
        do throws(FrameFault) {
            frame = try IPFrame(decoding: octets)
        } catch {
            return try expect(!error.message.isEmpty, "a fault without a message")
        }
        do throws(FrameFault) {
            let again = try IPFrame(decoding: frame.encoded)
            // Values of features, search parameters and description blocks are padded to an even number of octets.
            let isSame =
                switch frame {
                case .tunnellingFeature, .searchRequest, .searchResponse, .descriptionResponse: true
                default: again == frame
                }
            guard isSame, again.encoded == frame.encoded else {
                throw FrameFault(.invalid, "\(frame.encoded) is decoded as \(again)")
            }
        } catch {
            throw Finding("\(frame): \(error.message)")
        }
        _ = InterfaceDescription(frame)
        switch frame {
        case .tunnellingRequest(let request): try CEMIFrames.check(request.message)
        case .routingIndication(let message): try CEMIFrames.check(message)
        default: break
        }
    }

    /// However a stream is split, its frames are the same, and every octet belongs to a frame, to garbage or is
    /// pending.
    private func checkStream(_ octets: [UInt8], using random: inout Dice) throws(Finding) -> [[UInt8]] {
        var whole = FrameSplitter()
        let expected = whole.split(octets)
        var cut = FrameSplitter()
        var found: [FrameSplitter.Piece] = []
        var rest = octets[...]
        while !rest.isEmpty {
            let count = 1 + random.below(min(rest.count, 40))
            found += cut.split(rest.prefix(count))
            rest = rest.dropFirst(count)
            try expect(cut.pending < cut.limit, "\(cut.pending) octets are pending")
        }
        try expect(Self.frames(found) == Self.frames(expected), "a stream has different frames when it is split")
        try expect(
            cut.pending == whole.pending,
            "\(cut.pending) octets are pending, but \(whole.pending) if it is not split"
        )
        for pieces in [expected, found] {
            let count = pieces.reduce(0) { sum, piece in
                switch piece {
                case .frame(let octets): sum + octets.count
                case .garbage(let count): sum + count
                }
            }
            try expect(count + cut.pending == octets.count, "\(count) octets of \(octets.count)")
        }
        return Self.frames(expected)
    }

    private static func frames(_ pieces: [FrameSplitter.Piece]) -> [[UInt8]] {
        pieces.compactMap { piece in
            guard case .frame(let octets) = piece else { return nil }
            return octets
        }
    }

    /// A connection that receives these frames at any time ends each telegram once, and stops.
    private func checkTunnel(_ frames: [[UInt8]], using random: inout Dice) throws(Finding) {
        if random.once(in: 2) {
            try check(TunnelMachine(TunnelOptions(server: Self.server, seed: random.next())), frames, using: &random)
        } else {
            let address = IndividualAddress(raw: 0x11F0)
            try check(RoutingMachine(RoutingOptions(address: address, seed: random.next())), frames, using: &random)
        }
    }

    private func check(
        _ connection: some BusConnection,
        _ frames: [[UInt8]],
        using random: inout Dice
    ) throws(Finding) {
        var run = ConnectionRun(connection)
        try run.handle(.start)
        try run.handle(.opened(Self.here))
        if random.once(in: 2) {
            // The interface accepts: channel 7.
            try run.handle(.received(Self.frame(0x0206, Self.bodies[8].body), from: Self.server))
        }
        let telegram = GroupTelegram(destination: GroupAddress(raw: 0x0A03), service: .write(.bits(1)))
        var discovery = Discovery(random.once(in: 2) ? .multicast : .host(Self.server))
        for (index, frame) in frames.prefix(40).enumerated() {
            discovery.handle(response: frame, from: Self.server)
            if random.once(in: 3) {
                try run.handle(.send(telegram, ticket: UInt64(index), rank: index % 2 == 0 ? .urgent : .order))
            }
            try run.handle(.received(frame, from: random.once(in: 4) ? Self.here : Self.server))
            switch random.below(12) {
            case 0: try run.wake()
            case 1: try run.handle(.cancel(ticket: UInt64(random.below(index + 1))))
            case 2: try run.handle(.closed(reason: "reset"))
            case 3: try run.handle(.opened(Self.here))
            case 4: try run.handle(.pause(.seconds(5)))
            case 5: try run.handle(.found(discovery.found))
            default: break
            }
        }
        try run.handle(.stop)
        for _ in 0..<40 where !run.isStopped { try run.wake() }
        try expect(run.isStopped, "it does not stop")
        try expect(run.open.isEmpty, "\(run.open.count) telegrams never ended")
    }
}

/// A connection and its observable state.
private struct ConnectionRun<Connection: BusConnection> {
    private var connection: Connection
    private var now: Duration = .zero
    private var wakeTime: Duration?
    private(set) var open: Set<UInt64> = []
    private(set) var isStopped = false

    init(_ connection: Connection) { self.connection = connection }

    mutating func wake() throws(Finding) {
        now = max(now, wakeTime ?? now + .seconds(1))
        wakeTime = nil
        try handle(.wake)
    }

    mutating func handle(_ input: BusInput) throws(Finding) {
        if case .send(_, let ticket, _, _) = input { open.insert(ticket) }
        for action in connection.handle(input, at: now) {
            switch action {
            case .ended(let ticket, _):
                try expect(open.remove(ticket) != nil, "telegram \(ticket) ended twice or was never sent")
            case .wake(let time): wakeTime = time
            case .stopped: isStopped = true
            case .received(let telegram, frame: _):
                try expect(telegram.destination.raw != 0, "a telegram to the broadcast address")
            case .transmit(let octets, _):
                do throws(FrameFault) {
                    _ = try IPFrame(decoding: octets)
                } catch {
                    throw Finding("an invalid frame was sent: \(octets): \(error.message)")
                }
            case .open, .close, .restrict, .up, .down, .undecodable, .missed, .note, .warning, .senders, .described,
                .search,
                .redirect:
                break
            }
        }
    }
}
