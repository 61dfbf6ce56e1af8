/// A cEMI L_Data message: a frame on the bus, as interfaces and routers forward it. Additional information before it
/// (type and time stamp of a medium) is skipped when decoding.
///
/// Source: KNX 03/06/03 EMI_IMI, 4.1.5 Data Link Layer messages; KNX 03/02/02 TP1, 2.2 frame formats.
public struct DataFrame: Hashable, Sendable {
    /// Source: KNX 03/06/03, 4.1.3 message codes.
    public enum Code: UInt8, Hashable, Sendable, CaseIterable {
        /// L_Data.req: send this.
        case request = 0x11
        /// L_Data.ind: this was received.
        case indication = 0x29
        /// L_Data.con: the result of a request.
        case confirmation = 0x2E
    }

    /// Source: KNX 03/02/02, 2.2.3 priority.
    public enum Priority: UInt8, Hashable, Sendable, CaseIterable {
        case system = 0
        case normal = 1
        case urgent = 2
        case low = 3
    }

    public enum Destination: Hashable, Sendable {
        case group(GroupAddress)
        /// Group address 0: every device.
        case broadcast
        case device(IndividualAddress)
    }

    /// What the frame is for.
    public enum Content: Hashable, Sendable {
        case group(GroupTelegram.Service)
        /// S-A_Data: a KNX Data Secure telegram, which can only be decoded with its key. The octets from the TPCI on.
        ///
        /// Source: KNX 03/03/07 Application Layer, APCI 0x3F1.
        case secure([UInt8])
        /// Any other service. The octets from the TPCI on.
        case other(apci: UInt16, [UInt8])
        /// A frame of the transport layer alone (connect, disconnect, acknowledge).
        case transport(tpci: UInt8)
    }

    public var code: Code
    public var priority: Priority
    /// In a request: the medium may repeat the frame. In an indication: the frame is not a repetition.
    public var repeatFlag: Bool
    /// In a confirmation: no device acknowledged the frame (bit 0 of control field 1).
    public var isNegative: Bool
    /// 0–7. Each coupler decrements it and forwards no frame with 0; a frame with 7 is forwarded without limit.
    public var hopCount: UInt8
    public var source: IndividualAddress
    public var destination: Destination
    public var content: Content

    public init(
        _ code: Code,
        priority: Priority = .low,
        repeatFlag: Bool = true,
        isNegative: Bool = false,
        hopCount: UInt8 = 6,
        source: IndividualAddress = IndividualAddress(raw: 0),
        destination: Destination,
        content: Content
    ) {
        self.code = code
        self.priority = priority
        self.repeatFlag = repeatFlag
        self.isNegative = isNegative
        self.hopCount = hopCount
        self.source = source
        self.destination = destination
        self.content = content
    }

    /// A group telegram with low priority and hop count 6.
    public init(_ code: Code, _ telegram: GroupTelegram, isNegative: Bool = false) {
        self.init(
            code,
            isNegative: isNegative,
            source: telegram.source,
            destination: .group(telegram.destination),
            content: .group(telegram.service)
        )
    }

    /// Nil unless this is a group read, response or write.
    public var telegram: GroupTelegram? {
        guard case .group(let address) = destination, case .group(let service) = content else { return nil }
        return GroupTelegram(source: source, destination: address, service: service)
    }
}

extension GroupTelegram {
    /// The APDU length as interfaces count it for their maximum: 1 for up to 6 bits, otherwise 1 + the octets of data.
    /// A standard frame has up to 15.
    ///
    /// Source: KNX 03/05/01 Resources, PID_MAX_APDULENGTH.
    public var apduLength: Int {
        switch service {
        case .read, .response(.bits), .write(.bits): 1
        case .response(.octets(let octets)), .write(.octets(let octets)): 1 + octets.count
        }
    }
}
