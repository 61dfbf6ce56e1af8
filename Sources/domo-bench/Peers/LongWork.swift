import Glibc

/// `domo-bench long-work PATH`: repeats expensive requests until it is stopped.
enum LongWork {
    static func run(path: String) throws(BenchFault) -> Never {
        var clients: [LineClient] = []
        for line in BusyLoopMeasurement.others {
            let socket = try Socket.connect(to: "domod") { () throws(BenchFault) in try Socket.connect(path: path) }
            let client = LineClient(socket, expectedPrefix: DomoServer.okPrefix)
            try socket.write(Array("\(line)\n".utf8))
            clients.append(client)
        }
        var entries = clients.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&entries, nfds_t(entries.count), 120_000) > 0 else { throw BenchFault("no reply") }
            for index in entries.indices where entries[index].revents != 0 {
                guard try clients[index].takeAnswers() > 0 else { continue }
                try clients[index].socket.write(Array("\(BusyLoopMeasurement.others[index])\n".utf8))
            }
        }
    }
}
