import DomoSystem

// The choice of a network device by its name, for a search and for routing.

extension NetworkDevice {
    struct Unusable: Error {
        var message: String
        var hint: String
    }

    /// Multicast can leave through it. lo accepts multicast anyway, and software interfaces (knxd, the simulator) may run
    /// on this machine.
    var isUsable: Bool { isUp && (hasMulticast || isLoopback) }

    /// - Parameter devices: all of the machine.
    static func usable(named name: String, among devices: [NetworkDevice]) throws(Unusable) -> NetworkDevice {
        if let device = devices.first(where: { $0.name == name && $0.isUsable }) { return device }
        let usable = devices.filter(\.isUsable).map(\.name)
        throw Unusable(
            message: devices.first { $0.name == name }.map {
                "the network interface \(name) \($0.isUp ? "can't send multicast" : "is down")"
            } ?? "there is no network interface \"\(name)\" with an IPv4 address",
            hint: usable.isEmpty ? "see \"ip address\"" : "use one of: \(usable.joined(separator: ", "))"
        )
    }

    /// The address of a device that can send multicast now.
    static func address(named name: String) -> Result<UInt32, HostAddress.Fault> {
        Result { () throws(HostAddress.Fault) -> UInt32 in
            let devices = try all()
            do throws(Unusable) {
                return try usable(named: name, among: devices).address
            } catch {
                throw HostAddress.Fault(message: "\(error.message); \(error.hint)")
            }
        }
    }
}
