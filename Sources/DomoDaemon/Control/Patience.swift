import NIOCore

/// How long a client may leave unread what it was sent.
struct Patience {
    static let limit: TimeAmount = .seconds(30)

    private var timer: Scheduled<Void>?

    /// - Parameter ended: called at its end. It runs already if it was started before.
    mutating func start(on eventLoop: any EventLoop, _ ended: @escaping () -> Void) {
        guard timer == nil else { return }
        timer = eventLoop.assumeIsolated().scheduleTask(in: Self.limit, ended)
    }

    mutating func end() {
        timer?.cancel()
        timer = nil
    }
}
