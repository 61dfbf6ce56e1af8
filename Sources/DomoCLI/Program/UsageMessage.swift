/// The usage errors of ArgumentParser in the style of the language.
enum UsageMessage {
    /// Rewrites `Missing expected argument '<file>'` as `missing argument: FILE`. Other messages only get a lower-case
    /// start.
    static func plain(_ message: String) -> String {
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
        default:
            return lowercased(message)
        }
    }

    private static func lowercased(_ message: String) -> String {
        message.prefix(1).lowercased() + message.dropFirst()
    }
}
