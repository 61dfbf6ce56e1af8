import Synchronization

/// What all simulated houses of the program did.
final class Counters: Sendable {
    struct Values {
        /// Connections with a log-in, and those that are open now.
        var connects = 0
        var connected = 0
        /// Attempts that failed, and those for which a server had no room.
        var failures = 0
        var throttled = 0
        var reports = 0
        var records = 0
        /// Orders that were carried out.
        var orders = 0
    }

    private let values = Mutex(Values())

    func change(_ body: (inout Values) -> Void) { values.withLock { body(&$0) } }

    var now: Values { values.withLock { $0 } }
}
