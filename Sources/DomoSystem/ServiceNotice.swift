/// What a daemon reports to the service manager: the variables of sd_notify(3).
public enum ServiceNotice: Equatable, Sendable {
    /// The daemon is ready, after the start or after a reload.
    case ready(status: String)
    /// - Parameter at: microseconds of CLOCK_MONOTONIC, which `MonotonicClock.now()` has in nanoseconds.
    case reloading(at: UInt64)
    case status(String)
    case stopping
    /// A heartbeat for the watchdog.
    case alive

    public var text: String {
        switch self {
        case .ready(let status): "READY=1\nSTATUS=\(Self.oneLine(status))"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
        case .status(let status): "STATUS=\(Self.oneLine(status))"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        }
    }

    /// Replaces control characters by spaces: a line feed would begin another variable.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
    }
}
