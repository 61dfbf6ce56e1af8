extension DataFrame {
    /// What stands before the data: from whom a frame is and for whom, also if the rest can't be decoded.
    struct Heading: Hashable, Sendable {
        var code: Code
        var source: IndividualAddress
        var destination: Destination

        /// Nil if the octets are not an L_Data message, or end before its destination.
        init?(decoding octets: [UInt8]) {
            guard octets.count >= 2, let code = Code(rawValue: octets[0]) else { return nil }
            let start = 2 + Int(octets[1])
            guard octets.count >= start + 6 else { return nil }
            func word(at place: Int) -> UInt16 { UInt16(octets[place]) << 8 | UInt16(octets[place + 1]) }
            self.code = code
            source = IndividualAddress(raw: word(at: start + 2))
            destination = Destination(raw: word(at: start + 4), control: octets[start + 1])
        }
    }
}

extension DataFrame.Destination {
    /// - Parameter control: control field 2.
    init(raw: UInt16, control: UInt8) {
        self =
            control & 0x80 == 0
            ? .device(IndividualAddress(raw: raw)) : raw == 0 ? .broadcast : .group(GroupAddress(raw: raw))
    }
}
