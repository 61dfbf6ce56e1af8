import DomoSystem
import Logging
import Synchronization

/// Writes the log, beside whoever logs: see `LogWriter`.
struct DomodLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private let threshold: LogThreshold
    private let format: LogFormat
    private let writer: LogWriter
    private let repeats: LogRepeatFilter
    /// Of a logger that has a level of its own.
    private var ownLevel: Logger.Level?

    init(
        threshold: LogThreshold,
        format: LogFormat = Output.format,
        writer: LogWriter = Output.log,
        repeats: LogRepeatFilter = LogRepeatFilter()
    ) {
        self.threshold = threshold
        self.format = format
        self.writer = writer
        self.repeats = repeats
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        var text = "\(event.message)"
        // Whoever looks for a fault wants all of it.
        if event.level >= .info {
            let subject = ["element", "link", "scene"].compactMap { all[$0] }.map { "\u{0}\($0)" }.joined()
            switch repeats.take(text, about: subject) {
            case .omit: return
            case .writeAfter(let omitted): text += " (\(omitted) more like it were not logged)"
            case .write: break
            }
        }
        writer.add(format.entries(event.level, text, all))
    }
}

/// Whatever thread logs.
final class LogRepeatFilter: Sendable {
    private let repeats = Mutex(LogRepeats())

    /// - Parameter subject: what the text is about: of others the same may be said.
    func take(_ text: String, about subject: String) -> LogRepeats.Decision {
        repeats.withLock { $0.take(text, about: subject, at: MonotonicClock.now()) }
    }
}
