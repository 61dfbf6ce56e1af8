import DomoSystem
import Logging
import Synchronization

/// Passes log messages to `LogWriter`, which writes them on another thread.
struct DomodLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private let threshold: LogThreshold
    private let format: LogFormat
    private let writer: LogWriter
    private let repeats: LogRepeatFilter
    /// Set for a logger with its own level.
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
        // Debug output is never limited.
        if event.level >= .info {
            let subject = ["element", "link", "scene"].compactMap { all[$0] }.map { "\u{0}\($0)" }.joined()
            switch repeats.note(text, about: subject) {
            case .omit: return
            case .writeAfter(let omitted): text += " (\(omitted) more like it were not logged)"
            case .write: break
            }
        }
        writer.add(format.entries(event.level, text, all))
    }
}

/// A thread-safe `LogRepeats`.
final class LogRepeatFilter: Sendable {
    private let repeats = Mutex(LogRepeats())

    /// - Parameter subject: what the text is about; the same text about another subject is not a repeat.
    func note(_ text: String, about subject: String) -> LogRepeats.Decision {
        repeats.withLock { $0.note(text, about: subject, at: MonotonicClock.now()) }
    }
}
