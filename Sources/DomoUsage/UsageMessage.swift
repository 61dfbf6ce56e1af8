/// The usage errors of ArgumentParser in the style of the language.
public enum UsageMessage {
    /// Rewrites `Missing expected argument '<file>'` as `missing argument: FILE`. Other messages only get a lower-case
    /// start.
    public static func plain(_ message: String) -> String {
        let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return lowercased(message) }
        let (name, rest) = (parts[1], parts[2])
        switch parts[0] {
        case "Unknown option ":
            let quoted = rest.split(separator: "'", omittingEmptySubsequences: false)
            return "unknown option \(name)" + (quoted.count == 3 ? "; did you mean \(quoted[1])?" : "")
        case "Missing value for ":
            let option = name.prefix { $0 != " " }
            return "missing value for \(option)"
        case "Missing expected argument ":
            let placeholder = name.filter { $0 != "<" && $0 != ">" }.uppercased()
            return "missing argument: \(placeholder)"
        case "Unexpected argument " where rest.isEmpty:
            return "unexpected argument \"\(name)\""
        case "The value " where rest.hasPrefix(" is invalid for "):
            // `The value 'x' is invalid for '--port <port>'`, sometimes with the reason after a colon.
            let end = rest.split(separator: "'", omittingEmptySubsequences: false)
            guard end.count > 2 else { return lowercased(message) }
            let option = end[1].prefix { $0 != " " }
            let reason = end.dropFirst(2).joined(separator: "'").drop { $0 == ":" || $0 == " " }
            return "invalid value \"\(name)\" for \(option)" + (reason.isEmpty ? "" : ": \(reason)")
        default:
            return lowercased(message)
        }
    }

    /// The usage in the full message of ArgumentParser: `usage: domo log [-n N]`; nil if it has none.
    ///
    /// Its explanation of the wrong argument, and where to read on, are left out.
    public static func usage(in message: String) -> String? {
        // The whole help, for a command without arguments, writes it in capitals.
        let lines = message.split(separator: "\n").drop { !$0.lowercased().hasPrefix("usage: ") }
        guard let first = lines.first else { return nil }
        let more = lines.dropFirst().prefix { $0.hasPrefix("   ") }.map { $0.drop { $0 == " " } }
        return "usage: " + ([first.dropFirst("Usage: ".count)] + more).joined(separator: " | ")
    }

    private static func lowercased(_ message: String) -> String {
        message.prefix(1).lowercased() + message.dropFirst()
    }
}
