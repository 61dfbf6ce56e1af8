/// The layout: message code, length of the additional information, the information, control field 1, control field 2,
/// source (2), destination (2), length L of what follows the TPCI, TPCI and APCI, data.
extension DataFrame {
    /// The maximum L: 255 is an escape code.
    ///
    /// Source: KNX 03/02/02, 2.2.5 extended frame.
    public static let maxLength = 254

    /// The maximum APDU length of a standard frame, which every interface forwards.
    public static let standardLength = 15

    init(_ code: Code, decoding octets: Span<UInt8>) throws(FrameFault) {
        guard octets.count >= 2 else { throw FrameFault(.tooShort, "the cEMI message has 1 octet") }
        let start = 2 + Int(octets[1])
        guard octets.count >= start + 8 else {
            throw FrameFault(.tooShort, "the cEMI message has \(octets.count) octets and needs \(start + 8)")
        }
        let control1 = octets[start]
        let control2 = octets[start + 1]
        let length = Int(octets[start + 6])
        guard octets.count == start + 8 + length else {
            throw FrameFault(
                .wrongLength,
                "the cEMI message has \(octets.count) octets, but its length says \(start + 8 + length)"
            )
        }
        guard length <= Self.maxLength else {
            throw FrameFault(.invalid, "the length \(length) of the frame is reserved as an escape code")
        }
        let target = UInt16(octets[start + 4]) << 8 | UInt16(octets[start + 5])
        let isGroup = control2 & 0x80 != 0
        self.init(
            code,
            priority: Priority(rawValue: control1 >> 2 & 0x3) ?? .low,
            repeatFlag: control1 & 0x20 != 0,
            isNegative: control1 & 0x01 != 0,
            hopCount: control2 >> 4 & 0x7,
            source: IndividualAddress(raw: UInt16(octets[start + 2]) << 8 | UInt16(octets[start + 3])),
            destination: Destination(raw: target, control: control2),
            // An extended frame format other than 0 (LTE) gives the destination another meaning.
            content: try Self.content(
                of: octets,
                at: start + 7,
                isGroupData: isGroup && target != 0 && control2 & 0x0F == 0
            )
        )
    }

    private static func content(
        of octets: Span<UInt8>,
        at start: Int,
        isGroupData: Bool
    ) throws(FrameFault) -> Content {
        let tpci = octets[start]
        guard octets.count > start + 1 else {
            // Bit 7: a control frame, which has no APCI.
            guard tpci & 0x80 != 0 else { throw FrameFault(.tooShort, "the cEMI message has no APCI") }
            return .transport(tpci: tpci)
        }
        let apci = UInt16(tpci & 0x03) << 8 | UInt16(octets[start + 1])
        if apci == 0x3F1 { return .secure(copy(octets, from: start)) }
        // T_Data_Group has the TPCI 0.
        if isGroupData, tpci & 0xFC == 0 {
            // Source: KNX 03/03/07, 2 APCI: read 0x000, response 0x040, write 0x080, each with 6 bits of data.
            let hasBits = octets.count == start + 2
            switch apci >> 6 {
            case 0 where hasBits: return .group(.read)
            case 1: return .group(.response(payload(of: octets, from: start + 1, hasBits: hasBits)))
            case 2: return .group(.write(payload(of: octets, from: start + 1, hasBits: hasBits)))
            default: break
            }
        }
        return .other(apci: apci, copy(octets, from: start))
    }

    @inline(__always)
    private static func payload(of octets: Span<UInt8>, from start: Int, hasBits: Bool) -> Payload {
        hasBits ? .bits(octets[start] & 0x3F) : .octets(copy(octets, from: start + 1))
    }

    private static func copy(_ octets: Span<UInt8>, from start: Int) -> [UInt8] {
        octets.extracting(start..<octets.count).withUnsafeBufferPointer { Array($0) }
    }

    /// The canonical octets: a standard frame up to an L of 15, an extended one above.
    ///
    /// - Parameter additionalInformation: The additional information before the frame: type, length and data of each
    ///   piece, together at most 254 octets. Only interfaces add it.
    public func encoded(additionalInformation: [UInt8] = []) throws(FrameFault) -> [UInt8] {
        guard additionalInformation.count <= 254 else {
            throw FrameFault(
                .tooLong,
                "\(additionalInformation.count) octets of additional information; 254 are allowed"
            )
        }
        let length = length
        guard (0...Self.maxLength).contains(length) else {
            throw FrameFault(
                .tooLong,
                "the frame has \(length) octets after the TPCI; at most \(Self.maxLength) are allowed"
            )
        }
        var octets: [UInt8] = []
        octets.reserveCapacity(10 + additionalInformation.count + length)
        octets.append(code.rawValue)
        octets.append(UInt8(additionalInformation.count))
        octets += additionalInformation
        // Bit 7: standard frame; bit 4: broadcast, not system broadcast.
        octets.append(
            (length <= 15 ? 0x80 : 0) | (repeatFlag ? 0x20 : 0) | 0x10 | priority.rawValue << 2 | (isNegative ? 1 : 0)
        )
        let (target, isGroup): (UInt16, Bool) =
            switch destination {
            case .group(let address): (address.raw, true)
            case .broadcast: (0, true)
            case .device(let address): (address.raw, false)
            }
        octets.append((isGroup ? 0x80 : 0) | (hopCount & 0x7) << 4)
        octets.append(word: source.raw)
        octets.append(word: target)
        octets.append(UInt8(length))
        switch content {
        case .group(.read): octets += [0, 0]
        case .group(.response(let payload)): try Self.append(payload, apci: 0x40, to: &octets)
        case .group(.write(let payload)): try Self.append(payload, apci: 0x80, to: &octets)
        case .secure(let apdu), .other(_, let apdu): octets += apdu
        case .transport(let tpci): octets.append(tpci)
        }
        return octets
    }

    /// L: the octets after the TPCI.
    private var length: Int {
        switch content {
        case .group(.read), .group(.response(.bits)), .group(.write(.bits)): 1
        case .group(.response(.octets(let data))), .group(.write(.octets(let data))): 1 + data.count
        case .secure(let apdu), .other(_, let apdu): apdu.count - 1
        case .transport: 0
        }
    }

    private static func append(_ payload: Payload, apci: UInt8, to octets: inout [UInt8]) throws(FrameFault) {
        octets.append(0)
        switch payload {
        case .bits(let bits):
            guard bits < 0x40 else { throw FrameFault(.invalid, "\(bits) does not fit in 6 bits") }
            octets.append(apci | bits)
        case .octets(let data):
            octets.append(apci)
            octets += data
        }
    }
}
