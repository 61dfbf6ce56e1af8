import Glibc

/// Many connections that repeat the same line, each with the same number of outstanding requests, on one thread with
/// `poll`.
final class LineLoad {
    private let clients: [LineClient]
    private let line: [UInt8]
    private let outstanding: Int
    private var entries: [pollfd]

    init(clients: [LineClient], line: [UInt8], outstanding: Int) {
        self.clients = clients
        self.line = line
        self.outstanding = outstanding
        entries = clients.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Sends requests for a while, then waits for the outstanding replies.
    ///
    /// - Returns: replies per second.
    func run(seconds: Double) throws(BenchFault) -> Double {
        let start = Moment.now()
        let end = start.after(seconds: seconds)
        let limit = end.after(seconds: 10)
        var answers = 0
        var owed = 0
        for client in clients {
            for _ in 0..<outstanding { client.put(line) }
            try client.flush()
            owed += outstanding
        }
        var now = start
        while owed > 0 {
            guard poll(&entries, nfds_t(entries.count), limit.millisecondsLeft) > 0 else {
                throw BenchFault("\(owed) replies are missing")
            }
            for index in entries.indices where entries[index].revents != 0 {
                let client = clients[index]
                let count = try client.takeAnswers()
                answers += count
                owed -= count
                guard now < end else { continue }
                for _ in 0..<count { client.put(line) }
                owed += count
                // The few outstanding requests of a connection always fit into its buffer.
                try client.flush()
            }
            now = .now()
        }
        return Double(answers) / now.since(start)
    }
}
