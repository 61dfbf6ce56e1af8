/// What the daemon reports to the service manager: the variables of sd_notify(3).
enum ServiceNotice: Equatable, Sendable {
    /// The socket answers and the houses are loaded, for the first time or again.
    case ready(status: String)
    /// - Parameter at: microseconds of CLOCK_MONOTONIC.
    case reloading(at: UInt64)
    case status(String)
    case stopping
    /// What the watchdog waits for.
    case alive

    var text: String {
        switch self {
        case .ready(let status): "READY=1\nSTATUS=\(Self.oneLine(status))"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
        case .status(let status): "STATUS=\(Self.oneLine(status))"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        }
    }

    /// A line feed would begin another variable.
    private static func oneLine(_ text: String) -> String {
        String(text.printable.map { $0.isNewline ? " " : $0 })
    }
}
