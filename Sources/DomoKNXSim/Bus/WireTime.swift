import DomoKNX

/// The time for which a telegram occupies a TP1 line.
enum WireTime {
    /// The time at 9600 bit/s: 13 bit times per octet (11 and a pause of 2), 15 until the acknowledgement, 13 for the
    /// acknowledgement, and 50 of idle time. A switch telegram takes 20 ms, a text of 14 octets 39 ms.
    ///
    /// Source: KNX 03/02/02 Communication Medium TP1, 1.3 and 2.3 (bit and character timing, bus idle time).
    static func duration(of telegram: GroupTelegram) -> Duration {
        let octets: Int =
            switch telegram.service {
            case .read, .response(.bits), .write(.bits): 0
            case .response(.octets(let octets)), .write(.octets(let octets)): octets.count
            }
        // Control, source (2), destination (2), length, TPCI, APCI, checksum; extended frames have one more.
        let frame = 9 + octets + (octets > 14 ? 1 : 0)
        let bits = frame * 13 + 15 + 13 + 50
        return .nanoseconds(bits * 1_000_000_000 / 9600)
    }
}
