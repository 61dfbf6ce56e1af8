/// Who may send to the socket of a connection. What others send is dropped and counted: over UDP everybody in the network
/// can send to the socket, and a local user can read its port in /proc/net/udp.
///
/// The first datagrams of others are read, because their senders explain a wrong configuration; then the socket is told
/// to let the kernel drop them, so that a flood displaces nothing.
struct SenderCheck: Hashable, Sendable {
    /// The number of datagrams of others that are read from one socket.
    static let maxRead = 32
    /// The minimum time between two reports, and between two messages in the log.
    static let reportInterval: Duration = .seconds(10)
    static let logInterval: Duration = .seconds(3600)

    /// Port 0 stands for each port of the host. Nil if everybody is accepted.
    private var allowed: [SocketAddress]? = []
    private(set) var report: SenderReport
    /// The sender of a possible answer to the current socket.
    private(set) var answer: SocketAddress?
    private var readCount = 0
    private var isRestricted = false
    private var nextReport: Duration = .zero
    private var nextLog: Duration = .zero
    /// When to report what is counted; nil if that is reported.
    private(set) var deadline: Duration?

    init(acceptsAnySender: Bool = false) { report = SenderReport(acceptsAnySender: acceptsAnySender) }

    /// A new socket was opened.
    ///
    /// - Parameter allowed: Nil if everybody is accepted.
    mutating func begin(_ allowed: [SocketAddress]?) {
        self.allowed = allowed
        (readCount, isRestricted, answer) = (0, false, nil)
    }

    mutating func allow(_ endpoint: SocketAddress, _ actions: inout [BusAction]) {
        guard !admits(endpoint), let others = allowed else { return }
        allowed = others + [endpoint]
        if isRestricted { actions.append(.restrict(to: others + [endpoint])) }
    }

    func admits(_ sender: SocketAddress) -> Bool {
        guard let allowed else { return true }
        return allowed.contains { $0.host == sender.host && ($0.port == 0 || $0.port == sender.port) }
    }

    /// Counts a datagram of another sender.
    ///
    /// - Parameter isAnswer: Whether a frame may be the answer that the connection waits for.
    mutating func refuse(
        _ octets: [UInt8],
        from sender: SocketAddress,
        isAnswer: (IPFrame) -> Bool = { _ in false },
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        report.count += 1
        if readCount < Self.maxRead {
            readCount += 1
            // Anything may arrive: it is only described.
            let frame = try? IPFrame(decoding: octets)
            (report.last, report.service) = (sender, frame?.type.name)
            if let frame, answer == nil, isAnswer(frame) { (answer, report.answer) = (sender, sender) }
        }
        if readCount == Self.maxRead, !isRestricted, let allowed {
            isRestricted = true
            actions.append(.restrict(to: allowed))
        }
        scheduleReport(at: now, &actions)
    }

    /// The kernel dropped datagrams unread.
    mutating func dropped(_ count: Int, at now: Duration, _ actions: inout [BusAction]) {
        guard count > 0 else { return }
        report.count += count
        scheduleReport(at: now, &actions)
    }

    /// The interface has answered: earlier answers of others explain nothing.
    mutating func clearAnswer() { (answer, report.answer) = (nil, nil) }

    mutating func wake(at now: Duration, _ actions: inout [BusAction]) {
        if let deadline, deadline <= now { send(at: now, &actions) }
    }

    private mutating func scheduleReport(at now: Duration, _ actions: inout [BusAction]) {
        if nextReport <= now { send(at: now, &actions) } else { deadline = deadline ?? nextReport }
    }

    private mutating func send(at now: Duration, _ actions: inout [BusAction]) {
        deadline = nil
        nextReport = now + Self.reportInterval
        actions.append(.senders(report))
        guard nextLog <= now else { return }
        nextLog = now + Self.logInterval
        var text = "dropped \(report.count) datagram\(report.count == 1 ? "" : "s") of senders that are not accepted"
        if let last = report.last { text += ", the last from \(last) (\(report.service ?? "no KNXnet/IP frame"))" }
        actions.append(.warning(text))
    }
}
