/// The identity of an interface, which stays the same when its address changes.
///
/// The serial number alone is not enough: some software (knxd) uses the same one for all installations, which only
/// differ in the MAC address.
public struct InterfaceIdentity: Hashable, Sendable {
    public var serialNumber: SerialNumber
    public var mac: MACAddress

    public init(serialNumber: SerialNumber, mac: MACAddress) {
        self.serialNumber = serialNumber
        self.mac = mac
    }
}

extension InterfaceDescription {
    /// Nil if it has not reported a serial number.
    public var identity: InterfaceIdentity? {
        guard let device, device.serialNumber.raw != 0 else { return nil }
        return InterfaceIdentity(serialNumber: device.serialNumber, mac: device.mac)
    }

    /// Adds the contents of another answer of the same interface; the control endpoint stays.
    public mutating func add(_ other: InterfaceDescription) {
        if let device = other.device { self.device = device }
        if let tunnelling = other.tunnelling { self.tunnelling = tunnelling }
        if !other.families.isEmpty { families = other.families }
        if !other.securedFamilies.isEmpty { securedFamilies = other.securedFamilies }
    }
}
