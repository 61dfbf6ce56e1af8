import Logging
import Synchronization

/// The minimum log level, shared by all loggers, since a reload may change it.
final class LogThreshold: Sendable {
    private let current: Mutex<Logger.Level>

    init(_ level: Logger.Level) {
        current = Mutex(level)
    }

    var level: Logger.Level {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
