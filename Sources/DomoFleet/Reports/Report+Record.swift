import DomoJSON
import DomoModel

extension Report.Record {
    /// Reads the columns of a record as domod wrote it. What a newer domod adds is kept in the line.
    ///
    /// - Throws: if it is not an object with a reading, an order or an event that has a time.
    public init(cursor: UInt64, line: some Collection<UInt8>) throws(ReportFault) {
        let bytes = Array(line)
        guard let document = JSONDocument(bytes, maxMemory: Self.maxMemory) else {
            throw ReportFault("the record \(cursor) is not JSON: \(Self.beginning(of: bytes))")
        }
        try self.init(cursor: cursor, document.root, line: bytes)
    }

    init(cursor: UInt64, _ value: JSONValue, line: [UInt8]) throws(ReportFault) {
        let known = Self.kinds.lazy.compactMap { kind in value[kind].map { (kind, $0) } }.first
        let found =
            known
            ?? value.keys.lazy.filter { $0 != "element" }.compactMap { key in
                value[key].flatMap { $0.isObject ? (key, $0) : nil }
            }.first
        guard let (kind, content) = found else {
            throw ReportFault("the record \(cursor) has no reading, order or event: \(Self.beginning(of: line))")
        }
        guard let time = (content["time"] ?? content["requested"])?.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw ReportFault("the record \(cursor) has no valid time: \(Self.beginning(of: line))")
        }
        self.cursor = cursor
        self.time = time.milliseconds
        self.line = line
        self.kind = kind
        element = (value["element"] ?? content["element"])?.string
        self.value = (content["value"] ?? content["action"])?.text
    }

    private static let kinds = ["reading", "order", "event"]
    private static let maxMemory = 4 << 20

    private static func beginning(of line: [UInt8]) -> String { String(decoding: line.prefix(80), as: UTF8.self) }
}
