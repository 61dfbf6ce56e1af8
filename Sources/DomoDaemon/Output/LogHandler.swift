import Logging

/// Writes log lines to standard error, beside whoever logs: see `LogWriter`.
struct StandardErrorLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private let threshold: LogThreshold
    private let format: LogFormat
    private let writer: LogWriter
    /// Of a logger that has a level of its own.
    private var ownLevel: Logger.Level?

    init(threshold: LogThreshold, format: LogFormat = .ofProcess, writer: LogWriter = Output.log) {
        self.threshold = threshold
        self.format = format
        self.writer = writer
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
        writer.add(format.lines(event.level, "\(event.message)\(details)"))
    }
}
