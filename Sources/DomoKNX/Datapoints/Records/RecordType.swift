/// A subtype and its layout.
struct Record: Sendable {
    let subtype: Subtype
    let layout: RecordLayout

    init(_ number: UInt16, _ id: String, _ name: String, _ layout: RecordLayout) {
        subtype = Subtype(number, id, name, size: layout.size)
        self.layout = layout
    }

    init(_ number: UInt16, _ id: String, _ name: String, _ parts: [RecordPart], shown: [String]? = nil) {
        self.init(number, id, name, RecordLayout(parts, shown: shown))
    }
}

/// A main type whose subtypes are all records with a layout.
struct RecordType: MainType {
    let number: UInt16
    let records: [Record]

    init(_ number: UInt16, _ records: [Record]) {
        self.number = number
        self.records = records
    }

    var subtypes: [Subtype] { records.map { $0.subtype } }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try layout(subtype).decode(payload)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        try layout(subtype).encode(value)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        records.first { $0.subtype.number == subtype.number }?.layout.text(of: value) ?? "\(value)"
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try layout(subtype).value(of: text)
    }

    private func layout(_ subtype: Subtype) throws(DatapointFault) -> RecordLayout {
        guard let record = records.first(where: { $0.subtype.number == subtype.number }) else {
            throw DatapointFault(.wrongForm, "\(number) has no subtype \(subtype.number)")
        }
        return record.layout
    }
}
