import Glibc

/// The service of a bridge, as systemd reports it: systemctl(1).
struct BridgeUnit: Equatable {
    var isEnabled: Bool
    var isActive: Bool
    /// What it reported last.
    var status: String

    /// - Returns: nil if there is no such unit, or no systemd.
    static func current(_ unit: String) -> BridgeUnit? {
        guard access("/run/systemd/system", F_OK) == 0,
            let output = popen(
                "systemctl show --property LoadState,UnitFileState,ActiveState,StatusText \(unit) 2>/dev/null",
                "re"
            )
        else { return nil }
        defer { pclose(output) }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = fread(&buffer, 1, buffer.count, output)
        return BridgeUnit(properties: String(decoding: buffer[..<count], as: UTF8.self))
    }

    /// - Parameter properties: lines `Key=Value`.
    init?(properties: String) {
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
            return .bad("domo-mqtt", "it is not running", "see why: systemctl status domo-mqtt")
        }
        let parts = status.split(separator: ";").map { $0.trimmed }
        guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("connected to ") }) else {
            return .bad("domo-mqtt", status.isEmpty ? "no status" : status, "see its log: journalctl -u domo-mqtt")
        }
        return .good("domo-mqtt", status)
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
