public import DomoKNX
public import DomoLanguage

extension InterfaceView {
    public init(_ interface: InterfaceDescription) {
        self.init(
            name: "",
            host: interface.control?.address.description,
            sender: interface.answeredFrom.map(SocketAddress.text(ofHost:)),
            services: interface.families.map(\.description),
            tcp: interface.supportsTCP,
            secure: interface.securedFamilies.map(\.kind.description)
        )
        if let device = interface.device { note(device) }
        slots = interface.tunnelling.map(Self.slots)
    }

    private mutating func note(_ device: DeviceInformation) {
        name = device.name
        address = device.address.description
        serial = device.serialNumber.raw == 0 ? nil : device.serialNumber.description
        mac = device.mac.description
        medium = device.medium.description
    }

    private static func slots(_ tunnelling: TunnellingInformation) -> [Slot] {
        tunnelling.slots.map { slot in
            let state: Slot.State =
                !slot.isUsable ? .unusable : !slot.isFree ? .inUse : slot.isAuthorised ? .free : .secure
            return Slot(address: slot.address.description, state: state)
        }
    }
}
