import DomoKNX
import DomoKNXHouse

/// The devices that report states on addresses that orders use too: a write of such a device is its state, a write of
/// another device is a command to it.
struct Reporters: Sendable {
    /// The last device that answered a read, by address.
    private var answering: [GroupAddress: IndividualAddress] = [:]

    /// A device answered a read of the address. Only addresses in house files are noted.
    mutating func noteAnswer(_ telegram: GroupTelegram) { answering[telegram.destination] = telegram.source }

    /// Whether the telegram, a write, is the state of the facet.
    func isState(_ telegram: GroupTelegram, of facet: KNXFacet) -> Bool {
        guard facet.isShared(telegram.destination) else { return true }
        return telegram.source == facet.device ?? answering[telegram.destination]
    }
}
