import DomoEngine
import DomoModel
import Glibc
import Logging

/// Writes log lines to standard error: with systemd's level prefix (sd-daemon(3)) where the journal reads them, with the
/// time where people do.
struct StandardErrorLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    let isJournal: Bool
    private let threshold: LogThreshold
    /// Of a logger that has a level of its own.
    private var ownLevel: Logger.Level?

    init(threshold: LogThreshold, isJournal: Bool) {
        self.threshold = threshold
        self.isJournal = isJournal
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
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        var text = ""
        for line in "\(event.message)\(details)".printable.split(whereSeparator: \.isNewline) {
            text += isJournal ? "<\(priority(of: event.level))>" : "\(Instant.now().wall.rfc3339) \(event.level) "
            text += line
            text += "\n"
        }
        // One write a message: lines of several threads don't mix. A log that can't be written is no reason to stop.
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
