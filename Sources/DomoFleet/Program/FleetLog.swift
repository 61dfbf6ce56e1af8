public import DomoBridge
public import DomoNATS

/// What the log and the service manager learn about a connection to the fleet.
public enum FleetLog {
    public static func note(_ event: NATSEvent, _ log: Log, _ status: @Sendable (String) -> Void) {
        switch event {
        case .connected(let version, let name):
            log.notice("connected to the fleet: server \(name), version \(version)")
            status("connected to the fleet")
        case .disconnected(let reason, _):
            log.warning("not connected to the fleet: \(reason)")
            status("not connected to the fleet")
        case .refused(let reason, _):
            log.warning("refused by the fleet: \(reason)")
            status("refused by the fleet: \(reason)")
        case .lameDuck(let name): log.notice("the server \(name) is about to stop")
        case .warning(let text): log.warning(text)
        }
    }
}
