import DomoKNX
import Glibc

/// Group writes through a tunnel as fast as possible, with only the tunnel's state machine, one socket and `poll`: the
/// limit of knxd.
final class TunnelLoad {
    private let socket: DatagramSocket
    private var machine: TunnelMachine
    private let start = Moment.now()
    private var wakeAt: Duration?
    private var isUp = false
    private var confirmed = 0

    init(port: UInt16) throws(BenchFault) {
        socket = try DatagramSocket(port: port)
        let server = SocketAddress(host: DatagramSocket.loopback, port: port)
        var options = TunnelOptions(server: server, seed: 1)
        // As many as a tunnel allows.
        options.maxUnconfirmed = 4
        machine = TunnelMachine(options)
        try handle(.start)
        let limit = Moment.now().after(seconds: 10)
        while !isUp { try turn(until: limit) }
    }

    /// - Parameter window: the maximum number of unconfirmed telegrams.
    func write(_ count: Int, groups: [UInt16], window: Int, seconds: Double) throws(BenchFault) {
        let limit = Moment.now().after(seconds: seconds)
        let before = confirmed
        var sent = 0
        while confirmed - before < count {
            while sent < count, sent - (confirmed - before) < window {
                let group = GroupAddress(raw: groups[sent % groups.count])
                let telegram = GroupTelegram(destination: group, service: .write(.bits(1)))
                sent += 1
                try handle(.send(telegram, ticket: UInt64(sent)))
            }
            try turn(until: limit)
        }
    }

    private var now: Duration { .nanoseconds(Moment.now().nanoseconds - start.nanoseconds) }

    private func turn(until limit: Moment) throws(BenchFault) {
        guard Moment.now() < limit else { throw BenchFault("timed out: knxd confirmed only \(confirmed) telegrams") }
        if let octets = try socket.receive(milliseconds: 20) {
            try handle(.received(octets, from: SocketAddress(host: DatagramSocket.loopback, port: socket.port)))
        }
        if let moment = wakeAt, moment <= now { try handle(.wake) }
    }

    private func handle(_ input: BusInput) throws(BenchFault) {
        for action in machine.handle(input, at: now) {
            switch action {
            case .open: try handle(.opened(SocketAddress(host: DatagramSocket.loopback, port: try socket.ownPort())))
            case .transmit(let octets, _): try socket.send(octets)
            case .wake(let moment): wakeAt = moment
            case .up: isUp = true
            case .ended(_, .confirmed): confirmed += 1
            case .ended(_, let end): throw BenchFault("knxd did not confirm a telegram: \(end)")
            case .down(let reason): throw BenchFault("the tunnel to knxd is down: \(reason)")
            case .close, .restrict, .received, .undecodable, .missed, .note, .warning, .senders, .described, .search,
                .redirect, .stopped:
                break
            }
        }
    }
}
