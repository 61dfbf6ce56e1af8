import Glibc

/// The service of a bridge or of the connection to a fleet, as systemd reports it: systemctl(1).
struct BridgeUnit: Equatable {
    /// The name without `.service`.
    var name: String
    var isEnabled: Bool
    var isActive: Bool
    /// What it reported last.
    var status: String

    /// - Returns: nil if there is no such unit, or no systemd.
    static func current(_ name: String) -> BridgeUnit? {
        guard access("/run/systemd/system", F_OK) == 0,
            let output = popen(
                "systemctl show --property LoadState,UnitFileState,ActiveState,StatusText \(name).service 2>/dev/null",
                "re"
            )
        else { return nil }
        defer { pclose(output) }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = fread(&buffer, 1, buffer.count, output)
        return BridgeUnit(name, properties: String(decoding: buffer[..<count], as: UTF8.self))
    }

    /// - Parameter properties: lines `Key=Value`.
    init?(_ name: String, properties: String) {
        self.name = name
        var values: [Substring: Substring] = [:]
        for line in properties.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard values["LoadState"] == "loaded" else { return nil }
        isEnabled = values["UnitFileState"]?.hasPrefix("enabled") ?? false
        isActive = values["ActiveState"] == "active"
        status = String(values["StatusText"] ?? "")
    }

    /// What `domo doctor` says of it; nil if nobody uses it.
    var finding: Finding? {
        guard isEnabled || isActive else { return nil }
        guard isActive else {
            return .bad(name, "it is not running", "see why: systemctl status \(name)")
        }
        let parts = status.split(separator: ";").map { $0.trimmed }
        guard !parts.isEmpty, parts.allSatisfy({ $0.hasPrefix("connected to ") }) else {
            return .bad(name, status.isEmpty ? "no status" : status, "see its log: journalctl -u \(name)")
        }
        return .good(name, status)
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
