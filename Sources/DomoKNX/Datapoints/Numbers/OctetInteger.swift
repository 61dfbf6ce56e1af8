/// A whole number of 1 to 8 octets, the most significant first; signed ones in two's complement.
///
/// Source: KNX 03/07/02, 1.4 and 1.5 (formats U and V).
struct OctetInteger: Sendable {
    let octets: Int
    let isSigned: Bool

    /// The range of raw numbers. KNX has no unsigned numbers of 8 octets.
    var limits: ClosedRange<Int64> {
        let bits = octets * 8
        return isSigned ? (-1 << (bits - 1))...(bits == 64 ? .max : (1 << (bits - 1)) - 1) : 0...((1 << bits) - 1)
    }

    func raw(of payload: Payload) throws(DatapointFault) -> Int64 {
        guard case .octets(let data) = payload, data.count == octets else {
            throw DatapointFault(.wrongSize, "\(payload) does not have \(octets) octets")
        }
        let bits = data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - octets * 8
        return isSigned ? Int64(bitPattern: bits << unused) >> unused : Int64(bitPattern: bits)
    }

    /// The data of a number, which has to be inside the limits.
    func payload(of raw: Int64) -> Payload {
        .octets((0..<octets).reversed().map { UInt8(truncatingIfNeeded: raw >> (8 * $0)) })
    }

    /// A subtype whose values are all raw numbers, times a step.
    ///
    /// - Parameter limit: The largest raw number, if smaller than the octets allow. In double precision the largest
    ///   number of 8 octets is one too many; `limits` refuses it.
    func subtype(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        unit: String? = nil,
        step: Double = 1,
        limit: Int64? = nil
    ) -> Subtype {
        let range = Double(limits.lowerBound) * step...Double(limit ?? limits.upperBound) * step
        return Subtype(number, id, name, unit: unit, size: .octets(octets), range: range, resolution: step)
    }
}
