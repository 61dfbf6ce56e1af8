/// 20.60102: the status of a room controller in one octet ("Eberle status byte"), one bit for each mode and four flags.
///
/// Not in the specification: the number is from xknx and Home Assistant, for houses that come from there. The value is
/// a record; people see `comfort, heating, dew point`.
///
/// Source: KNX application note AN097, as xknx cites it. If several modes are set, the lowest bit counts; if none is
/// set, the mode is "auto"; both as in xknx.
struct DPT20Status: MainType {
    let number: UInt16 = 20

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(60102, "DPT_HVACStatus", "room controller status", size: .octets(1))
    ]

    /// The words of 20.102; their numbers are the values of `mode`.
    private static let modes = ["auto", "comfort", "standby", "economy", "protection"]
    /// The flags, from bit 4 on, with their words for 0 and 1.
    private static let flags = [
        ("dew point", "", "dew point"), ("heating", "cooling", "heating"), ("inactive", "", "inactive"),
        ("frost alarm", "", "frost alarm"),
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 1 octet")
        }
        let mode = data[0] & 0x0F == 0 ? 0 : data[0].trailingZeroBitCount + 1
        let flags = Self.flags.enumerated().map { flag in
            DatapointValue.Field(flag.element.0, .bool(data[0] & 0x10 << flag.offset != 0))
        }
        return .record([.init("mode", .integer(Int64(mode)))] + flags)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .integer(let mode) = value["mode"] else { throw malformed(value, subtype) }
        guard Self.modes.indices.contains(Int(clamping: mode)) else {
            throw .outOfRange(.integer(mode), subtype, "0…\(Self.modes.count - 1)")
        }
        var octet: UInt8 = mode == 0 ? 0 : 1 << (mode - 1)
        for (bit, flag) in Self.flags.enumerated() {
            guard case .bool(let isSet) = value[flag.0] else { throw malformed(value, subtype) }
            octet |= isSet ? 0x10 << bit : 0
        }
        return .octets([octet])
    }

    private func malformed(_ value: DatapointValue, _ subtype: Subtype) -> DatapointFault {
        .wrongForm(value, subtype, expected: "a record of mode, " + Self.flags.map(\.0).joined(separator: ", "))
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .integer(let mode) = value["mode"], Self.modes.indices.contains(Int(clamping: mode)) else {
            return value.description
        }
        let words = Self.flags.map { value[$0.0] == .bool(true) ? $0.2 : $0.1 }.filter { !$0.isEmpty }
        return ([Self.modes[Int(mode)]] + words).joined(separator: ", ")
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let words = text.split(separator: ",").map { String($0).trimmingSpaces().lowercased() }
        let known = Self.flags.flatMap { [$0.1, $0.2] }.filter { !$0.isEmpty }
        guard let first = words.first, let mode = Self.modes.firstIndex(of: first),
            words.dropFirst().allSatisfy(known.contains)
        else {
            throw DatapointFault(
                .wrongForm,
                "\"\(text)\" is not a value of \(subtype.id)",
                hint: "write \(Self.modes.joined(separator: ", ")), then any of \(known.joined(separator: ", "))"
            )
        }
        let flags = Self.flags.map { DatapointValue.Field($0.0, .bool(words.contains($0.2))) }
        return .record([.init("mode", .integer(Int64(mode)))] + flags)
    }
}
