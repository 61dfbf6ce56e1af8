/// The tunnels of an interface (DIB 0x07); only in answers to an extended search or a description request.
///
/// Source: KNX 03/08/02 Core v2, tunnelling information DIB; the layout checked with xknx 4.0.0.
public struct TunnellingInformation: Hashable, Sendable {
    public struct Slot: Hashable, Sendable {
        /// The individual address of a client of this tunnel.
        public var address: IndividualAddress
        /// Whether no client is connected to it.
        public var isFree: Bool
        /// Whether the tunnel needs no authentication, or this client has authenticated.
        public var isAuthorised: Bool
        /// Whether its line is connected.
        public var isUsable: Bool

        public init(address: IndividualAddress, isFree: Bool, isAuthorised: Bool = true, isUsable: Bool = true) {
            self.address = address
            self.isFree = isFree
            self.isAuthorised = isAuthorised
            self.isUsable = isUsable
        }
    }

    /// The maximum APDU length that the interface forwards.
    public var maxAPDU: UInt16
    public var slots: [Slot]

    public init(maxAPDU: UInt16, slots: [Slot]) {
        self.maxAPDU = maxAPDU
        self.slots = slots
    }

    init(from content: inout ByteReader) throws(FrameFault) {
        maxAPDU = try content.word()
        slots = []
        while content.rest.count >= 4 {
            let address = IndividualAddress(raw: try content.word())
            let status = try content.word()
            slots.append(
                Slot(
                    address: address,
                    isFree: status & 1 != 0,
                    isAuthorised: status & 2 != 0,
                    isUsable: status & 4 != 0
                )
            )
        }
    }

    func append(to octets: inout [UInt8]) {
        octets.append(word: maxAPDU)
        for slot in slots {
            octets.append(word: slot.address.raw)
            octets.append(word: (slot.isFree ? 1 : 0) | (slot.isAuthorised ? 2 : 0) | (slot.isUsable ? 4 : 0))
        }
    }
}

extension TunnellingInformation.Slot: CustomStringConvertible {
    /// `1.1.250 free`
    public var description: String {
        "\(address) \(!isUsable ? "not usable" : !isFree ? "in use" : isAuthorised ? "free" : "free (secure)")"
    }
}
