import Logging
import Synchronization

/// Collects log messages: level and text.
final class LogLines: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append("\(event.level) \(event.message)") } }
}
