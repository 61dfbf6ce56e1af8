public import DomoKNX
public import DomoLanguage

extension InterfaceView {
    public init(_ interface: InterfaceDescription) {
        self.init(
            name: interface.name,
            host: interface.control?.address.description,
            address: interface.address?.description,
            serial: interface.serialNumber.flatMap { $0.raw == 0 ? nil : $0.description },
            mac: interface.device?.mac.description,
            medium: interface.device?.medium.description,
            services: interface.families.map(\.description),
            tcp: interface.supportsTCP,
            secure: interface.securedFamilies.map(\.kind.description),
            slots: interface.tunnelling?.slots.map { slot in
                let state: Slot.State =
                    !slot.isUsable ? .unusable : !slot.isFree ? .inUse : slot.isAuthorised ? .free : .secure
                return Slot(address: slot.address.description, state: state)
            }
        )
    }
}
