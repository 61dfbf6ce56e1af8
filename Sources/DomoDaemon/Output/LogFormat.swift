import DomoEngine
import DomoModel
import Glibc
import Logging

/// The format of the log.
enum LogFormat: Sendable {
    /// Lines with a timestamp, for people.
    case people
    /// Lines with systemd's level prefix (sd-daemon(3)), if standard error is connected to a journal whose own socket
    /// is not available.
    case prefixed
    /// Entries with fields: see `JournalSocket`.
    case journal

    /// - Parameters:
    ///   - environment: returns the value of a variable.
    ///   - journal: nil if there is none.
    init(environment: (String) -> String?, journal: JournalSocket?) {
        let stream = environment("JOURNAL_STREAM")
        self = stream == nil ? .people : JournalSocket.isStandardError(stream) && journal != nil ? .journal : .prefixed
    }

    /// An entry for each line of the text, since the journal searches entries one by one.
    ///
    /// - Parameter details: the fields of the entry. Of them, lines for people show only who caused it.
    func entries(_ level: Logger.Level, _ text: String, _ details: Logger.Metadata = [:]) -> [UInt8] {
        var bytes: [UInt8] = []
        let cause = details["by"].map { " by=\($0)".printable } ?? ""
        for line in text.printable.split(whereSeparator: \.isNewline) {
            switch self {
            case .people: bytes += "\(Instant.now().wall.rfc3339) \(level) \(line)\(cause)\n".utf8
            case .prefixed: bytes += "<\(priority(of: level))>\(line)\(cause)\n".utf8
            case .journal:
                bytes += "PRIORITY=\(priority(of: level))\nSYSLOG_IDENTIFIER=domod\n".utf8
                for (name, value) in details.sorted(by: { $0.key < $1.key }) {
                    // A line feed would start another field.
                    let text = "\(value)".printable.map { $0.isNewline ? " " : $0 }
                    bytes += "DOMO_\(name.uppercased())=\(String(text))\n".utf8
                }
                bytes += "MESSAGE=\(line)\(cause)\n".utf8
                bytes.append(0)
            }
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
