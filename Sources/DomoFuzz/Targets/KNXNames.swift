import DomoKNX

/// KNX datapoint types and addresses as text.
public struct KNXNames: FuzzTarget {
    public static let name = "knx-names"

    public init() {}

    public var corpus: [[UInt8]] { Self.samples.map { Array($0.utf8) } }

    private static let samples = [
        "9.001", "9", "9.xxx", "DPT 9.001", "DPT-9", "DPST-9-1", "DPT_Value_Temp", "temperature", "temprature",
        "20.60102",
        "222.100", "65535.65535", "1/2/3", "31/7/255", "1/515", "2563", "0/0/0", "1.1.5", "15.15.255", "",
    ]

    public let words = [
        "DPT", "DPST-", ".", "-", "/", ".xxx", "DPT_", "value", "_", " ", "001", "32/0/0", "65536", "٣", "９",
    ]
    public let maxLength = 40

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let text = String(decoding: input, as: UTF8.self)
        // Suggestions for unknown names take a hundred times as long as everything else.
        if random.once(in: 100) { try checkType(text) }
        try checkGroup(text)
        try checkDevice(text)
    }

    private func checkType(_ text: String) throws(Finding) {
        let type: DatapointType
        do throws(DatapointFault) {
            type = try DatapointType(text)
        } catch {
            return try checkMessage(error.message, of: text)
        }
        for name in [type.description, "DPST-\(type.main)-\(type.sub)", type.subtype.id, type.subtype.name] {
            let again: DatapointType
            do throws(DatapointFault) {
                again = try DatapointType(name)
            } catch {
                throw Finding("\(name) of \(type) is rejected: \(error.message)")
            }
            try expect(again == type, "\(name) is \(again), not \(type)")
        }
    }

    private func checkGroup(_ text: String) throws(Finding) {
        let group: GroupAddress
        do throws(AddressFault) {
            group = try GroupAddress(text)
        } catch {
            return try checkMessage(error.message, of: text)
        }
        try expect(group.raw != 0, "the broadcast address is parsed as a group")
        for style in GroupAddress.Style.allCases {
            let again: GroupAddress
            do throws(AddressFault) {
                again = try GroupAddress(group.text(in: style))
            } catch {
                throw Finding("\(group.text(in: style)) is rejected: \(error.message)")
            }
            try expect(again == group, "\(group.text(in: style)) is parsed as \(again)")
        }
    }

    private func checkDevice(_ text: String) throws(Finding) {
        let device: IndividualAddress
        do throws(AddressFault) {
            device = try IndividualAddress(text)
        } catch {
            return try checkMessage(error.message, of: text)
        }
        let again: IndividualAddress
        do throws(AddressFault) {
            again = try IndividualAddress(device.description)
        } catch {
            throw Finding("\(device) is rejected: \(error.message)")
        }
        try expect(again == device, "\(device) is parsed as \(again)")
    }

    private func checkMessage(_ message: String, of text: String) throws(Finding) {
        try expect(!message.isEmpty, "a fault without a message")
        try expect(message.utf8.count <= 4 * text.utf8.count + 500, "a message of \(message.utf8.count) bytes")
    }
}
