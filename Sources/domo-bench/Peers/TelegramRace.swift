import Glibc

/// Writes telegrams to a bus, and measures when each arrives at two programs.
final class TelegramRace {
    private let writer: Socket
    private let group: UInt16
    private let domo: LineWatcher
    private let peer: LineWatcher
    private var bit = false

    /// - Parameter writer: a connection to all groups.
    init(writer: Socket, group: UInt16, domo: LineWatcher, peer: LineWatcher) {
        self.writer = writer
        self.group = group
        self.domo = domo
        self.peer = peer
    }

    /// Waits until both receive telegrams: they don't report when they are ready.
    func begin() throws(BenchFault) {
        let limit = Moment.now().after(seconds: 10)
        var received = (domo: false, peer: false)
        while !(received.domo && received.peer) {
            guard Moment.now() < limit else { throw BenchFault("domod or knxtool received no telegram within 10 s") }
            try write()
            let end = Moment.now().after(seconds: 0.2)
            while Moment.now() < end {
                let arrived = try arrivals(until: end)
                received = (received.domo || arrived.domo > 0, received.peer || arrived.peer > 0)
            }
        }
    }

    /// - Returns: the time from each write to its line, in microseconds.
    func run(telegrams: Int, pause: Double) throws(BenchFault) -> (domo: [Double], peer: [Double]) {
        var times: (domo: [Double], peer: [Double]) = ([], [])
        for number in 1...telegrams {
            let start = Moment.now()
            try write()
            let limit = start.after(seconds: 5)
            while times.domo.count < number || times.peer.count < number {
                let arrived = try arrivals(until: limit)
                let time = arrived.at.since(start) * 1e6
                guard arrived.domo > 0 || arrived.peer > 0 else { throw BenchFault("a telegram did not arrive") }
                if arrived.domo > 0 { times.domo.append(time) }
                if arrived.peer > 0 { times.peer.append(time) }
            }
            start.after(seconds: pause).sleep()
        }
        return times
    }

    private func write() throws(BenchFault) {
        bit.toggle()
        try writer.write(KNXBus.groupWrite(group, bit: bit))
    }

    /// Waits for a line from either; both counts are 0 after a timeout.
    private func arrivals(until limit: Moment) throws(BenchFault) -> (domo: Int, peer: Int, at: Moment) {
        var entries = [domo, peer].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&entries, nfds_t(entries.count), limit.millisecondsLeft) > 0 else { return (0, 0, limit) }
            let moment = Moment.now()
            let arrived = (
                domo: entries[0].revents != 0 ? try domo.receive() : 0,
                peer: entries[1].revents != 0 ? try peer.receive() : 0,
                at: moment
            )
            if arrived.domo > 0 || arrived.peer > 0 { return arrived }
        }
    }
}
