import DomoEngine
import DomoModel
import Glibc
import Logging

/// How a line of the log begins: with systemd's level prefix (sd-daemon(3)) where the journal reads it, with the time
/// where people do.
enum LogFormat: Sendable {
    case journal, people

    static var ofProcess: LogFormat { getenv("JOURNAL_STREAM") == nil ? .people : .journal }

    /// Each line of the text begins in this way.
    func lines(_ level: Logger.Level, _ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.printable.split(whereSeparator: \.isNewline) {
            let start =
                switch self {
                case .journal: "<\(priority(of: level))>"
                case .people: "\(Instant.now().wall.rfc3339) \(level) "
                }
            bytes += start.utf8
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
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
