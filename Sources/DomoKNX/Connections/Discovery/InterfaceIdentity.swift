/// What an interface keeps when its address changes.
///
/// The serial number alone would do, but for software that has one for all its installations (knxd): there the MAC
/// address tells them apart.
public struct InterfaceIdentity: Hashable, Sendable {
    public var serialNumber: SerialNumber
    public var mac: MACAddress

    public init(serialNumber: SerialNumber, mac: MACAddress) {
        self.serialNumber = serialNumber
        self.mac = mac
    }
}

extension InterfaceDescription {
    /// Nil where it has not said its serial number.
    public var identity: InterfaceIdentity? {
        guard let device, device.serialNumber.raw != 0 else { return nil }
        return InterfaceIdentity(serialNumber: device.serialNumber, mac: device.mac)
    }

    /// Takes in what another answer of the same interface says; where this one is reached stays.
    public mutating func add(_ other: InterfaceDescription) {
        if let device = other.device { self.device = device }
        if let tunnelling = other.tunnelling { self.tunnelling = tunnelling }
        if !other.families.isEmpty { families = other.families }
        if !other.securedFamilies.isEmpty { securedFamilies = other.securedFamilies }
    }
}
