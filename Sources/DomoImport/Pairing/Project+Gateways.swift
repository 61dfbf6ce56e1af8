import DomoKNX

extension Project {
    /// The minimum number of other devices' addresses that are linked with one object of a gateway.
    private static let gatewayLinks = 5

    /// The project without objects that collect the addresses of other devices, such as those of gateways and dummy
    /// devices: they show neither commands nor states.
    ///
    /// An actuator's object is linked with its own address first, and with central addresses, which are nobody's first.
    func withoutGateways() -> Project {
        var firsts: [GroupAddress: Set<Int>] = [:]
        for (index, device) in devices.enumerated() {
            for object in device.objects where !object.flags.isSilent {
                if let first = object.links.first { firsts[first, default: []].insert(index) }
            }
        }
        var project = self
        for index in project.devices.indices {
            project.devices[index].objects.removeAll { object in
                object.links.count { firsts[$0]?.contains { $0 != index } == true } >= Self.gatewayLinks
            }
        }
        return project
    }
}

extension ObjectFlags {
    /// Whether it neither sends nor receives nor answers.
    var isSilent: Bool { !canRead && !canWrite && !canTransmit }
}
